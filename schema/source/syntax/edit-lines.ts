import type { Splice } from '../../util/splice-text.ts'
import type { SourceLine } from './read-lines.ts'
import type { TextRange } from './types.ts'

/** Replaces the columns from `from` to `to` of a line. */
export const spliceLine = (
  { start }: SourceLine,
  from: number,
  to: number,
  text: string,
): Splice => ({ start: start + from, end: start + to, text })

/** Converts columns of a line, from 0, to a range of at least one character in the text. */
export const toTextRange = ({ start }: SourceLine, from: number, to: number): TextRange => [
  start + from,
  start + Math.max(to, from + 1),
]

/** Changes the indentation of a line. */
const indentLine = (line: SourceLine, indent: number): Splice =>
  spliceLine(line, 0, /^\s*/.exec(line.text)![0].length, ' '.repeat(indent))

/** Changes the indentation of lines by a number of spaces. Blank lines are left alone. */
export const shiftLines = (lines: SourceLine[], by: number): Splice[] =>
  lines
    .filter(({ kind }) => kind !== 'blank')
    .map((line) => indentLine(line, Math.max(0, line.indent + by)))
