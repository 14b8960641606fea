import { findAlike } from '../likeness/find-alike.ts'
import { phrasesOf, readSignature } from '../likeness/fingerprint.ts'
import type { PageSummary } from '../page-summary.ts'
import { problemAt, type Problem } from '../problem.ts'
import type { Rule, RuleContext } from './index.ts'

/** Above this share two pages tell the same, in percent; the site's settings may say otherwise. */
const defaultLimit = 60

type Context = Pick<RuleContext, 'pages' | 'merged' | 'placeNames' | 'detail'>
export type Likeness = { page: PageSummary; other: PageSummary; share: number }

/**
 * The pairs of pages whose blocks say more alike than `limit`, both in percent: the Sørensen–Dice coefficient of their phrases of
 * three words, with the names of places left out, and on a page of a set what its address is made of.
 */
export function measureLikeness({ pages, merged, placeNames, detail }: Context, limit: number): Likeness[] {
  const compared = pages.filter(({ signature }) => signature !== undefined)
  const phrases = (index: number) => {
    const page = detail(compared[index]!.route)
    return phrasesOf(page, placeNames, merged.pages.get(page.route)?.names)
  }
  // A share is rounded before it is compared with the limit.
  return findAlike(compared.map(({ signature }) => readSignature(signature!)), phrases, (limit + 0.5) / 100 - Number.EPSILON)
    .map(({ page, other, share }) => ({ page: compared[page]!, other: compared[other]!, share: Math.round(100 * share) }))
    .filter(({ share }) => share > limit)
}

function checkLikeness(context: RuleContext): Problem[] {
  const settings = context.merged.settings.likeness as { limit?: number } | undefined
  const limit = typeof settings?.limit === 'number' ? settings.limit : defaultLimit
  return measureLikeness(context, limit).map(({ page, other, share }) => {
    const message = `${page.route} says ${share} % the same as ${other.route}, names of places aside.`
    return problemAt(page.place, 'ALIKE', message, { expected: `at most ${limit} %`, found: `${share} %` })
  })
}

export const likenessRules: Rule[] = [{ name: 'No two pages tell the same', check: checkLikeness }]
