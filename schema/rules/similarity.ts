import {
  findSimilarPairs,
  findPairsWith,
  type SimilarPair,
  estimateOwnShares,
} from '../similarity/find-similar-pairs.ts'
import { hashPageShingles, decodeSignatures } from '../similarity/page-signature.ts'
import { limitPages } from '../util/format-first-items.ts'
import type { PageSummary } from '../resolve/page-summary.ts'
import { problemAt, type Problem } from '../problems/problem.ts'
import type { SimilarPages, SiteRuleContext } from './types.ts'
import { fixUntranslated, putTranslationsLast } from './untranslated.ts'

/** In percent. */
const similarityLimit = 60

/** The smallest coefficient, from 0 to 1, whose rounded percentage exceeds the limit: 0.605. */
const minSimilarity = (similarityLimit + 0.5) / 100 - Number.EPSILON

type SimilarityContext = Pick<
  SiteRuleContext,
  'pages' | 'site' | 'placeNames' | 'getResolvedPage' | 'knownSimilarity'
>

/** With more changed pages, comparing all pages again is faster. */
const maxIncrementalChanges = 50

/**
 * Finds pairs of pages whose texts are more similar than the limit. The similarity is the
 * Sørensen–Dice coefficient of their three-word phrases, ignoring names of places and, on pages of
 * sets, the cells in the route.
 * @returns pairs with their similarity in percent, most similar first
 */
export function measureSimilarity({
  pages,
  site,
  placeNames,
  getResolvedPage,
  knownSimilarity,
}: SimilarityContext): SimilarPages[] {
  const compared = pages.filter(({ signature }) => signature !== undefined)
  const signatures = decodeSignatures(compared.map(({ signature }) => signature!))
  const getShingles = (index: number) => {
    const page = getResolvedPage(compared[index]!.route)
    return hashPageShingles(page, placeNames, site.pages.get(page.route)?.routeValues)
  }
  const toSimilarPages = ({ page, other, similarity }: SimilarPair) => ({
    page: compared[page]!,
    other: compared[other]!,
    percentage: Math.round(100 * similarity),
  })
  if (!knownSimilarity || knownSimilarity.changed.size > maxIncrementalChanges)
    return findSimilarPairs(signatures, getShingles, minSimilarity)
      .map(toSimilarPages)
      .filter(({ percentage }) => percentage > similarityLimit)
  const byRoute = new Map(compared.map((page) => [page.route, page]))
  const known = knownSimilarity.pairs.flatMap(([page, other, percentage]) => {
    const [one, two] = [byRoute.get(page), byRoute.get(other)]
    return one && two && !knownSimilarity.changed.has(page) && !knownSimilarity.changed.has(other)
      ? [{ page: one, other: two, percentage }]
      : []
  })
  const changedIndexes = compared.flatMap(({ route }, index) =>
    knownSimilarity.changed.has(route) ? [index] : [],
  )
  const found = findPairsWith(changedIndexes, signatures, getShingles, minSimilarity).map(
    toSimilarPages,
  )
  return [...known, ...found]
    .filter(({ percentage }) => percentage > similarityLimit)
    .sort((a, b) => b.percentage - a.percentage)
}

/** No two pages are nearly the same. */
export function checkSimilarity(context: SiteRuleContext): Problem[] {
  const found = measureSimilarity(context)
  context.onSimilarityMeasured?.(found)
  const similar = found.map(({ page: later, other: earlier, percentage }) => {
    const [other = earlier, page = later] = putTranslationsLast([earlier, later], context)
    const message = `${page.route} is ${percentage}% the same as ${other.route}, not counting place names.`
    return problemAt(page.location, 'NEAR_DUPLICATE', message, {
      expected: `at most ${similarityLimit}%`,
      found: `${percentage}%`,
      ...fixUntranslated(page, other, context),
    })
  })
  const reported = new Set(found.flatMap(({ page, other }) => [page.route, other.route]))
  return [...similar, ...reportThinPages(context, reported)]
}

/** A page with more words of its own is useful, whatever else it repeats. */
const enoughWords = 200
/** The number of pages that are reported one by one. */
const maxThinPages = 5

/**
 * Reports the listed pages for searches that say little of their own, the thinnest first. Only in
 * checks.
 * @param reported pages that are nearly the same as another one
 */
function reportThinPages(context: SiteRuleContext, reported: Set<string>): Problem[] {
  const { pages, site, today } = context
  if (today === undefined) return []
  const compared = pages.filter(({ signature }) => signature !== undefined)
  const shares = estimateOwnShares(decodeSignatures(compared.map(({ signature }) => signature!)))
  const isForSearches = ({ route, meta, data }: PageSummary) =>
    meta.indexed &&
    data.kind !== 'home' &&
    (meta.service || meta.city || site.pages.get(route)?.routeValues)
  const thin = compared
    .map((page, index) => ({ page, share: shares[index]! }))
    .filter(({ page, share }) => {
      const { route, words = 0 } = page
      return (
        isForSearches(page) && share < 0.5 && share * words < enoughWords && !reported.has(route)
      )
    })
    .sort((one, other) => one.share - other.share)
  return limitPages(thin, maxThinPages).map(({ page: { page }, more }) => {
    const { route, location } = page
    const message = `At least half of ${route} is on other pages, too, not counting place names.`
    return problemAt(location, 'THIN_PAGE', message + more)
  })
}
