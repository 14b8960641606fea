import { findClosingQuote } from './quoting.ts'

/** A list or group between brackets on one line, which need not be valid. Columns start at 0. */
export type Flow = {
  open: number
  /** The column of its closing bracket. Undefined if it is never closed. */
  close?: number
  /** The column after the closing bracket or, without one, after the last item. */
  end: number
  items: FlowItem[]
}

export type FlowItem = {
  key?: string
  /** The column at which its value starts, without the space around it. */
  column: number
  end: number
  /** The value, if it is between brackets itself. */
  flow?: Flow
  /** Whether the next item follows without a comma. */
  isCommaMissing?: boolean
}

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
  return {
    open,
    close,
    end: close === undefined ? (items.at(-1)?.end ?? open + 1) : close + 1,
    items,
  }
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
    /^("[^"]*"|'[^']*'|[\w-]+)\s*:(?:\s+|(?=[,}\]]|$))/.exec(text.slice(start)) ?? []
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
  const ends = new RegExp(`${quote}(?=\\s*(?:[,}\\]]|$|#))`, 'g')
  const strict = findClosingQuote(text.slice(column))
  const after = strict === undefined ? undefined : text.slice(column + strict + 1)
  if (after !== undefined && /^\s*(?:[,}\]]|$|[\w-]+:\s|["'[{])/.test(after))
    return column + strict! + 1
  ends.lastIndex = column + 1
  const next = findEndOfText(text, column + 1, isGroup)
  const found = ends.exec(text)
  if (found && found.index < next) return found.index + 1
  // The text is in a list and was quoted because of its comma, so it ends before the bracket.
  const rest = /^[^"'[\]{}]*(?=\]\s*$)/.exec(text.slice(column + 1))
  return isGroup || !rest ? next : column + 1 + rest[0].length
}

/** Returns the column of the comma or bracket that ends an unquoted text. */
function findEndOfText(text: string, column: number, isGroup: boolean): number {
  const separator = isGroup ? /^,\s*(?:["'][\w-]+["']|[\w-]+)\s*:(?:\s|$)/ : /^,/
  for (let at = column; at < text.length; at++) {
    const citation = /^(?:\{\{[^{}]*\}\}|\$?\{[^{}]*\})/.exec(text.slice(at))
    const link = /^\[[^\]]*\]\([^)]*\)/.exec(text.slice(at))
    if (citation ?? link) at += (citation ?? link)![0].length - 1
    else if (isClosing(text, at) || separator.test(text.slice(at))) return at
  }
  return text.length
}
