import { createRequire } from 'node:module'
import type * as re2js from 're2js'

const require = createRequire(import.meta.url)

/** Where a pattern was found in a text, in UTF-16 units of the normalized text. */
export type TextMatch = { start: number; end: number }

/** Finds a pattern in a normalized text. */
export type Matcher = (text: string) => TextMatch[]

export type PatternMistake = { message: string; expected: string }

/**
 * Replaces characters that look alike, so that a pattern finds “don’t” and "don't". Characters that
 * nobody sees are dropped.
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

/** Syntax that only regular expressions have, and no author would write as words. */
const regularExpressionSyntax =
  /\\[bBdDsSwWp.]|\.[*+]|\(\?|[)\]][*+?]|\(.*\|.*\)|\[.+-.+\]|^\^|\w\|\w/

/**
 * Compiles a pattern: plain words, which must be whole words in any letter case, or a regular
 * expression between slashes.
 * @returns what is wrong with the pattern, if it cannot be used
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

/** The source of a regular expression with the flag `u`. */
export const wordCharacterPattern = '[\\p{L}\\p{M}\\p{N}_]'

const startsWithWord = new RegExp(`^${wordCharacterPattern}`, 'u')
const endsWithWord = new RegExp(`${wordCharacterPattern}$`, 'u')

/** Nothing in it can repeat without limit, so that it is fast on every text. */
function compileWords(words: string): Matcher {
  const escaped = words.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/ +/g, ' +')
  const before = startsWithWord.test(words) ? `(?<!${wordCharacterPattern})` : ''
  const after = endsWithWord.test(words) ? `(?!${wordCharacterPattern})` : ''
  // The classes of characters make compiling slow, and most texts have none of the words.
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
 * Regular expressions are those of RE2, which takes linear time: no pattern of an author can stall a
 * build. It has no lookaround and no backreferences.
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
    // The longest match is the whole word that an author looks for.
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
      message: `${written} is not a valid regular expression: ${explain(error as Error)}.`,
      expected: 'a regular expression without lookaround or backreferences (RE2)',
    }
  }
}

const explain = ({ message }: Error) =>
  message.replace(/^error parsing regexp: /, '').replace(/`\(\?i\)/, '`')
