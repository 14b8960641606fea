import { diffArrays } from 'diff'
import { shortenBetween } from '../edit/replace-text.ts'

/** A part of a text that two versions share, or that only one of them has. */
export type DiffPart = { text: string; only?: 'before' | 'after' }

/** Compares two texts word by word. A text without an earlier or later version is one part. */
export function diffTexts(before: string | undefined, after: string | undefined): DiffPart[] {
  if (before === undefined) return after === undefined ? [] : [{ text: after, only: 'after' }]
  if (after === undefined) return [{ text: before, only: 'before' }]
  const [words, others] = [tokenize(before), tokenize(after)]
  const isSame = (word: string, other: string) => word.trim() === other.trim()
  return separateSpaces(
    diffArrays(words, others, { comparator: isSame }).map(({ value, added, removed }) => ({
      text: value.join(''),
      ...(added && { only: 'after' as const }),
      ...(removed && { only: 'before' as const }),
    })),
  )
}

/** The space after words that replace others is in both versions. */
const separateSpaces = (parts: DiffPart[]): DiffPart[] =>
  parts.flatMap((part, index) => {
    const [previous, next] = [parts[index - 1], parts[index + 1]]
    const isReplaced = part.only === 'before' && next?.only === 'after'
    const isReplacement = part.only === 'after' && previous?.only === 'before'
    const other = isReplaced ? next : isReplacement ? previous : undefined
    if (!other || !/\s$/.test(part.text) || !/\s$/.test(other.text)) return [part]
    const text = part.text.trimEnd()
    return isReplaced ? [{ ...part, text }] : [{ ...part, text }, { text: ' ' }]
  })

/**
 * Splits a text into words with the space after them, and punctuation. A figure stays whole:
 * $1,500.
 */
const tokenize = (text: string): string[] =>
  text.match(/\s+|[^\s.,:;!?]+(?:[.,:;!?]+(?=[^\s.,:;!?])[^\s.,:;!?]+)*\s*|[.,:;!?]+\s*/g) ?? []

/** The words that differ, as a text by which equal changes are known. */
export const getChangedWords = (before: string, after: string): string =>
  JSON.stringify(
    diffTexts(before, after)
      .filter(({ only }) => only)
      .map(({ text, only }) => [only, text.trim()]),
  )

/** How many unchanged characters are shown before and after a change. */
const contextLength = 48

/** Longer texts that only one version has are cut to this length. */
const maxOwnLength = 400

/** Shortens what two versions share to the words around each change, and cuts long texts. */
export const shortenContext = (parts: DiffPart[]): DiffPart[] =>
  parts.map((part, index) => {
    if (part.only)
      return part.text.length <= maxOwnLength
        ? part
        : { ...part, text: `${part.text.slice(0, maxOwnLength)}…` }
    if (part.text.length <= 2.5 * contextLength) return part
    return { text: shortenBetween(part.text, contextLength, [index, parts.length]) }
  })
