import { problemAt, type Problem } from '../problem.ts'
import type { ResolvedPage } from '../resolve-page.ts'
import type { Rule, RuleContext } from './index.ts'

/** Above this share two pages tell the same, in percent; the site's settings may say otherwise. */
const defaultLimit = 60
/** Short pages share their few phrases by chance. */
const fewestPhrases = 60
const phraseLength = 3

export type Likeness = { page: ResolvedPage; other: ResolvedPage; share: number }

/**
 * How much two pages' blocks say alike, in percent: the Sørensen–Dice coefficient of their phrases of three words, with
 * the names of places left out. Only pairs that share a phrase are looked at, by an index of phrases.
 */
export function measureLikeness({ pages, business, merged }: Pick<RuleContext, 'business' | 'merged'> & { pages: ResolvedPage[] }): Likeness[] {
  const settings = merged.settings.likeness as { ignore?: string[] } | undefined
  const cities = pages.flatMap(({ meta }) => [meta.city?.name, meta.city?.county, meta.city?.region])
  const names = [...cities, business?.locality, business?.region, ...(settings?.ignore ?? [])].filter((name) => typeof name === 'string')
  const compared = pages.filter(({ meta }) => !meta.planned).map((page) => ({ page, phrases: listPhrases(page, names as string[]) }))
  const users = new Map<string, number[]>()
  const shared = new Map<number, number>()
  compared.forEach(({ phrases }, index) => {
    for (const phrase of phrases) {
      const others = users.get(phrase) ?? []
      for (const other of others) {
        const pair = other * compared.length + index
        shared.set(pair, (shared.get(pair) ?? 0) + 1)
      }
      users.set(phrase, [...others, index])
    }
  })
  return [...shared]
    .map(([pair, count]) => {
      const [other, page] = [compared[Math.floor(pair / compared.length)]!, compared[pair % compared.length]!]
      const enough = Math.min(page.phrases.size, other.phrases.size) >= fewestPhrases
      return { page: page.page, other: other.page, share: enough ? Math.round((200 * count) / (page.phrases.size + other.phrases.size)) : 0 }
    })
    .sort((a, b) => b.share - a.share)
}

function listPhrases({ findings }: ResolvedPage, names: string[]): Set<string> {
  const places = new RegExp(`\\b(?:${names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|') || '$^'})\\b`, 'gi')
  return new Set(
    findings.words.flatMap((text) => {
      const words = text.replace(places, ' ').toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []
      return words.slice(0, 1 - phraseLength).map((_, index) => words.slice(index, index + phraseLength).join(' '))
    }),
  )
}

function checkLikeness(context: RuleContext): Problem[] {
  const settings = context.merged.settings.likeness as { limit?: number } | undefined
  const limit = typeof settings?.limit === 'number' ? settings.limit : defaultLimit
  return measureLikeness({ ...context, pages: context.pages.map(({ route }) => context.detail(route)) })
    .filter(({ share }) => share > limit)
    .map(({ page, other, share }) => {
      const message = `${page.route} says ${share} % the same as ${other.route}, names of places aside.`
      return problemAt(page.place, 'ALIKE', message, { expected: `at most ${limit} %`, found: `${share} %` })
    })
}

export const likenessRules: Rule[] = [{ name: 'No two pages tell the same', check: checkLikeness }]
