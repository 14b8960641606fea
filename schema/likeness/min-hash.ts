import { mixBits } from './list-phrases.ts'

/** More make estimates better, and signatures longer. */
export const signatureLength = 256

// Odd factors and offsets, made from a fixed seed, so that signatures can be kept.
const factors = Uint32Array.from({ length: signatureLength }, (_, index) => mixBits(2 * index + 1) | 1)
const offsets = Uint32Array.from({ length: signatureLength }, (_, index) => mixBits(2 * index + 2))

/**
 * The signature of a set of numbers: the smallest value that each of many hash functions gives to any of them. Two sets agree in
 * as large a share of it as their Jaccard coefficient is. (A. Z. Broder, "On the resemblance and containment of documents", 1997.)
 * @param numbers spread evenly, as hashes are.
 */
export function signNumbers(numbers: Uint32Array): Uint32Array {
  const signature = new Uint32Array(signatureLength)
  for (let index = 0; index < signatureLength; index++) {
    const [factor, offset] = [factors[index]!, offsets[index]!]
    // Compared as whole numbers with a sign, which the processor is quick at; any order of the values does.
    let least = 0x7fffffff
    for (let at = 0; at < numbers.length; at++) {
      const value = (Math.imul(numbers[at]!, factor) + offset) | 0
      if (value < least) least = value
    }
    signature[index] = least
  }
  return signature
}

/** How far an estimate from so many rows may lie from the truth: three standard errors, which is exceeded once in 370 times. */
export const errorOf = (jaccard: number, rows: number): number => 3 * Math.sqrt((jaccard * (1 - jaccard)) / rows)

/** Most pairs are far from alike, and so many rows tell it. */
const firstRows = 64

/**
 * The Jaccard coefficient of two sets, estimated; 0 where it is below `least` beyond doubt.
 * @param matrix signatures, one behind the other. @param a, b which of them.
 */
export function estimateJaccard(matrix: Uint32Array, a: number, b: number, least: number): number {
  const first = countSame(matrix, a, b, 0, firstRows)
  if (first / firstRows < least - errorOf(least, firstRows)) return 0
  return (first + countSame(matrix, a, b, firstRows, signatureLength)) / signatureLength
}

/** Without a branch: whether two rows are the same is anybody's guess, and the processor's guesses cost more than the sum. */
function countSame(matrix: Uint32Array, a: number, b: number, from: number, to: number): number {
  const [first, second] = [a * signatureLength, b * signatureLength]
  let different = 0
  for (let row = from; row < to; row++) {
    const bits = matrix[first + row]! ^ matrix[second + row]!
    different += (bits | -bits) >>> 31
  }
  return to - from - different
}
