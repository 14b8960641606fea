import type { Position } from './location.ts'
import { findPlainText, needsQuotes, quoteText, quoteTextAt } from './yaml-texts.ts'
import { readLines } from './yaml-lines.ts'
import { spliceText, type Splice } from '../util/splice-text.ts'
import { findNameOffsets, type Correction, type Replacement } from './correction.ts'

/** Creates the correction of the value at a position; undefined if it cannot be corrected. */
export type Corrector = (position: Position) => Correction | undefined

/** Creates a correction of one line from columns, which start at 0. */
const correctLine = (line: number, { start, end, text }: Splice): Correction => ({
  edits: [{ line, column: start + 1, endLine: line, endColumn: end + 1, text }],
  isSure: true,
})

/**
 * Creates the correction that replaces a text within a position.
 * @param value the position of the whole value, whose first character shows whether it is quoted
 * @returns undefined if the position does not contain the text exactly once, for example because it
 * is written with escapes or over several lines, or occurs only as part of a longer name
 */
export function replaceInPosition(
  { line, column, endColumn, excerpt }: Position,
  { from, to }: Replacement,
  value?: Position,
): Correction | undefined {
  const found = findNameOffsets(excerpt.slice(0, endColumn - 1), from).filter(
    (at) => at >= column - 1,
  )
  if (from === '' || found.length !== 1) return undefined
  const start = found[0]!
  const splice = { start, end: start + from.length, text: to }
  const isPlain = value?.line === line && !/["'|>]/.test(value.excerpt[value.column - 1] ?? '')
  return correctLine(line, (isPlain && addQuotes(excerpt, splice)) || splice)
}

/** Extends an edit to the whole unquoted text and adds quotes, if the edited text needs quotes. */
function addQuotes(excerpt: string, { start, end, text }: Splice): Splice | undefined {
  const [line] = readLines(excerpt)
  const [changed] = readLines(excerpt.slice(0, start) + text + excerpt.slice(end))
  const before = findPlainText(line!, start)
  if (!before) return undefined
  const after = { ...before, end: before.end + text.length - (end - start) }
  const isSpecial = (written: string) =>
    needsQuotes(written) || (before.isInFlow && /[[\]{},]/.test(written))
  const written = changed!.text.slice(after.start, after.end)
  if (isSpecial(line!.text.slice(before.start, before.end)) || !isSpecial(written)) return undefined
  return { start: before.start, end: before.end, text: quoteText(written) }
}

/** Puts quotes around the text at a position. */
export function quoteInPosition({ line, column, excerpt }: Position): Correction | undefined {
  const splice = quoteTextAt(readLines(excerpt)[0]!, column - 1)
  if (!splice) return undefined
  const lines = [{ line, text: spliceText(excerpt, [splice]) }]
  return { ...correctLine(line, splice), lines }
}

/** Puts quotes around a text of which a part is read as a key. One with `: null` is a key. */
export const quoteRest = (position: Position): Correction | undefined =>
  /^\s*:/.test(position.excerpt.slice(position.endColumn - 1))
    ? undefined
    : quoteInPosition(position)

/** Removes the quotes around the text at a position. */
export function unquoteInPosition({
  line,
  column,
  endColumn,
  excerpt,
}: Position): Correction | undefined {
  const [start, end] = [column - 1, endColumn - 1]
  const [, , text] = /^(["'])(.*)\1$/.exec(excerpt.slice(start, end)) ?? []
  return text === undefined ? undefined : correctLine(line, { start, end, text })
}
