import { propertyNames } from './property-names.gen.ts'
import type { Splice } from '../util/splice-text.ts'

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
  /^("(?:[^"\\]|\\.)*"\s*|'(?:[^']|'')*'\s*|[^\s#'"{}[\],&*!|>%@`](?:[^#{}[\]:]|:(?=\S))*):(?=\s|$)/

/** Matches the start of a block scalar: | or >, with its options and a comment. */
export const blockScalarPattern = /^[|>][-+0-9]{0,2}(?:\s+#.*)?$/

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
      scalarParent = getParentColumn(line) ?? -1
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
  const [matched = '', written] = keyPattern.exec(text.slice(content)) ?? []
  const key = written?.trimEnd()
  const afterKey = content + matched.length
  const valueColumn = afterKey + /^\s*/.exec(text.slice(afterKey))![0].length
  const value = text.slice(valueColumn).trimEnd()
  return { start, text, kind, indent, dashes, content, key, value, valueColumn }
}

/** Returns the column of the key or dash that the value of a line belongs to. */
export const getParentColumn = ({ key, dashes, content }: SourceLine): number | undefined =>
  key === undefined ? dashes.at(-1) : content

/** Whether a line is a key whose value is on the lines below. */
export const opensBlock = ({ key, value, kind }: SourceLine): boolean =>
  kind === 'code' && key !== undefined && (value === '' || value.startsWith('#'))

/** Returns the value without a comment after it. Ignores quotes. */
export const withoutComment = (value: string): string =>
  value.replace(/(?<!\s)\s+#(?:\s.*)?$/, '').trimEnd()

/** Whether a line has the name of a property: one in the schema, or one that another line has. */
export const hasPropertyName = (
  line: SourceLine,
  lines: SourceLine[],
  name: string | undefined = line.key,
): boolean =>
  name !== undefined &&
  (propertyNames.has(name) || lines.some((other) => other !== line && other.key === name))

export const findLine = (lines: SourceLine[], offset: number): number =>
  lines.findLastIndex(({ start }) => start <= offset)

/** Finds the nearest line of code before or after another one. */
export function findCodeLine(
  lines: SourceLine[],
  index: number,
  step: 1 | -1,
): SourceLine | undefined {
  let at = index + step
  while (lines[at] && lines[at]!.kind !== 'code') at += step
  return lines[at]
}

/** Lists the lines below a line, up to the first line with text that ends them. */
export function listLinesBelow(
  lines: SourceLine[],
  index: number,
  isEnd: (line: SourceLine) => boolean,
): SourceLine[] {
  const rest = lines.slice(index + 1)
  const end = rest.findIndex((line) => line.kind !== 'blank' && isEnd(line))
  return end === -1 ? rest : rest.slice(0, end)
}

/** A column at which a line may continue a map or list that is still open. */
export type OpenLevel = {
  column: number
  kind: 'key' | 'dash'
  /** The last line with an entry in this column. */
  line: SourceLine
}

/** Lists the maps and lists that are open before a line, innermost last. */
export function listOpenLevels(lines: SourceLine[], before: number): OpenLevel[] {
  const levels: OpenLevel[] = []
  for (const line of lines.slice(0, before)) {
    if (line.kind !== 'code') continue
    while (levels.length > 0 && levels.at(-1)!.column > line.indent) levels.pop()
    const open = (column: number, kind: OpenLevel['kind']) => {
      const same = levels.findIndex((level) => level.column === column && level.kind === kind)
      if (same !== -1) levels.length = same
      levels.push({ column, kind, line })
    }
    for (const column of line.dashes) open(column, 'dash')
    if (line.key !== undefined) open(line.content, 'key')
  }
  return levels
}

/** Replaces the columns from `from` to `to` of a line. */
export const spliceLine = (
  { start }: SourceLine,
  from: number,
  to: number,
  text: string,
): Splice => ({ start: start + from, end: start + to, text })

/** Changes the indentation of lines by a number of spaces. Blank lines are left alone. */
export const shiftLines = (lines: SourceLine[], by: number): Splice[] =>
  lines
    .filter(({ kind }) => kind !== 'blank')
    .map((line) => {
      const space = /^\s*/.exec(line.text)![0].length
      return spliceLine(line, 0, space, ' '.repeat(Math.max(0, line.indent + by)))
    })

/** Deletes a line with its line break. */
export function deleteLine(lines: SourceLine[], line: SourceLine): Splice {
  const next = lines[lines.indexOf(line) + 1]
  return { start: line.start, end: next?.start ?? line.start + line.text.length, text: '' }
}
