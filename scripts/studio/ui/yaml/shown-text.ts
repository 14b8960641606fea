import { findDifference } from '../../../../schema/util/splice-text.ts'

/** The editor has one kind of line end. Those of the file stay as they are. */

const lineEnd = /\r\n?/g

/** A text as the editor shows it. */
export const toShownText = (text: string): string => text.replaceAll(lineEnd, '\n')

/** An offset in a text as it is shown. */
export const toShownOffset = (text: string, offset: number): number =>
  toShownText(text.slice(0, offset)).length

/**
 * Converts an edited text back to the line ends of the file.
 * @param text of the file
 * @param edited as the editor shows it
 */
export function restoreLineEnds(text: string, edited: string): string {
  const { start, end, text: inserted } = findDifference(toShownText(text), edited)
  const lineBreak = /\r\n?|\n/.exec(text)?.[0] ?? '\n'
  return (
    text.slice(0, toFileOffset(text, start)) +
    inserted.replaceAll('\n', lineBreak) +
    text.slice(toFileOffset(text, end))
  )
}

function toFileOffset(text: string, shown: number): number {
  let offset = 0
  for (let count = 0; count < shown; count++)
    offset += text.startsWith('\r\n', offset) ? '\r\n'.length : 1
  return offset
}
