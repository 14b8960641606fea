import { findAlike, type Fingerprint } from '../likeness/find-alike.ts'
import { listPhrases } from '../likeness/list-phrases.ts'
import { signNumbers } from '../likeness/min-hash.ts'
import { problemAt, type Problem } from '../problem.ts'
import type { ResolvedPage } from '../resolve-page.ts'
import type { Rule, RuleContext } from './index.ts'

/** Above this share two pages tell the same, in percent; the site's settings may say otherwise. */
const defaultLimit = 60
/** Short pages share their few phrases by chance. */
const fewestPhrases = 60

type Context = Pick<RuleContext, 'pages' | 'business' | 'merged'>
export type Likeness = { page: ResolvedPage; other: ResolvedPage; share: number }

/**
 * The pairs of pages whose blocks say more alike than `limit`, both in percent: the Sørensen–Dice coefficient of their phrases of
 * three words, with the names of places left out, and on a page of a set what its address is made of.
 */
export function measureLikeness(context: Context, limit: number): Likeness[] {
  const prints = fingerprintPages(context).filter(({ phrases }) => phrases.length >= fewestPhrases)
  // A share is rounded before it is compared with the limit.
  return findAlike(prints, (limit + 0.5) / 100 - Number.EPSILON)
    .map(({ page, other, share }) => ({ page: prints[page]!.page, other: prints[other]!.page, share: Math.round(100 * share) }))
    .filter(({ share }) => share > limit)
}

/** Each written page with what it is compared by. */
function fingerprintPages({ pages, business, merged }: Context): (Fingerprint & { page: ResolvedPage })[] {
  const settings = merged.settings.likeness as { ignore?: string[] } | undefined
  const ownNames = (route: string) => merged.pages.get(route)?.names
  const citiesOf = ({ meta }: ResolvedPage) => [meta.city?.name, meta.city?.county, meta.city?.region]
  // A page of a set is compared by its own names alone, so that one row more changes nothing for the others.
  const cities = pages.filter(({ route }) => !ownNames(route)).flatMap(citiesOf)
  const shared = [...cities, business?.locality, business?.region, ...(settings?.ignore ?? [])]
  return pages
    .filter(({ meta }) => !meta.planned)
    .map((page) => {
      const names = new Set([...shared, ...citiesOf(page), ...(ownNames(page.route) ?? [])].filter((name) => typeof name === 'string'))
      const phrases = listPhrases(page.findings.words, [...names])
      return { page, phrases, signature: signNumbers(phrases) }
    })
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
