import { diffWords } from 'diff'

/** A part of a text that two versions share, or that only one of them has. */
export type TextPart = { text: string; only?: 'before' | 'after' }

/** Compares two texts word by word. A text without an earlier or later version is one part. */
export function diffTexts(before: string | undefined, after: string | undefined): TextPart[] {
  if (before === undefined) return after === undefined ? [] : [{ text: after, only: 'after' }]
  if (after === undefined) return [{ text: before, only: 'before' }]
  return diffWords(before, after).map(({ value, added, removed }) => ({
    text: value,
    ...(added && { only: 'after' as const }),
    ...(removed && { only: 'before' as const }),
  }))
}

/** The words that differ, as a text by which equal changes are known. */
export const getChangedWords = (before: string, after: string): string =>
  JSON.stringify(
    diffTexts(before, after)
      .filter(({ only }) => only)
      .map(({ text, only }) => [only, text.trim()]),
  )

/** What stays is shown this far before and after a change. */
const contextLength = 48

/** Shortens what two versions share to the words around each change. */
export const shortenContext = (parts: TextPart[]): TextPart[] =>
  parts.map((part, index) => {
    if (part.only || part.text.length <= 2.5 * contextLength) return part
    const [first, last] = [index === 0, index === parts.length - 1]
    const start = first ? '' : part.text.slice(0, contextLength).replace(/\S*$/, '')
    const end = last ? '' : part.text.slice(-contextLength).replace(/^\S*/, '')
    return { text: `${start}…${end}` }
  })
