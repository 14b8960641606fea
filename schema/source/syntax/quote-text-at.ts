import { spliceLine } from './edit-lines.ts'
import { quoteText } from './quoting.ts'
import { readFlow, type Flow, type FlowItem } from './read-flow.ts'
import type { SourceLine } from './read-lines.ts'
import type { Splice } from '../../util/splice-text.ts'

/**
 * The columns of an unquoted text.
 * @property isInFlow whether it is between brackets
 */
export type PlainText = { start: number; end: number; isInFlow: boolean }

/** Finds the unquoted text at a column: the value of the line, or an entry between brackets. */
export function findPlainText(line: SourceLine, column: number): PlainText | undefined {
  const isInFlow = /^[[{]/.test(line.value)
  const item = isInFlow ? findItem(readFlow(line.text, line.valueColumn), column) : undefined
  if (isInFlow && !item) return undefined
  const start = item?.column ?? line.valueColumn
  const end = item?.end ?? line.text.trimEnd().length
  if (column < start || column >= end || /["']/.test(line.text[start]!)) return undefined
  return { start, end, isInFlow }
}

/**
 * Puts quotes around the text at a column.
 * @returns undefined if there is no unquoted text
 */
export function quoteTextAt(line: SourceLine, column: number): Splice | undefined {
  const found = findPlainText(line, column)
  if (!found) return undefined
  const { start, end } = found
  return spliceLine(line, start, end, quoteText(line.text.slice(start, end)))
}

/** Finds the innermost entry at a column. */
function findItem({ items }: Flow, column: number): FlowItem | undefined {
  const item = items.find(({ column: start, end }) => start <= column && column < end)
  return item?.flow ? findItem(item.flow, column) : item
}
