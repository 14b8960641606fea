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
  const { from, to, insert } = findChange(toShownText(text), edited)
  const end = /\r\n?|\n/.exec(text)?.[0] ?? '\n'
  return (
    text.slice(0, toFileOffset(text, from)) +
    insert.replaceAll('\n', end) +
    text.slice(toFileOffset(text, to))
  )
}

function toFileOffset(text: string, shown: number): number {
  let offset = 0
  for (let count = 0; count < shown; count++)
    offset += text.startsWith('\r\n', offset) ? '\r\n'.length : 1
  return offset
}

/** The one range in which two texts differ, so that the cursor and the lines around it stay. */
export function findChange(
  before: string,
  after: string,
): { from: number; to: number; insert: string } {
  const shorter = Math.min(before.length, after.length)
  let from = 0
  while (from < shorter && before[from] === after[from]) from++
  let same = 0
  while (same < shorter - from && before.at(-1 - same) === after.at(-1 - same)) same++
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) }
}
