import { spliceText, type Splice } from '../util/splice-text.ts'

/** Edits of the problem's file that fix the problem. Both people and tools use them. */
export type Correction = {
  /** In any order, without overlaps. */
  edits: CorrectionEdit[]
  /** Whether the author can have meant nothing else, so that `check --fix` applies the edits. */
  isSure: boolean
  /** The first corrected lines, with their numbers in the corrected file. */
  lines?: CorrectedLine[]
}

export type CorrectedLine = { line: number; text: string }

/** Replaces the text from line and column to endLine and endColumn. The end is exclusive. */
type CorrectionEdit = {
  line: number
  column: number
  endLine: number
  endColumn: number
  text: string
}

/** Replaces a part of the text at a problem's location. */
export type Replacement = { from: string; to: string }

/** Finds the offsets of a name, except inside a longer name: /old is not found in /older. */
export function findNameOffsets(text: string, name: string): number[] {
  const found: number[] = []
  // An empty name would match everywhere.
  if (name === '') return found
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1))
    if (!isPartOfName(text, at, at + name.length)) found.push(at)
  return found
}

const isPartOfName = (text: string, start: number, end: number) =>
  [start, end].some((at) => /[\w/-]{2}/.test(text.slice(Math.max(0, at - 1), at + 1)))

/** More lines would take more space than the problem itself. */
const maxShownLines = 3

/**
 * Creates a correction from edits of a file by offset.
 * @param isSure whether the author can have meant nothing else
 */
export function createCorrection(text: string, splices: Splice[], isSure: boolean): Correction {
  const edits = splices.map(({ start, end, text: inserted }) => {
    const [from, to] = [findLineAndColumn(text, start), findLineAndColumn(text, end)]
    return { ...from, endLine: to.line, endColumn: to.column, text: inserted }
  })
  return { edits, isSure, lines: listCorrectedLines(text, splices) }
}

/** Whether the file still has the line that was reported. */
export const hasReportedLine = (
  { line = 1, excerpt = '' }: { line?: number; excerpt?: string },
  text: string,
): boolean => (text.split('\n')[line - 1] ?? '').startsWith(excerpt)

/** Turns the edits of a correction into edits by offset. */
export const toSplices = (text: string, { edits }: Correction): Splice[] =>
  edits.map(({ line, column, endLine, endColumn, text: inserted }) => ({
    start: toOffset(text, line, column),
    end: toOffset(text, endLine, endColumn),
    text: inserted,
  }))

/** Finds the offset of a line and column, or the end of the text. */
export function toOffset(text: string, line: number, column: number): number {
  let start = 0
  for (let passed = 1; passed < line; passed++) {
    const end = text.indexOf('\n', start)
    if (end === -1) return text.length
    start = end + 1
  }
  return Math.min(start + column - 1, text.length)
}

function findLineAndColumn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}

/**
 * Lists the first lines that edits change. A deleted line is not listed.
 * @param own the edits whose lines are listed; all by default
 */
export function listCorrectedLines(
  text: string,
  splices: Splice[],
  own: Splice[] = splices,
): CorrectedLine[] {
  const lines = spliceText(text, splices).split('\n')
  const numbers = new Set<number>()
  let added = 0
  for (const splice of [...splices].sort((a, b) => a.start - b.start)) {
    const { start, end, text: inserted } = splice
    const first = findLineAndColumn(text, start).line + added
    const removedLines = text.slice(start, end).split('\n').length - 1
    const insertedLines = inserted.split('\n').length - 1
    added += insertedLines - removedLines
    const isOwn = own.some((each) => each.start === start && each.end === end)
    if (!isOwn || (inserted === '' && removedLines > 0)) continue
    for (let line = first; line <= first + insertedLines; line++) numbers.add(line)
  }
  return [...numbers]
    .slice(0, maxShownLines)
    .map((line) => ({ line, text: (lines[line - 1] ?? '').replace(/\r$/, '') }))
}
