/** Finds similar pages in time linear in their number: MinHash proposes pairs, which are verified. */
import { computeDiceCoefficient, fnvPrime, mixBits } from './shingles.ts'

/** The indexes of two pages and their Sørensen–Dice coefficient, from 0 to 1. */
export type SimilarPair = { page: number; other: number; similarity: number }

/**
 * One bin for each value of a byte. More bins would give better estimates, but longer signatures.
 */
export const signatureLength = 256

/**
 * The probability of missing a pair exactly at the limit. More similar pairs are missed less often.
 */
const maxMissRate = 0.001
/**
 * In a bucket, a page is compared with the first pages and with those just before it: as many of
 * each.
 */
const maxBucketNeighbors = 32
/** The maximum number of candidates per page that are compared exactly. */
const maxCandidates = 32
/** The maximum number of pairs returned per page. */
const maxPairsPerPage = 8

/**
 * Computes the MinHash signature of a set. One hash function assigns numbers to bins and the
 * minimum of each bin is kept; an empty bin copies another one, chosen by its index. The expected
 * fraction of equal rows in two signatures is the Jaccard coefficient of their sets.
 *
 * Sources: A. Z. Broder, "On the resemblance and containment of documents", 1997; P. Li, A. Owen,
 * C.-H. Zhang, "One permutation hashing", 2012; A. Shrivastava, "Optimal densification for fast and
 * accurate minwise hashing", 2017.
 *
 * @param numbers at minimum one; duplicates are ignored
 * @returns `signatureLength` hashes of 16 bits, which collide with a probability of 1 in 65,536
 */
export function computeSignature(numbers: Uint32Array): Uint16Array {
  const emptyBin = 0xffffffff
  const minimums = new Uint32Array(signatureLength).fill(emptyBin)
  for (let at = 0; at < numbers.length; at++) {
    const hash = mixBits(numbers[at]!)
    const [bin, value] = [hash >>> 24, hash & 0xffffff]
    if (value < minimums[bin]!) minimums[bin] = value
  }
  const signature = new Uint16Array(signatureLength)
  for (let bin = 0; bin < signatureLength; bin++) {
    let from = bin
    for (let attempt = 1; minimums[from] === emptyBin; attempt++)
      from = mixBits(bin * 0x10001 + attempt) >>> 24
    signature[bin] = mixBits(minimums[from]!)
  }
  return signature
}

/**
 * Finds pairs of pages whose similarity exceeds `limit`, most similar first. Signatures are cut into
 * bands; only pages with an equal band are candidates, and only candidates are compared exactly. A
 * page with many similar pages is paired only with the most similar ones before it.
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
  const estimate = createEstimator(matrix, limit)
  const buckets = collectBuckets(matrix, limit)
  const lastSeen = new Int32Array(buckets.length).fill(-1)
  const pairs = buckets.flatMap((joined, page) => {
    const candidates: { other: number; estimated: number }[] = []
    for (const { bucket, at } of joined)
      for (let before = 0; before < at; before++) {
        if (before === maxBucketNeighbors) before = Math.max(before, at - maxBucketNeighbors)
        const other = bucket[before]!
        if (lastSeen[other] === page) continue
        lastSeen[other] = page
        const estimated = estimate(page, other)
        if (estimated !== undefined) candidates.push({ other, estimated })
      }
    return candidates
      .sort((a, b) => b.estimated - a.estimated)
      .slice(0, maxCandidates)
      .map(({ other }) => comparePages(page, other, shinglesOf))
      .filter(({ similarity }) => similarity > limit)
      .sort((a, b) => b.similarity - a.similarity)
      .slice(0, maxPairsPerPage)
  })
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
  const estimate = createEstimator(matrix, limit)
  const [done, pairs] = [new Set<number>(), [] as SimilarPair[]]
  for (const one of some) {
    done.add(one)
    for (let two = 0; two < matrix.length / signatureLength; two++)
      if (!done.has(two) && estimate(one, two) !== undefined)
        pairs.push(comparePages(Math.max(one, two), Math.min(one, two), shinglesOf))
  }
  return pairs
    .filter(({ similarity }) => similarity > limit)
    .sort((a, b) => b.similarity - a.similarity)
}

const comparePages = (
  page: number,
  other: number,
  shinglesOf: (page: number) => Uint32Array,
): SimilarPair => ({
  page,
  other,
  similarity: computeDiceCoefficient(shinglesOf(page), shinglesOf(other)),
})

const toJaccard = (dice: number) => dice / (2 - dice)

/**
 * Creates a function that estimates the Jaccard coefficient of two pages. It returns undefined if
 * the estimate is more than three standard errors below the limit, which the first rows show for
 * most pairs.
 */
