import { computeDiceCoefficient, mixBits } from './shingles.ts'
import { computeErrorMargin, estimateJaccard, signatureLength } from './min-hash.ts'

/** The indexes of two pages and their Sørensen–Dice coefficient, from 0 to 1. */
export type SimilarPair = { page: number; other: number; similarity: number }

/**
 * The probability of missing a pair exactly at the limit. More similar pairs are missed less often.
 */
const maxMissRate = 0.001
/** In a bucket, a page is compared with the first pages and with those just before it: 32 of each. */
const maxBucketNeighbors = 32
/** The maximum number of candidates per page that are compared exactly. */
const maxCandidates = 32
/** The maximum number of pairs returned per page. */
const maxPairsPerPage = 8

/**
 * Finds pairs of pages whose similarity exceeds `limit`, most similar first, in time linear in the
 * number of pages. Uses locality-sensitive hashing: signatures are cut into bands, only pages with
 * an equal band are candidates, and the shingles of candidates are compared exactly. A page with
 * many similar pages is paired only with the most similar ones before it.
 *
 * Source: A. Gionis, P. Indyk, R. Motwani, "Similarity search in high dimensions via hashing",
 * 1999.
 * @param matrix the signatures of all pages, `signatureLength` numbers each
 * @param shinglesOf returns the shingles of a page; called for candidates only
 * @param limit Sørensen–Dice coefficient, from 0 to 1
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
    // Fast path for most pages.
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
 * Finds all similar pairs that include some of the pages, comparing these with every page.
 * @param some indexes of pages; only efficient for a few
 * @param matrix, shinglesOf, limit see `findSimilarPairs`
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

/** Chooses the longest bands that rarely miss a pair at the limit. */
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
 * Groups of pages with an equal band. Buckets with a single page are not stored.
 * @property order the pages of each bucket, one bucket after another
 * @property owns, starts for each shared band of a page, its own index and that of its bucket in
 *   `order`. The entries of a page start at `offsets[page]`.
 */
type Buckets = Record<'offsets' | 'owns' | 'starts' | 'order', Int32Array>

/**
 * Collects the buckets of bands that pages share. Assigns buckets twice, which is cheaper than
 * keeping the first assignment.
 */
function collectBuckets(matrix: Uint16Array, bands: SignatureBand[]): Buckets {
  const count = matrix.length / signatureLength
  const keys = hashBands(matrix, bands)
  const assignBuckets = createBucketer(count)
  const offsets = new Int32Array(count + 1)
  // On most sites, pages share few bands.
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

/**
 * Hashes each band of each page. Iterates by page, because the signatures do not fit the CPU
 * caches.
 */
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

/** The prime of the FNV-1a hash function. */
const fnvPrime = 0x01000193

/** Marks a page without a bucket, since its key is unique. */
const noBucket = -1

/**
 * Creates a function that assigns pages with equal keys to buckets, skipping most unique keys. Each
 * call overwrites the result of the previous one.
 */
function createBucketer(
  count: number,
): (keys: Uint32Array) => { bucketOf: Int32Array; sizes: Int32Array } {
  // An open-addressing hash table with a load factor of at most 0.5.
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * count + 1)))
  const [first, sizes, bucketOf] = [
    new Int32Array(count),
    new Int32Array(count),
    new Int32Array(count),
  ]
  // Counts keys by their low bits, up to two. The counts fit the CPU caches and rule out most
  // unique keys.
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
