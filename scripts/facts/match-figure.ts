import type { TextRange } from './quote-sentences.ts'

/**
 * Finds a figure or a phrase in texts, however its dashes, spaces and thousands are written: the
 * query `2-4 hours` finds "2 – 4 hours", and `25` finds "$25" but not "250" or "2.25".
 * @returns a function that lists all matches in a text
 */
export function createFigureMatcher(query: string): (text: string) => TextRange[] {
  const pattern = new RegExp(
    `(?<![\\p{L}\\d]|\\d[.,:])${toPattern(query)}(?![\\p{L}\\d]|[.,:]\\d)`,
    'giu',
  )
  return (text) =>
    [...text.matchAll(pattern)].map(({ index, 0: { length } }) => [index, index + length])
}

const dashes = '[-\u2010-\u2015\u2212]'
const rangePattern = new RegExp(`\\s*${dashes}\\s*|(?<=\\d)\\s+to\\s+(?=\\d)`, 'gu')

const toPattern = (query: string): string =>
  query
    .trim()
    .replace(/(?<=\d),(?=\d{3}\b)/g, '')
    .split(rangePattern)
    .map(toPhrasePattern)
    .join(`(?:\\s*${dashes}\\s*|\\s+to\\s+)`)

const toPhrasePattern = (phrase: string): string =>
  phrase
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\d{4,}/g, allowThousands))
    // Matches "2 hours" and "2h", but never joins two words.
    .reduce((all, word) => `${all}${/\d$/.test(all) ? '\\s*' : '\\s+'}${word}`)

/** 25000 finds 25,000. */
const allowThousands = (digits: string) =>
  digits.replace(/\B(?=(\d{3})+$)/g, '[,.\u2019\u00a0\u202f]?')
