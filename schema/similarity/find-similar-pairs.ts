import { computeDiceCoefficient, mixBits } from './shingles.ts'
import { computeErrorMargin, estimateJaccard, signatureLength } from './min-hash.ts'

/** Two pages by their indexes, and their Sørensen–Dice coefficient, from 0 to 1. */
export type SimilarPair = { page: number; other: number; similarity: number }

/** A pair exactly at the limit may be missed as often; one above it less and less. */
const maxMissRate = 0.001
/** Of a bucket, a page is compared with so many from its beginning, and as many right before itself. */
const maxBucketNeighbors = 32
/** So many of a page's likeliest partners are compared phrase by phrase. */
const maxCandidates = 32
/** So many pairs are listed for one page. */
const maxPairsPerPage = 8

/**
 * The pairs of pages that share more than `limit` (0 to 1), the most alike first, in a time that grows with the number of pages and
 * not with that of pairs: signatures are cut into bands, and only pages that agree in a band are looked at (locality-sensitive
 * hashing; A. Gionis, P. Indyk, R. Motwani, "Similarity search in high dimensions via hashing", 1999). What they share is then
 * counted exactly. A page that many others are like is listed with the likest few that stand before it.
 * @param matrix the signatures of the pages, one behind the other, so that the processor finds the next ones where it looks.
 * @param shinglesOf asked for those alone that seem to be alike.
 */
export function findSimilarPairs(
  matrix: Uint16Array,
  shinglesOf: (page: number) => Uint32Array,
  limit: number,
): SimilarPair[] {
  const jaccard = limit / (2 - limit)
  const count = matrix.length / signatureLength
  const { offsets, owns, starts, order } = collectBuckets(matrix, chooseBands(jaccard))
  const minEstimate = jaccard - computeErrorMargin(jaccard, signatureLength)
  const lastSeen = new Int32Array(count).fill(-1)
  const findPartners = (page: number): SimilarPair[] => {
    const partners: { other: number; estimate: number }[] = []
    for (let at = offsets[page]!; at < offsets[page + 1]!; at++) {
      const [first, own] = [starts[at]!, owns[at]!]
      const gap = Math.max(first + maxBucketNeighbors, own - maxBucketNeighbors)
      for (let before = first; before < own; before++) {
        if (before === first + maxBucketNeighbors) before = gap
        const other = order[before]!
        if (lastSeen[other] === page) continue
        lastSeen[other] = page
        const estimate = estimateJaccard(matrix, page, other, jaccard)
        if (estimate >= minEstimate) partners.push({ other, estimate })
      }
    }
    // As of nearly every page.
    if (partners.length === 0) return []
    return partners
      .sort((a, b) => b.estimate - a.estimate)
      .slice(0, maxCandidates)
      .map(({ other }) => ({
        page,
        other,
        similarity: computeDiceCoefficient(shinglesOf(page), shinglesOf(other)),
      }))
      .filter(({ similarity }) => similarity > limit)
      .sort((a, b) => b.similarity - a.similarity)
      .slice(0, maxPairsPerPage)
  }
  const pairs: SimilarPair[] = []
  for (let page = 0; page < count; page++) pairs.push(...findPartners(page))
  return pairs.sort((a, b) => b.similarity - a.similarity)
}

/**
 * The pairs of some pages with any other: what `findAlike` finds of them, and what it may have missed.
 * @param some indexes of pages, so few that each can be held against all.
 */
export function findPairsWith(
  some: number[],
  matrix: Uint16Array,
  shinglesOf: (page: number) => Uint32Array,
  limit: number,
): SimilarPair[] {
  const jaccard = limit / (2 - limit)
  const minEstimate = jaccard - computeErrorMargin(jaccard, signatureLength)
  const pairs = new Map<string, SimilarPair>()
  for (const one of some) {
    for (let two = 0; two < matrix.length / signatureLength; two++) {
      const [other, page] = one < two ? [one, two] : [two, one]
      if (
        one === two ||
        pairs.has(`${page} ${other}`) ||
        estimateJaccard(matrix, one, two, jaccard) < minEstimate
      )
        continue
      pairs.set(`${page} ${other}`, {
        page,
        other,
        similarity: computeDiceCoefficient(shinglesOf(page), shinglesOf(other)),
      })
    }
  }
  return [...pairs.values()]
    .filter(({ similarity }) => similarity > limit)
    .sort((a, b) => b.similarity - a.similarity)
}

type SignatureBand = { from: number; to: number }

/** Bands as long as they can be while a pair at the limit still agrees in one of them. */
export function chooseBands(jaccard: number): SignatureBand[] {
  const isSafe = (rows: number) =>
    (1 - jaccard ** rows) ** Math.floor(signatureLength / rows) <= maxMissRate
  let rows = 1
  while (rows < signatureLength && isSafe(rows + 1)) rows++
  return Array.from({ length: Math.floor(signatureLength / rows) }, (_, index) => ({
    from: index * rows,
    to: (index + 1) * rows,
  }))
}

