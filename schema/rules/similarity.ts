import {
  findSimilarPairs,
  findPairsWith,
  type SimilarPair,
} from '../similarity/find-similar-pairs.ts'
import { hashPageShingles, decodeSignatures } from '../similarity/page-signature.ts'
import type { PageSummary } from '../resolve/page-summary.ts'
import { problemAt, type Problem } from '../problems/problem.ts'
import type { SiteRule, SiteRuleContext } from './index.ts'

/** Above this share two pages tell the same, in percent; the site's settings may say otherwise. */
const defaultSimilarityLimit = 60

type SimilarityContext = Pick<
  SiteRuleContext,
  'pages' | 'merged' | 'placeNames' | 'getResolvedPage' | 'knownSimilarity'
>
export type SimilarPages = { page: PageSummary; other: PageSummary; percentage: number }

/** Pairs of pages that are known to be alike, from a time when only `changed` pages were others; the share is in percent. */
export type KnownSimilarity = {
  limit: number
  pairs: [page: string, other: string, percentage: number][]
  changed: Set<string>
}

/** So many changed pages are held against all others; with more, it is quicker to compare all anew. */
const maxIncrementalChanges = 50

/**
 * The pairs of pages whose blocks say more alike than `limit`, both in percent: the Sørensen–Dice coefficient of their phrases of
 * three words, with the names of places left out, and on a page of a set what its address is made of.
 */
export function measureSimilarity(
  { pages, merged, placeNames, getResolvedPage, knownSimilarity }: SimilarityContext,
  limit: number,
): SimilarPages[] {
  const compared = pages.filter(({ signature }) => signature !== undefined)
  const signatures = decodeSignatures(compared.map(({ signature }) => signature!))
  const phrases = (index: number) => {
    const page = getResolvedPage(compared[index]!.route)
    return hashPageShingles(page, placeNames, merged.pages.get(page.route)?.routeValues)
  }
  const least = toMinSimilarity(limit)
  const toLikeness = ({ page, other, similarity }: SimilarPair) => ({
    page: compared[page]!,
    other: compared[other]!,
    percentage: Math.round(100 * similarity),
  })
  if (knownSimilarity?.limit !== limit || knownSimilarity.changed.size > maxIncrementalChanges)
    return findSimilarPairs(signatures, phrases, least)
      .map(toLikeness)
      .filter(({ percentage }) => percentage > limit)
  const byRoute = new Map(compared.map((page) => [page.route, page]))
  const known = knownSimilarity.pairs.flatMap(([page, other, percentage]) => {
    const [one, two] = [byRoute.get(page), byRoute.get(other)]
    return one && two && !knownSimilarity.changed.has(page) && !knownSimilarity.changed.has(other)
      ? [{ page: one, other: two, percentage }]
      : []
  })
  const some = compared.flatMap(({ route }, index) =>
    knownSimilarity.changed.has(route) ? [index] : [],
  )
  const found = findPairsWith(some, signatures, phrases, least).map(toLikeness)
  return [...known, ...found]
    .filter(({ percentage }) => percentage > limit)
    .sort((a, b) => b.percentage - a.percentage)
}

/** Above this share (0 to 1) is what is above a limit in percent: a share is rounded before it is compared. */
export const toMinSimilarity = (limit: number): number => (limit + 0.5) / 100 - Number.EPSILON

/** The limit of a site, in percent. */
export function getSimilarityLimit({ settings }: SiteRuleContext['merged']): number {
  const { limit } = (settings.likeness ?? {}) as { limit?: number }
  return typeof limit === 'number' ? limit : defaultSimilarityLimit
}

function checkSimilarity(context: SiteRuleContext): Problem[] {
  const limit = getSimilarityLimit(context.merged)
  const found = measureSimilarity(context, limit)
  context.onSimilarityMeasured?.(found)
  return found.map(({ page, other, percentage }) => {
    const message = `${page.route} says ${percentage} % the same as ${other.route}, names of places aside.`
    return problemAt(page.location, 'ALIKE', message, {
      expected: `at most ${limit} %`,
      found: `${percentage} %`,
    })
  })
}

export const similarityRules: SiteRule[] = [
  { name: 'No two pages tell the same', check: checkSimilarity },
]
