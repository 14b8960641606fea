import { signatureLength } from './find-similar-pairs.ts'

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
    counts.fill(0)
    for (let at = row; at < matrix.length; at += signatureLength) counts[matrix[at]!]!++
    for (let page = 0; page < pageCount; page++)
      if (counts[matrix[page * signatureLength + row]!] === 1) own[page]!++
  }
  return own.map((count) => count / signatureLength)
}
