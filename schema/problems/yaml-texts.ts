import { spliceLine, type SourceLine } from './yaml-lines.ts'
import type { Splice } from '../util/splice-text.ts'

/**
 * Quotes a text: with single quotes, or with double quotes if the text has an apostrophe and no
 * character that has a special meaning in double quotes.
 */
export function quoteText(text: string): string {
  const fitsDoubleQuotes = text.includes("'") && !/["\\]/.test(text)
  return fitsDoubleQuotes ? `"${text}"` : `'${text.replaceAll("'", "''")}'`
}

/** Whether text needs quotes after a key or a dash. */
export const needsQuotes = (text: string): boolean =>
  /^[*&!@%`|>{}[\],#"']|^[-?:](?:\s|$)|:(?:\s|$)|\s#/.test(text)

/** Finds the index of the quote at which YAML ends a quoted text. */
export function findClosingQuote(value: string): number | undefined {
  const quote = value[0]!
  for (let at = 1; at < value.length; at++) {
    if (quote === '"' && value[at] === '\\') at++
    else if (value[at] === quote) {
      if (quote === '"' || value[at + 1] !== "'") return at
      at++
    }
  }
  return undefined
}

/**
 * The columns of an unquoted text.
 * @property isInFlow whether it is between brackets
 */
type PlainText = { start: number; end: number; isInFlow: boolean }

/** Finds the unquoted text at a column: the value of the line, or an entry between brackets. */
export function findPlainText(line: SourceLine, column: number): PlainText | undefined {
  const isInFlow = /^[[{]/.test(line.value)
  const item = isInFlow
    ? listItems(readFlow(line.text, line.valueColumn)).find(
        (each) => !each.flow && each.column <= column && column < each.end,
      )
    : { column: line.valueColumn, end: line.text.trimEnd().length }
  if (!item || column < item.column || column >= item.end) return undefined
  if (/["']/.test(line.text[item.column]!)) return undefined
  return { start: item.column, end: item.end, isInFlow }
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

/** A list or group between brackets on one line, which need not be valid. Columns start at 0. */
export type Flow = {
  open: number
  /** The bracket that closes it. */
  right: string
  /** The column of its closing bracket. Undefined if it is never closed. */
  close?: number
  /** The column after the closing bracket or, without one, after the last item. */
  end: number
  items: FlowItem[]
}

type FlowItem = {
  key?: string
  /** The column at which its value starts, without the space around it. */
  column: number
  end: number
  /** The value, if it is between brackets itself. */
  flow?: Flow
  /** Whether the next item follows without a comma. */
  isCommaMissing?: boolean
}

/** Lists the items of a list or group, those of each item before the item itself. */
export const listItems = ({ items }: Flow): FlowItem[] =>
  items.flatMap((item) => [...(item.flow ? listItems(item.flow) : []), item])

const brackets: Record<string, string> = { '{': '}', '[': ']' }

/**
 * Reads a list or group from its opening bracket to the end of the line, as its author probably
 * meant it: in a group, a comma ends a text only if a name and a colon follow.
 */
export function readFlow(text: string, open: number): Flow {
  const isGroup = text[open] === '{'
  const items: FlowItem[] = []
  let at = skipSpace(text, open + 1)
  while (at < text.length && !isClosing(text, at)) {
    const item = readItem(text, at, isGroup)
    items.push(item)
    at = skipSpace(text, item.end)
    if (text[at] === ',') at = skipSpace(text, at + 1)
    else if (at < text.length && !isClosing(text, at)) {
      item.isCommaMissing = true
      if (at === item.column) break
    }
  }
  const close = isClosing(text, at) ? at : undefined
  const end = close === undefined ? (items.at(-1)?.end ?? open + 1) : close + 1
  return { open, right: brackets[text[open]!]!, close, end, items }
}

const skipSpace = (text: string, from: number) => {
  let at = from
  while (text[at] === ' ') at++
  // A comment ends the line.
  return text[at] === '#' && at > from ? text.length : at
}

const isClosing = (text: string, at: number) => text[at] === '}' || text[at] === ']'

function readItem(text: string, start: number, isGroup: boolean): FlowItem {
  const [matched = '', key] =
    /^("[^"]*"|'[^']*'|[\w-]+|\/[\w./*-]*)\s*:(?:\s+|(?=[,}\]]|$))/.exec(text.slice(start)) ?? []
  const column = start + matched.length
  const first = text[column] ?? ''
  // Markdown links and citations start with a bracket too.
  if (first in brackets && !/^(?:\{\{?[\w?-]+\}|\[[^\]]*\]\()/.test(text.slice(column))) {
    const flow = readFlow(text, column)
    return { key, column, end: flow.end, flow }
  }
  const end = /["']/.test(first)
    ? findEndOfQuoted(text, column, isGroup)
    : findEndOfText(text, column, isGroup)
  return { key, column, end: text.slice(0, end).trimEnd().length }
}

/**
 * Returns the column after the quote that ends a text: one that a comma, a bracket or another item
 * follows.
 */
function findEndOfQuoted(text: string, column: number, isGroup: boolean): number {
  const quote = text[column]!
  const strict = findClosingQuote(text.slice(column))
  const after = strict === undefined ? undefined : text.slice(column + strict + 1)
  if (after !== undefined && /^\s*(?:[,}\]]|$|[\w./-]+:\s|["'[{])/.test(after))
    return column + strict! + 1
  const next = findEndOfText(text, column + 1, isGroup)
  const ends = new RegExp(`${quote}(?=\\s*(?:[,}\\]]|$|#))`, 'g')
  ends.lastIndex = column + 1
  const found = ends.exec(text)
  if (found && found.index < next) return found.index + 1
  // The text is in a list and was quoted because of its comma, so it ends before the bracket.
  const rest = /^[^"'[\]{}]*(?=\]\s*$)/.exec(text.slice(column + 1))
  return isGroup || !rest ? next : column + 1 + rest[0].length
}

/** Returns the column of the comma or bracket that ends an unquoted text. */
function findEndOfText(text: string, column: number, isGroup: boolean): number {
  const separator = isGroup ? /^,\s*(?:["'][\w./*-]+["']|[\w-]+|\/[\w./*-]*)\s*:(?:\s|$)/ : /^,/
  for (let at = column; at < text.length; at++) {
    const whole = /^(?:\{\{[^{}]*\}\}|\$?\{[^{}]*\}|\[[^\]]*\]\([^)]*\))/.exec(text.slice(at))
    if (whole) at += whole[0].length - 1
    else if (isClosing(text, at) || separator.test(text.slice(at))) return at
  }
  return text.length
}
