import { mixBits } from './shingles.ts'

/** One bin for each value of a byte. More would make estimates better, and signatures longer. */
export const signatureLength = 256

/**
 * The signature of a set of numbers. One hash function deals them into bins, and of each bin the smallest is kept; an empty one borrows
 * from another that is chosen by its own number, so that two sets borrow alike. Two sets agree in as large a share of their signatures
 * as their Jaccard coefficient is. (A. Z. Broder, "On the resemblance and containment of documents", 1997; P. Li, A. Owen, C.-H. Zhang,
 * "One permutation hashing", 2012; A. Shrivastava, "Optimal densification for fast and accurate minwise hashing", 2017.)
 * @param numbers at least one; the same one twice makes no difference.
 * @returns 16 bits of each: two that differ are taken for the same once in 65,536 times.
 */
export function computeSignature(numbers: Uint32Array): Uint16Array {
  const least = new Uint32Array(signatureLength).fill(emptyBin)
  for (let index = 0; index < numbers.length; index++) {
    const hash = mixBits(numbers[index]!)
    const value = hash & 0xffffff
    const bin = hash >>> 24
    if (value < least[bin]!) least[bin] = value
  }
  const signature = new Uint16Array(signatureLength)
  for (let bin = 0; bin < signatureLength; bin++) {
    let from = bin
    for (let attempt = 1; least[from] === emptyBin; attempt++)
      from = mixBits(bin * 0x10001 + attempt) >>> 24
    signature[bin] = mixBits(least[from]!) & 0xffff
  }
  return signature
}

/** Above every value that a bin can hold. */
const emptyBin = 0xffffffff

/** How far an estimate from so many rows may lie from the truth: three standard errors, which is exceeded once in 370 times. */
export const computeErrorMargin = (jaccard: number, rows: number): number =>
  3 * Math.sqrt((jaccard * (1 - jaccard)) / rows)

/** Most pairs are far from alike, and so many rows tell it. */
const prefilterRows = 64

/**
 * The Jaccard coefficient of two sets, estimated; 0 where it is below `least` beyond doubt.
 * @param matrix signatures, one behind the other. @param a, b which of them.
 */
export function estimateJaccard(matrix: Uint16Array, a: number, b: number, least: number): number {
  const first = countEqualRows(matrix, a, b, 0, prefilterRows)
  if (first / prefilterRows < least - computeErrorMargin(least, prefilterRows)) return 0
  return (first + countEqualRows(matrix, a, b, prefilterRows, signatureLength)) / signatureLength
}

/** Without a branch: whether two rows are the same is anybody's guess, and the processor's guesses cost more than the sum. */
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