/**
 * Which pages say the same in a band, of those that are not alone with what they say: most are, and take no room.
 * @property order the pages of one bucket side by side, each time in their order.
 * @property owns, starts where a page stands in `order`, and where its bucket begins there: for each of its bands, from `offsets` on.
 */
type Buckets = Record<'offsets' | 'owns' | 'starts' | 'order', Int32Array>

/** A band in which pages share something is dealt twice, which takes less than to keep what came of it. */
function collectBuckets(matrix: Uint16Array, bands: SignatureBand[]): Buckets {
  const count = matrix.length / signatureLength
  const keys = hashBands(matrix, bands)
  const assignBuckets = createBucketer(count)
  const offsets = new Int32Array(count + 1)
  // Of most sites, hardly any.
  const shared = keys.filter((band) => {
    const { bucketOf, sizes } = assignBuckets(band)
    let isShared = false
    for (let page = 0; page < count; page++) {
      if (bucketOf[page] === noBucket || sizes[bucketOf[page]!]! < 2) continue
      offsets[page + 1]!++
      isShared = true
    }
    return isShared
  })
  for (let page = 0; page < count; page++) offsets[page + 1]! += offsets[page]!
  const [owns, starts, order] = [
    new Int32Array(offsets[count]!),
    new Int32Array(offsets[count]!),
    new Int32Array(offsets[count]!),
  ]
  const free = offsets.slice()
  const [begins, ends] = [new Int32Array(count), new Int32Array(count)]
  let end = 0
  for (const band of shared) {
    const { bucketOf, sizes } = assignBuckets(band)
    ends.fill(-1)
    for (let page = 0; page < count; page++) {
      const bucket = bucketOf[page]!
      if (bucket === noBucket || sizes[bucket]! < 2) continue
      if (ends[bucket]! < 0) {
        begins[bucket] = ends[bucket] = end
        end += sizes[bucket]!
      }
      const own = ends[bucket]!++
      order[own] = page
      owns[free[page]!] = own
      starts[free[page]!++] = begins[bucket]!
    }
  }
  return { offsets, owns, starts, order }
}

/** What each page says in each band, as a number. Page by page, since the signatures of a large site are not at hand twice. */
function hashBands(matrix: Uint16Array, bands: SignatureBand[]): Uint32Array[] {
  const keys = bands.map(() => new Uint32Array(matrix.length / signatureLength))
  for (let page = 0; page < keys[0]!.length; page++) {
    const start = page * signatureLength
    for (let band = 0; band < bands.length; band++) {
      const { from, to } = bands[band]!
      let key = 0
      for (let row = start + from; row < start + to; row++)
        key = Math.imul(key ^ matrix[row]!, fnvPrime)
      keys[band]![page] = mixBits(key)
    }
  }
  return keys
}

/** Odd, so that no bit of a number is lost, and with its bits all over: the next number meets other ones. (The prime of the hash FNV-1a.) */
const fnvPrime = 0x01000193

/** In the place of a bucket: no other page has this key. */
const noBucket = -1

/** Deals pages into buckets by their keys, but for most of those that are alone. The next deal writes over what was answered for the last. */
function createBucketer(
  count: number,
): (keys: Uint32Array) => { bucketOf: Int32Array; sizes: Int32Array } {
  // A hash table of which at most every second slot is taken; where two meet, the next free one is.
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * count + 1)))
  const [first, sizes, bucketOf] = [
    new Int32Array(count),
    new Int32Array(count),
    new Int32Array(count),
  ]
  // How many have a key that begins so, up to two: small enough to be at hand, and most have none beside them.
  const hashCounts = new Uint8Array(4 * slots.length)
  return (keys) => {
    slots.fill(-1)
    hashCounts.fill(0)
    for (let page = 0; page < count; page++) {
      const start = keys[page]! & (hashCounts.length - 1)
      if (hashCounts[start]! < 2) hashCounts[start]!++
    }
    let buckets = 0
    for (let page = 0; page < count; page++) {
      if (hashCounts[keys[page]! & (hashCounts.length - 1)] === 1) {
        bucketOf[page] = noBucket
        continue
      }
      let slot = keys[page]! & (slots.length - 1)
      while (slots[slot]! >= 0 && keys[first[slots[slot]!]!] !== keys[page])
        slot = (slot + 1) & (slots.length - 1)
      if (slots[slot]! < 0) {
        slots[slot] = buckets
        first[buckets] = page
        sizes[buckets++] = 0
      }
      const bucket = slots[slot]!
      sizes[bucket]!++
      bucketOf[page] = bucket
    }
    return { bucketOf, sizes }
  }
}
