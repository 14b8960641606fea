import { findAlike, findAlikeOf, type AlikePair } from '../likeness/find-alike.ts'
import { phrasesOf, readSignatures } from '../likeness/fingerprint.ts'
import type { PageSummary } from '../page-summary.ts'
import { problemAt, type Problem } from '../problem.ts'
import type { Rule, RuleContext } from './index.ts'

/** Above this share two pages tell the same, in percent; the site's settings may say otherwise. */
const defaultLimit = 60

type Context = Pick<RuleContext, 'pages' | 'merged' | 'placeNames' | 'detail' | 'alike'>
export type Likeness = { page: PageSummary; other: PageSummary; share: number }

/** Pairs of pages that are known to be alike, from a time when only `changed` pages were others; the share is in percent. */
export type KnownLikeness = {
  limit: number
  pairs: [page: string, other: string, share: number][]
  changed: Set<string>
}

/** So many changed pages are held against all others; with more, it is quicker to compare all anew. */
const fewChanged = 50

/**
 * The pairs of pages whose blocks say more alike than `limit`, both in percent: the Sørensen–Dice coefficient of their phrases of
 * three words, with the names of places left out, and on a page of a set what its address is made of.
 */
export function measureLikeness(
  { pages, merged, placeNames, detail, alike }: Context,
  limit: number,
): Likeness[] {
  const compared = pages.filter(({ signature }) => signature !== undefined)
  const signatures = readSignatures(compared.map(({ signature }) => signature!))
  const phrases = (index: number) => {
    const page = detail(compared[index]!.route)
    return phrasesOf(page, placeNames, merged.pages.get(page.route)?.names)
  }
  const least = leastShare(limit)
  const toLikeness = ({ page, other, share }: AlikePair) => ({
    page: compared[page]!,
    other: compared[other]!,
    share: Math.round(100 * share),
  })
  if (alike?.limit !== limit || alike.changed.size > fewChanged)
    return findAlike(signatures, phrases, least)
      .map(toLikeness)
      .filter(({ share }) => share > limit)
  const byRoute = new Map(compared.map((page) => [page.route, page]))
  const known = alike.pairs.flatMap(([page, other, share]) => {
    const [one, two] = [byRoute.get(page), byRoute.get(other)]
    return one && two && !alike.changed.has(page) && !alike.changed.has(other)
      ? [{ page: one, other: two, share }]
      : []
  })
  const some = compared.flatMap(({ route }, index) => (alike.changed.has(route) ? [index] : []))
  const found = findAlikeOf(some, signatures, phrases, least).map(toLikeness)
  return [...known, ...found].filter(({ share }) => share > limit).sort((a, b) => b.share - a.share)
}

/** Above this share (0 to 1) is what is above a limit in percent: a share is rounded before it is compared. */
export const leastShare = (limit: number): number => (limit + 0.5) / 100 - Number.EPSILON

/** The limit of a site, in percent. */
export function limitOf({ settings }: RuleContext['merged']): number {
  const { limit } = (settings.likeness ?? {}) as { limit?: number }
  return typeof limit === 'number' ? limit : defaultLimit
}

function checkLikeness(context: RuleContext): Problem[] {
  const limit = limitOf(context.merged)
  const found = measureLikeness(context, limit)
  context.onAlike?.(found)
  return found.map(({ page, other, share }) => {
    const message = `${page.route} says ${share} % the same as ${other.route}, names of places aside.`
    return problemAt(page.place, 'ALIKE', message, {
      expected: `at most ${limit} %`,
      found: `${share} %`,
    })
  })
}

export const likenessRules: Rule[] = [{ name: 'No two pages tell the same', check: checkLikeness }]
