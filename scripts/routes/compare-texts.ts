import {
  findSimilarPairs,
  computeSignature,
  signatureLength,
} from '../../schema/similarity/find-similar-pairs.ts'
import type { Neighbor } from './types.ts'

/** @property shingles sorted, each once. */
type ComparedPage = { route: string; shingles: Uint32Array }

/** Measures which share of each page's phrases is on no other page, from 0 to 1. */
export function measureOwnShares(pages: ComparedPage[]): Map<string, number> {
  const all = new Uint32Array(pages.reduce((sum, { shingles }) => sum + shingles.length, 0))
  let at = 0
  for (const { shingles } of pages) {
    all.set(shingles, at)
    at += shingles.length
  }
  all.sort()
  // A page has each of its phrases once, so a phrase that repeats is on several pages.
  const repeated = all.filter((value, index) => value === all[index - 1])
  return new Map(
    pages
      .filter(({ shingles }) => shingles.length > 0)
      .map(({ route, shingles }) => {
        const own = shingles.reduce(
          (sum, value) => sum + (includesSorted(repeated, value) ? 0 : 1),
          0,
        )
        return [route, own / shingles.length]
      }),
  )
}

function includesSorted(sorted: Uint32Array, value: number): boolean {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! < value) low = middle + 1
    else high = middle
  }
  return sorted[low] === value
}

/** Pages that share less are not neighbors. On a large site, most pairs are not even compared. */
const minSimilarity = { small: 0.05, large: 0.3 }
const maxSmallSite = 500
/** Pages with fewer phrases are similar by chance. */
const minComparedShingles = 20

/** Finds the most similar other page of each page that has one. */
export function findNeighbors(pages: ComparedPage[]): Map<string, Neighbor> {
  const compared = pages.filter(({ shingles }) => shingles.length >= minComparedShingles)
  const matrix = new Uint16Array(compared.length * signatureLength)
  for (const [index, { shingles }] of compared.entries())
    matrix.set(computeSignature(shingles), index * signatureLength)
  const pairs = findSimilarPairs(
    matrix,
    (index) => compared[index]!.shingles,
    compared.length > maxSmallSite ? minSimilarity.large : minSimilarity.small,
  )
  const neighbors = new Map<string, Neighbor>()
  // The most similar pair comes first.
  for (const { page, other, similarity } of pairs)
    for (const [one, two] of [
      [page, other],
      [other, page],
    ] as const) {
      const { route } = compared[one]!
      if (!neighbors.has(route)) neighbors.set(route, { address: compared[two]!.route, similarity })
    }
  return neighbors
}
