import type { Position } from '../source/position-types.ts'
import { needsQuotes, quoteText } from '../source/syntax/quoting.ts'
import { findPlainText, quoteTextAt } from '../source/syntax/quote-text-at.ts'
import { readLines } from '../source/syntax/read-lines.ts'
import { spliceText, type Splice } from '../util/splice-text.ts'
import { findNames } from './correction.ts'
import type { Correction, Replacement } from './types.ts'

/** Creates a correction from what was found at a position. */
export type CorrectAt = (position: Position) => Correction | undefined

/** Edits one line by columns, which start at 0. */
const correctLine = (line: number, { start, end, text }: Splice, isSure = true): Correction => ({
  edits: [{ line, column: start + 1, endLine: line, endColumn: end + 1, text }],
  isSure,
})

/**
 * Creates the correction that replaces a text within a position.
 * @param value where the whole value starts, by which its quotes are known
 * @returns undefined if the text is not there exactly once, as when it is written with escapes, over
 *   several lines, or as part of a longer name only
 */
export function replaceInPosition(
  { line, column, endColumn, excerpt }: Position,
  { from, to }: Replacement,
  value?: Position,
): Correction | undefined {
  const found = findNames(excerpt.slice(0, endColumn - 1), from).filter((at) => at >= column - 1)
  if (from === '' || found.length !== 1) return undefined
  const start = found[0]!
  const splice = { start, end: start + from.length, text: to }
  const isPlain = value?.line === line && !/["'|>]/.test(value.excerpt[value.column - 1] ?? '')
  return correctLine(line, (isPlain && addQuotes(excerpt, splice)) || splice)
}

/** Extends an edit to the whole text, with quotes, if the text needs them afterwards. */
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

/** Takes the quotes away from the text at a position. */
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