function createEstimator(
  matrix: Uint16Array,
  limit: number,
): (page: number, other: number) => number | undefined {
  const jaccard = toJaccard(limit)
  const steps = [signatureLength / 4, signatureLength].map((end) => ({
    end,
    maxDifferent: end * (1 - jaccard + 3 * Math.sqrt((jaccard * (1 - jaccard)) / end)),
  }))
  return (page, other) => {
    const [first, second] = [page * signatureLength, other * signatureLength]
    let [row, different] = [0, 0]
    for (const { end, maxDifferent } of steps) {
      for (; row < end; row++) {
        // Counts without a branch, which would be mispredicted.
        const bits = matrix[first + row]! ^ matrix[second + row]!
        different += (bits | -bits) >>> 31
      }
      if (different > maxDifferent) return undefined
    }
    return 1 - different / signatureLength
  }
}

/** A group of pages with an equal band, and the position of one page in it. */
type JoinedBucket = { bucket: number[]; at: number }

/** Lists for each page the buckets that an earlier page has begun. */
function collectBuckets(matrix: Uint16Array, limit: number): JoinedBucket[][] {
  const joined = Array.from({ length: matrix.length / signatureLength }, (): JoinedBucket[] => [])
  const rows = chooseBandLength(toJaccard(limit))
  for (let band = 0; band + rows <= signatureLength; band += rows) {
    const buckets = new Map<number, number[]>()
    for (let page = 0; page < joined.length; page++) {
      let key = 0
      for (let row = 0; row < rows; row++)
        key = Math.imul(key ^ matrix[page * signatureLength + band + row]!, fnvPrime)
      const bucket = buckets.get(key)
      if (bucket) joined[page]!.push({ bucket, at: bucket.push(page) - 1 })
      else buckets.set(key, [page])
    }
  }
  return joined
}

/** Chooses the longest bands that rarely miss a pair at the limit. */
function chooseBandLength(jaccard: number): number {
  const isSafe = (rows: number) =>
    (1 - jaccard ** rows) ** Math.floor(signatureLength / rows) <= maxMissRate
  let rows = 1
  while (rows < signatureLength && isSafe(rows + 1)) rows++
  return rows
}

/** As many as a row of a signature can have. */
const valueCount = 0x10000

/**
 * Estimates which share of each page's phrases is on no other page, from 0 to 1: a signature is a
 * sample of them. Its time is linear in the number of pages.
 * @param matrix the signatures of all pages, `signatureLength` numbers each
 */
export function estimateOwnShares(matrix: Uint16Array): number[] {
  const pageCount = matrix.length / signatureLength
  const own = new Array<number>(pageCount).fill(0)
  const counts = new Uint32Array(valueCount)
  for (let row = 0; row < signatureLength; row++) {
    for (let at = row; at < matrix.length; at += signatureLength) counts[matrix[at]!]!++
    for (let page = 0; page < pageCount; page++)
      if (counts[matrix[page * signatureLength + row]!] === 1) own[page]!++
    // Only what was counted, since most sites have few pages.
    for (let at = row; at < matrix.length; at += signatureLength) counts[matrix[at]!] = 0
  }
  return own.map((count) => count / signatureLength)
}
