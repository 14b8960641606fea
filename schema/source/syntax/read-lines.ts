import type { Splice } from '../../util/splice-text.ts'

/** A line of a file that need not be valid YAML. Columns start at 0. */
export type SourceLine = {
  /** The offset of the line in the text. */
  start: number
  /** The line without its line break. */
  text: string
  /** `text` is a line of a block scalar, in which every character is literal. */
  kind: 'blank' | 'comment' | 'text' | 'code'
  /** The column of the first character that is not a space. */
  indent: number
  /** The columns of the dashes that start list entries. */
  dashes: number[]
  /** The column after indentation and dashes. */
  content: number
  key?: string
  /** The value without the space around it. */
  value: string
  valueColumn: number
}

/** Matches a key up to its colon. A key between quotes may contain anything. */
const keyPattern =
  /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#'"{}[\],&*!|>%@`][^#{}[\]]*?)(\s*:)(?=\s|$)/

/** Matches the start of a block scalar: | or >, with its options and a comment. */
const blockScalarPattern = /^[|>][-+0-9]{0,2}(?:\s+#.*)?$/

/** Splits a text into lines, and each line into indentation, dashes, key and value. */
export function readLines(text: string): SourceLine[] {
  const lines: SourceLine[] = []
  /** The column of the key or dash of the current block scalar. */
  let scalarParent: number | undefined
  let start = 0
  for (const raw of text.split('\n')) {
    const line = readLine(raw.replace(/\r$/, ''), start)
    start += raw.length + 1
    if (scalarParent !== undefined && line.kind !== 'blank') {
      if (line.indent > scalarParent) line.kind = 'text'
      else scalarParent = undefined
    }
    if (line.kind === 'code' && blockScalarPattern.test(line.value))
      scalarParent = line.key === undefined ? (line.dashes.at(-1) ?? -1) : line.content
    lines.push(line)
  }
  return lines
}

function readLine(text: string, start: number): SourceLine {
  const indent = /^ */.exec(text)![0].length
  const rest = text.slice(indent)
  const trimmed = rest.trim()
  const kind = trimmed === '' ? 'blank' : trimmed.startsWith('#') ? 'comment' : 'code'
  const marks = /^(?:-(?: +|$))*/.exec(rest)![0]
  const dashes = [...marks.matchAll(/-/g)].map(({ index }) => indent + index)
  const content = indent + marks.length
  const [matched = '', key] = keyPattern.exec(text.slice(content)) ?? []
  const afterKey = content + matched.length
  const valueColumn = afterKey + /^\s*/.exec(text.slice(afterKey))![0].length
  const value = text.slice(valueColumn).trimEnd()
  return { start, text, kind, indent, dashes, content, key, value, valueColumn }
}

/** Returns the value without a comment after it. Ignores quotes. */
export const withoutComment = (value: string): string =>
  value.replace(/\s+#(?:\s.*)?$/, '').trimEnd()

/** Finds the nearest line of code before or after another one. */
export function findCodeLine(lines: SourceLine[], index: number, step: 1 | -1): number | undefined {
  for (let at = index + step; at >= 0 && at < lines.length; at += step)
    if (lines[at]!.kind === 'code') return at
  return undefined
}

/** Deletes a line with its line break. */
export function deleteLine(lines: SourceLine[], line: SourceLine): Splice {
  const next = lines[lines.indexOf(line) + 1]
  return { start: line.start, end: next?.start ?? line.start + line.text.length, text: '' }
}
