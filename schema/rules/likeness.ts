import { findAlikePairs } from '../alike-pairs.ts'
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
 * The pairs of pages whose blocks say more alike than `limit` percent: the Sørensen–Dice coefficient of their phrases of
 * three words, with the names of places left out. The most alike come first.
 */
export function measureLikeness({ pages, business, merged }: Pick<RuleContext, 'business' | 'merged'> & { pages: ResolvedPage[] }, limit: number): Likeness[] {
  const settings = merged.settings.likeness as { ignore?: string[] } | undefined
  const cities = pages.flatMap(({ meta }) => [meta.city?.name, meta.city?.county, meta.city?.region])
  const names = [...cities, business?.locality, business?.region, ...(settings?.ignore ?? [])].filter((name) => typeof name === 'string')
  const isName = matchNames([...new Set(names)])
  const compared = pages
    .filter(({ meta }) => !meta.planned)
    .map((page) => ({ page, phrases: hashPhrases(page.findings.words, isName) }))
    .filter(({ phrases }) => phrases.length >= fewestPhrases)
  // A share is rounded before it is compared.
  const least = (Math.floor(limit) + 0.5) / 100
  return findAlikePairs(compared.map(({ phrases }) => phrases), least)
    .map(({ first, second, shared }) => {
      const [other, page] = [compared[first]!, compared[second]!]
      return { page: page.page, other: other.page, share: Math.round((200 * shared) / (page.phrases.length + other.phrases.length)) }
    })
    .sort((a, b) => b.share - a.share)
}

const matchNames = (names: string[]) =>
  new RegExp(`\\b(?:${names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|') || '$^'})\\b`, 'gi')

/**
 * Each phrase once, as a number that follows from its words alone. Among ten million phrases, two with the same number are to
 * be expected in one run of two hundred, and would count as one phrase of one page.
 */
function hashPhrases(texts: string[], names: RegExp): Float64Array {
  const phrases: number[] = []
  for (const text of texts) {
    const words = text.replace(names, ' ').toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []
    const hashes = words.map(hashWord)
    for (let at = 0; at + phraseLength <= words.length; at++) phrases.push(combine(hashes, at, at + phraseLength))
  }
  // Sorted as plain numbers, which is faster than a set, and those that stand twice beside each other.
  return Float64Array.from(phrases).sort().filter((phrase, at, all) => at === 0 || phrase !== all[at - 1])
}

type Hash = [number, number]

/** Two halves, after cyrb53 (by bryc; in the public domain). */
function hashWord(word: string): Hash {
  let [a, b] = seed
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  return mix(a, b)
}

/** The words from one index up to another, in their order, as one number of 53 bits. */
function combine(words: Hash[], from: number, to: number): number {
  let [a, b] = seed
  for (let at = from; at < to; at++) {
    const word = words[at]!
    const mixed = mix(Math.imul(a ^ word[0], 2654435761), Math.imul(b ^ word[1], 1597334677))
    a = mixed[0]
    b = mixed[1]
  }
  return 4294967296 * (2097151 & b) + (a >>> 0)
}

const seed: Hash = [0xdeadbeef, 0x41c6ce57]

function mix(a: number, b: number): Hash {
  const first = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  return [first, Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(first ^ (first >>> 13), 3266489909)]
}

function checkLikeness(context: RuleContext): Problem[] {
  const settings = context.merged.settings.likeness as { limit?: number } | undefined
  const limit = typeof settings?.limit === 'number' ? settings.limit : defaultLimit
  return measureLikeness({ ...context, pages: context.pages.map(({ route }) => context.detail(route)) }, limit).map(({ page, other, share }) => {
    const message = `${page.route} says ${share} % the same as ${other.route}, names of places aside.`
    return problemAt(page.place, 'ALIKE', message, { expected: `at most ${limit} %`, found: `${share} %` })
  })
}

export const likenessRules: Rule[] = [{ name: 'No two pages tell the same', check: checkLikeness }]
