import { mixBits } from './shingles.ts'

/**
 * One bin for each value of a byte. More bins would give better estimates, but longer signatures.
 */
export const signatureLength = 256

/**
 * Computes the MinHash signature of a set. One hash function assigns numbers to bins and the
 * minimum of each bin is kept; an empty bin copies another one, chosen by its index. The expected
 * fraction of equal rows in two signatures is the Jaccard coefficient of their sets.
 *
 * Sources: A. Z. Broder, "On the resemblance and containment of documents", 1997; P. Li, A. Owen,
 * C.-H. Zhang, "One permutation hashing", 2012; A. Shrivastava, "Optimal densification for fast and
 * accurate minwise hashing", 2017.
 *
 * @param numbers at minimums one; duplicates are ignored
 * @returns `signatureLength` hashes of 16 bits, which collide with a probability of 1 in 65,536
 */
export function computeSignature(numbers: Uint32Array): Uint16Array {
  const minimums = new Uint32Array(signatureLength).fill(emptyBin)
  for (let index = 0; index < numbers.length; index++) {
    const hash = mixBits(numbers[index]!)
    const value = hash & 0xffffff
    const bin = hash >>> 24
    if (value < minimums[bin]!) minimums[bin] = value
  }
  const signature = new Uint16Array(signatureLength)
  for (let bin = 0; bin < signatureLength; bin++) {
    let from = bin
    for (let attempt = 1; minimums[from] === emptyBin; attempt++)
      from = mixBits(bin * 0x10001 + attempt) >>> 24
    signature[bin] = mixBits(minimums[from]!) & 0xffff
  }
  return signature
}

/** Greater than any value in a bin. */
const emptyBin = 0xffffffff

/** Returns three standard errors of an estimate from `rows` rows. */
export const computeErrorMargin = (jaccard: number, rows: number): number =>
  3 * Math.sqrt((jaccard * (1 - jaccard)) / rows)

/** Enough rows to rule out most pairs. */
const prefilterRows = 64

/**
 * Estimates the Jaccard coefficient of two sets from their signatures.
 * @param matrix the signatures, `signatureLength` numbers each
 * @param a, b the indexes of the signatures
 * @returns 0 if a prefix of the signatures rules out a coefficient of `minimum`
 */
export function estimateJaccard(
  matrix: Uint16Array,
  a: number,
  b: number,
  minimum: number,
): number {
  const first = countEqualRows(matrix, a, b, 0, prefilterRows)
  if (first / prefilterRows < minimum - computeErrorMargin(minimum, prefilterRows)) return 0
  return (first + countEqualRows(matrix, a, b, prefilterRows, signatureLength)) / signatureLength
}

/** Counts without branches, which would be mispredicted. */
function countEqualRows(
  matrix: Uint16Array,
  a: number,
  b: number,
  from: number,
  to: number,
): number {
  const [first, second] = [a * signatureLength, b * signatureLength]
  let different = 0
  for (let row = from; row < to; row++) {
    const bits = matrix[first + row]! ^ matrix[second + row]!
    different += (bits | -bits) >>> 31
  }
  return to - from - different
}
