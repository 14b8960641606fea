import { createRequire } from 'node:module'
import type * as re2js from 're2js'

const require = createRequire(import.meta.url)

/** The range of a match in a normalized text, in UTF-16 units. */
export type TextMatch = { start: number; end: number }

/** Finds the matches of a pattern in a normalized text. */
export type Matcher = (text: string) => TextMatch[]

type PatternMistake = { message: string; expected: string }

/**
 * Replaces characters that look the same, so that a pattern finds both “don’t” and "don't". Removes
 * invisible characters.
 */
export const normalizeText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/[‘’ʼ]/g, "'")
    .replace(/[“”„]/g, '"')
    .replace(/[‐‑–—]/g, '-')
    .replace(/\s/g, ' ')

/** Whether a pattern is written as a regular expression: between slashes. */
const isRegularExpression = (pattern: string) => /^\/.*\/[a-z]*$/s.test(pattern) && pattern !== '/'

/** Matches syntax of regular expressions that nobody would write in plain words. */
const regularExpressionSyntax =
  /\\[bBdDsSwWp.]|\.[*+]|\(\?|[)\]][*+?]|\([^()|]*\|[^()]*\)|\)\||\|\(|\[[^\][-]+-[^\][]+\]|^\^|\w\|\w/

/**
 * Compiles a pattern: plain words, which match whole words case-insensitively, or a regular
 * expression between slashes.
 * @returns a description of the mistake, if the pattern cannot be used
 */
export function compilePattern(written: string): Matcher | PatternMistake {
  if (isRegularExpression(written)) return compileRegularExpression(written)
  if (regularExpressionSyntax.test(written))
    return {
      message: `"${written}" looks like a regular expression, but it would be read as words.`,
      expected: `words, or /${written}/ between slashes`,
    }
  const words = normalizeText(written).trim()
  if (words === '') return { message: 'This pattern has no words.', expected: 'words' }
  return compileWords(words)
}

/** Matches one character of a word. For regular expressions with the flag `u`. */
export const wordCharacterPattern = '[\\p{L}\\p{M}\\p{N}_]'

const startsWithWord = new RegExp(`^${wordCharacterPattern}`, 'u')
const endsWithWord = new RegExp(`${wordCharacterPattern}$`, 'u')

/**
 * Compiles plain words. Nothing in the result repeats without limit, so it is fast on every text.
 */
function compileWords(words: string): Matcher {
  const escaped = words.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/ +/g, ' +')
  const before = startsWithWord.test(words) ? `(?<!${wordCharacterPattern})` : ''
  const after = endsWithWord.test(words) ? `(?!${wordCharacterPattern})` : ''
  // Character classes are slow to compile, and most texts contain none of the words.
  const anywhere = new RegExp(escaped, 'iu')
  let whole: RegExp | undefined
  return (text) => {
    if (!anywhere.test(text)) return []
    whole ??= new RegExp(before + escaped + after, 'giu')
    return [...text.matchAll(whole)].map(({ 0: found, index }) => ({
      start: index,
      end: index + found.length,
    }))
  }
}

/**
 * Compiles a regular expression with RE2, which takes linear time, so that no pattern can stall a
 * build. RE2 has no lookaround and no backreferences.
 */
function compileRegularExpression(written: string): Matcher | PatternMistake {
  const { RE2JS } = require('re2js') as typeof re2js
  const end = written.lastIndexOf('/')
  if (end < written.length - 1)
    return {
      message: `"${written}" has flags after the second slash. Letter case never matters here.`,
      expected: written.slice(0, end + 1),
    }
  try {
    // The longest match contains the whole words that an author expects to see.
    const flags = RE2JS.CASE_INSENSITIVE | RE2JS.LONGEST_MATCH
    const pattern = RE2JS.compile(normalizeText(written.slice(1, -1)), flags)
    if (pattern.matcher('').find())
      return {
        message: `${written} matches even an empty text, and so every page.`,
        expected: 'a pattern that needs at least one character',
      }
    return (text) => {
      const matcher = pattern.matcher(text)
      const found: TextMatch[] = []
      while (matcher.find()) found.push({ start: matcher.start(), end: matcher.end() })
      return found
    }
  } catch (error) {
    return {
      message: `${written} is not a valid regular expression: ${explainError(error as Error)}.`,
      expected: 'a regular expression without lookaround or backreferences (RE2)',
    }
  }
}

const explainError = ({ message }: Error) =>
  message.replace(/^error parsing regexp: /, '').replace(/`\(\?i\)/, '`')
