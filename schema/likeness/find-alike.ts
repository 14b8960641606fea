import { comparePhrases, mixBits } from './list-phrases.ts'
import { errorOf, estimateJaccard, signatureLength } from './min-hash.ts'

/** Two pages by their indexes, and their Sørensen–Dice coefficient, from 0 to 1. */
export type AlikePair = { page: number; other: number; share: number }

/** A pair exactly at the limit may be missed as often; one above it less and less. */
const missed = 0.001
/** Of a bucket, a page is compared with so many from its beginning, and as many right before itself. */
const fromBucket = 32
/** So many of a page's likeliest partners are compared phrase by phrase. */
const compared = 32
/** So many pairs are listed for one page. */
const listed = 8

/**
 * The pairs of pages that share more than `limit` (0 to 1), the most alike first, in a time that grows with the number of pages and
 * not with that of pairs: signatures are cut into bands, and only pages that agree in a band are looked at (locality-sensitive
 * hashing; A. Gionis, P. Indyk, R. Motwani, "Similarity search in high dimensions via hashing", 1999). What they share is then
 * counted exactly. A page that many others are like is listed with the likest few that stand before it.
 * @param matrix the signatures of the pages, one behind the other, so that the processor finds the next ones where it looks.
 * @param phrasesOf asked for those alone that seem to be alike.
 */
export function findAlike(matrix: Uint16Array, phrasesOf: (page: number) => Uint32Array, limit: number): AlikePair[] {
  const jaccard = limit / (2 - limit)
  const count = matrix.length / signatureLength
  const bands = cutBands(jaccard).map((rows) => sortBand(matrix, rows))
  const least = jaccard - errorOf(jaccard, signatureLength)
  const lastSeen = new Int32Array(count).fill(-1)
  const findPartners = (page: number): AlikePair[] => {
    const partners: { other: number; estimate: number }[] = []
    for (const { order, rank, start } of bands) {
      const [first, own] = [start[page]!, rank[page]!]
      const gap = Math.max(first + fromBucket, own - fromBucket)
      for (let at = first; at < own; at++) {
        if (at === first + fromBucket) at = gap
        const other = order[at]!
        if (lastSeen[other] === page) continue
        lastSeen[other] = page
        const estimate = estimateJaccard(matrix, page, other, jaccard)
        if (estimate >= least) partners.push({ other, estimate })
      }
    }
    return partners
      .sort((a, b) => b.estimate - a.estimate)
      .slice(0, compared)
      .map(({ other }) => ({ page, other, share: comparePhrases(phrasesOf(page), phrasesOf(other)) }))
      .filter(({ share }) => share > limit)
      .sort((a, b) => b.share - a.share)
      .slice(0, listed)
  }
  const pairs: AlikePair[] = []
  for (let page = 0; page < count; page++) pairs.push(...findPartners(page))
  return pairs.sort((a, b) => b.share - a.share)
}

/**
 * The pairs of some pages with any other: what `findAlike` finds of them, and what it may have missed.
 * @param some indexes of pages, so few that each can be held against all.
 */
export function findAlikeOf(some: number[], matrix: Uint16Array, phrasesOf: (page: number) => Uint32Array, limit: number): AlikePair[] {
  const jaccard = limit / (2 - limit)
  const least = jaccard - errorOf(jaccard, signatureLength)
  const pairs = new Map<string, AlikePair>()
  for (const one of some) {
    for (let two = 0; two < matrix.length / signatureLength; two++) {
      const [other, page] = one < two ? [one, two] : [two, one]
      if (one === two || pairs.has(`${page} ${other}`) || estimateJaccard(matrix, one, two, jaccard) < least) continue
      pairs.set(`${page} ${other}`, { page, other, share: comparePhrases(phrasesOf(page), phrasesOf(other)) })
    }
  }
  return [...pairs.values()].filter(({ share }) => share > limit).sort((a, b) => b.share - a.share)
}

type Band = { from: number; to: number }

/** Bands as long as they can be while a pair at the limit still agrees in one of them. */
export function cutBands(jaccard: number): Band[] {
  const isSafe = (rows: number) => (1 - jaccard ** rows) ** Math.floor(signatureLength / rows) <= missed
  let rows = 1
  while (rows < signatureLength && isSafe(rows + 1)) rows++
  return Array.from({ length: Math.floor(signatureLength / rows) }, (_, index) => ({ from: index * rows, to: (index + 1) * rows }))
}

/** The pages in the order of what their signatures say in one band; of those that say the same, the first one stands at `start`. */
function sortBand(matrix: Uint16Array, { from, to }: Band): { order: Int32Array; rank: Int32Array; start: Int32Array } {
  // What a page says, and behind that its index, in one number: up to 2³² × 2²¹.
  const room = 2 ** 21
  const keys = new Float64Array(matrix.length / signatureLength)
  for (let page = 0; page < keys.length; page++) {
    let key = 0
    for (let row = from; row < to; row++) key = mixBits(Math.imul(key, 31) + matrix[page * signatureLength + row]!)
    keys[page] = key * room + page
  }
  keys.sort()
  const order = Int32Array.from(keys, (key) => key % room)
  const rank = new Int32Array(keys.length)
  const start = new Int32Array(keys.length)
  let first = 0
  order.forEach((page, at) => {
    if (at > 0 && Math.floor(keys[at]! / room) !== Math.floor(keys[at - 1]! / room)) first = at
    rank[page] = at
    start[page] = first
  })
  return { order, rank, start }
}
