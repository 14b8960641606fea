import { memoizeByObject } from '../util/memoize-by-object.ts'
import {
  compilePattern,
  normalizeText,
  type Matcher,
  type TextMatch,
  wordCharacterPattern,
} from './compile-pattern.ts'
import type { PrintedText, ResolvedStatements } from './site-statements.ts'

type Forbidden = ResolvedStatements['forbid'][number]

/**
 * Words in a text that a statement forbids.
 * @property words the words as they are in the text
 */
export type ForbiddenWords = {
  statement: Forbidden
  printed: PrintedText
  words: string
}

const getMatchers = memoizeByObject(({ patterns }: Forbidden): Matcher[] =>
  patterns.map(compilePattern).filter((matcher) => typeof matcher === 'function'),
)

/** Finds forbidden words in texts. The same words are reported once per text. */
export function findForbiddenWords(
  texts: PrintedText[],
  statements: Forbidden[],
): ForbiddenWords[] {
  return texts.flatMap((printed) => {
    const text = normalizeText(printed.text)
    return statements.flatMap((statement): ForbiddenWords[] => {
      const matches = dropContained(getMatchers(statement).flatMap((match) => match(text)))
      if (matches.length === 0) return []
      const allowed = statement.unless
        ? printed.evidenced.flatMap((fact) => listRanges(text, normalizeText(fact)))
        : []
      const found = matches
        .filter(({ start, end }) => !allowed.some(([from, to]) => from <= start && end <= to))
        .sort((one, other) => one.start - other.start)
      const words = new Set(
        found.map(({ start, end }) => sliceOriginal(printed.text, text, start, end)),
      )
      return [...words].map((each) => ({ statement, printed, words: each }))
    })
  })
}

/** Keeps the longest of overlapping matches, such as `final sale` and not `sale` in it. */
const dropContained = (matches: TextMatch[]): TextMatch[] =>
  matches.filter(
    ({ start, end }, index) =>
      !matches.some(
        (other, at) =>
          at !== index &&
          other.start <= start &&
          end <= other.end &&
          (other.end - other.start > end - start || at < index),
      ),
  )

/** Lists every range of a text that contains another text. */
function listRanges(text: string, part: string): [start: number, end: number][] {
  const found: [number, number][] = []
  for (let at = text.indexOf(part); part !== '' && at >= 0; at = text.indexOf(part, at + 1))
    found.push([at, at + part.length])
  return found
}

/**
 * Returns words as they were before normalizing, unless normalizing has changed their positions.
 */
const sliceOriginal = (original: string, normalized: string, start: number, end: number) =>
  (original.length === normalized.length ? original : normalized).slice(start, end)

/**
 * Whether one of the texts contains words: as whole words, case-insensitively, with any spacing.
 */
export function findInTexts(wanted: string, texts: Pick<PrintedText, 'text'>[]): boolean {
  const words = normalizeText(wanted).replace(/ +/g, ' ').trim().toLowerCase()
  return texts.some(({ text }) => containsPhrase(normalizeText(text).replace(/ +/g, ' '), words))
}

const wordCharacter = new RegExp(wordCharacterPattern, 'u')

function containsPhrase(text: string, words: string): boolean {
  const lower = text.toLowerCase()
  return listRanges(lower, words).some(([start, end]) => {
    const isInside = (before = '', after = '') =>
      wordCharacter.test(before) && wordCharacter.test(after)
    return !isInside(lower[start - 1], lower[start]) && !isInside(lower[end - 1], lower[end])
  })
}
