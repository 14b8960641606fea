import Papa from 'papaparse'
import type { LineCounter } from 'yaml'
import { findControlCharacters } from '../source/text/control-characters.ts'
import {
  conflictFix,
  conflictMessage,
  findConflictMarker,
} from '../source/text/conflict-markers.ts'
import { decodeUtf8, reportEncoding } from '../source/text/encoding.ts'
import { checkFileSize, createUnreadableFile } from '../source/parse-file.ts'
import { countLines, toPosition } from '../source/positions.ts'
import { problemInFile, type Problem } from '../problems/problem.ts'
import { reportEmptyRowFile, toColumnName, maxRowFileBytes, type Table } from './table.ts'
import type { OffsetLocator, Position } from '../problems/location.ts'
import type { RowFile } from './table.ts'

const excelFix =
  'In Excel, save it as "CSV UTF-8 (Comma delimited)". In other programs, choose the encoding UTF-8.'

/**
 * Parses CSV (RFC 4180), with commas or with the semicolons, tabs or pipes that other programs
 * write. Pure; never throws. Empty rows are skipped.
 */
export function parseCsv(file: string, bytes: Uint8Array): RowFile {
  const tooLarge = checkFileSize(file, bytes, maxRowFileBytes)
  if (tooLarge) return createUnreadableFile(tooLarge, '')
  const text = decodeUtf8(bytes)
  if (text === undefined)
    return createUnreadableFile({ ...reportEncoding(file, bytes), fix: excelFix }, '')
  const at = createPositionFinder(text)
  const conflict = findConflictMarker(text)
  if (conflict) {
    const { index, found } = conflict
    const details = { found, fix: conflictFix }
    const problem = problemInFile(file, 'ROWS_UNREADABLE', conflictMessage, details)
    return createUnreadableFile({ ...problem, ...at(index, index + found.length) }, '')
  }
  const { declaration, delimiter } = detectDialect(text)
  const content = text.slice(declaration.length)
  if (content.trim() === '') return createUnreadableFile(reportEmptyRowFile(file), '')
  const { data, errors } = Papa.parse<string[]>(content, { delimiter })
  const quote = errors.find(({ type }) => type === 'Quotes')
  if (quote) {
    const index = declaration.length + (quote.index ?? 0)
    return createUnreadableFile(reportQuoteError(file, text, index, quote.code, at), '')
  }
  const [headings = [], ...records] = data
  const find = createCellFinder(text, declaration.length, delimiter)
  const cells = (record: number, column?: number, needle = ''): Position => {
    const [start, end] = find(record, column)
    const inside = text.slice(start, end).indexOf(needle)
    return needle === '' || inside === -1
      ? at(start, end)
      : at(start + inside, start + inside + needle.length)
  }
  const headingsRow = findHeadingsBelowTitle(data)
  if (headingsRow > 0) {
    const count = data[headingsRow]!.length
    const message = `The first line has 1 cell, but the lines below have ${count}.`
    const problem = problemInFile(file, 'INVALID_COLUMN_NAME', message, {
      expected: 'the headings in the first line',
      found: headings.join(delimiter).trim(),
      fix: `If it is a title, delete what is above the headings. If it is the only heading, put quotes around the cells below.`,
    })
    return createUnreadableFile({ ...problem, ...cells(0) }, '')
  }
  const problems = findControlCharacters(file, text, at)
  const columns = parseHeadings(file, headings, problems, (column) => cells(0, column))
  const rows: string[][] = []
  const kept: number[] = []
  /** Spreadsheets write empty headings, too, but what is below one would get lost. */
  const lastNamed = headings.findLastIndex((heading) => heading.trim() !== '')
  const unnamed = new Set([...headings.keys()].filter((column) => column > lastNamed))
  records.forEach((record, index) => {
    const row = record.map((cell) => cell.trim().normalize())
    if (row.every((cell) => cell === '')) return
    // Spreadsheets write empty cells after the last column that has a heading.
    if (row.length < headings.length || row.slice(headings.length).some((cell) => cell !== '')) {
      problems.push(reportCellCount(file, row, headings.length, delimiter, cells(index + 1)))
      return
    }
    for (const column of unnamed) {
      if (row[column] === '') continue
      unnamed.delete(column)
      problems.push(reportUnnamedColumn(file, column, row[column]!, cells(index + 1, column)))
    }
    rows.push(row)
    kept.push(index + 1)
  })
  const table: Table = {
    file,
    columns,
    headings: headings.map((heading) => heading.trim().normalize()),
    rows,
    locate: (row, column, _rest, needle) => ({ ...cells(kept[row]!, column, needle), file }),
    locateHeading: (column) => ({ ...cells(0, column), file }),
    findPath: (row, column) => [row, table.headings[column]!],
    findSpan: (row, column) => find(kept[row]!, column),
  }
  return {
    file,
    value: undefined,
    problems,
    locate: () => cells(0),
    possibleNames: [],
    table,
  }
}

/** Excel writes and reads the delimiter in a line above the headings. */
export function detectDialect(text: string): { declaration: string; delimiter: string } {
  const [declaration = '', declared] = /^"?sep=([^\w\s]|\t)"?(?:\r?\n|$)/i.exec(text) ?? []
  return { declaration, delimiter: declared ?? detectDelimiter(text.slice(declaration.length)) }
}

const delimiterNames: Record<string, string> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'pipe',
}
const delimiters = Object.keys(delimiterNames)

/**
 * Detects the delimiter: the most frequent candidate in the headings, outside of quotes. If the
 * first line has none, it may be a title above the headings.
 */
function detectDelimiter(text: string): string {
  const lines = text.split('\n', maxInspectedLines)
  const unquoted = lines[0]!.replace(/"(?:[^"]|"")*"/g, '')
  const count = (delimiter: string) => unquoted.split(delimiter).length
  const best = delimiters.reduce((one, other) => (count(other) > count(one) ? other : one))
  if (count(best) > 1) return best
  const isBelowTitle = (delimiter: string) =>
    findHeadingsBelowTitle(lines.map((line) => line.split(delimiter))) > 0
  return delimiters.find(isBelowTitle) ?? best
}

const maxInspectedLines = 50
/** More lines with one cell are rows, not a title. */
const maxTitleLines = 5

/**
 * Finds the headings of a table with a title above it: lines with one cell, and then only lines
 * with another number of cells.
 * @returns the index of the headings, or 0
 */
function findHeadingsBelowTitle(records: string[][]): number {
  const isEmpty = (record: string[]) => record.every((cell) => cell.trim() === '')
  const hasOneCell = (record: string[]) => isEmpty(record.slice(1))
  const [first = []] = records
  if (isEmpty(first) || !hasOneCell(first)) return 0
  const index = records.findIndex((record) => !hasOneCell(record))
  const table = records.slice(index).filter((record) => !isEmpty(record))
  const isTable = table.length > 1 && table.every(({ length }) => length === table[0]!.length)
  return index <= maxTitleLines && isTable ? index : 0
}

function parseHeadings(
  file: string,
  headings: string[],
  problems: Problem[],
  at: (column: number) => Position,
): Map<string, number> {
  const columns = new Map<string, number>()
  headings.forEach((heading, index) => {
    const name = toColumnName(heading)
    const isLast = headings.slice(index).every((next) => next.trim() === '')
    if (name === '' && isLast) return
    const first = columns.get(name)
    if (name !== '' && first === undefined) return void columns.set(name, index)
    const message =
      name === ''
        ? `Column ${index + 1} has no heading.`
        : `Two columns have the heading "${heading.trim()}".`
    problems.push({
      ...problemInFile(file, 'INVALID_COLUMN_NAME', message, {
        expected: 'a unique heading for each column',
        found: heading.trim(),
      }),
      ...at(index),
    })
  })
  return columns
}

function reportUnnamedColumn(
  file: string,
  column: number,
  cell: string,
  position: Position,
): Problem {
  const details = {
    expected: 'a heading for each column with values',
    found: cell,
    fix: 'Write the heading in the first line, or delete the cells below it.',
  }
  const message = `Column ${column + 1} has no heading, so nothing can name this cell.`
  return { ...problemInFile(file, 'INVALID_COLUMN_NAME', message, details), ...position }
}

function reportCellCount(
  file: string,
  row: string[],
  expected: number,
  delimiter: string,
  position: Position,
): Problem {
  const delimiterName = delimiterNames[delimiter] ?? delimiter
  const many = row.length > expected
  const other = delimiters.find(
    (each) => row.length === 1 && row[0]!.split(each).length === expected,
  )
  const fix = other
    ? `Separate the cells as in the headings, with a ${delimiterName}.`
    : many
      ? `Put quotes around a cell that contains a ${delimiterName}: "one, two".`
      : `Add the missing cells. An empty cell needs its ${delimiterName} too.`
  const details = {
    expected: `${expected} cells, one for each heading`,
    found: `${row.length}`,
    fix,
  }
  return {
    ...problemInFile(
      file,
      'CELL_COUNT_MISMATCH',
      `This row has too ${many ? 'many' : 'few'} cells.`,
      details,
    ),
    ...position,
  }
}

function reportQuoteError(
  file: string,
  text: string,
  index: number,
  code: string,
  at: OffsetLocator,
): Problem {
  // The parser reports the offset after the opening quote.
  const start = Math.max(0, text.lastIndexOf('"', index - 1))
  const open = code === 'MissingQuotes'
  const message = open
    ? 'The opening quote of this cell is never closed.'
    : 'This cell continues after its closing quote.'
  const fix = open
    ? 'Close the quote at the end of the cell.'
    : 'Write quotes inside the cell twice: "12"" wheel".'
  return {
    ...problemInFile(file, 'UNMATCHED_CSV_QUOTE', message, { fix }),
    ...at(start, start + 1),
  }
}

/** Creates a function that converts offsets to positions, indexing lines on first use. */
function createPositionFinder(text: string): OffsetLocator {
  let lines: LineCounter | undefined
  return (start, end) => toPosition({ text, lines: (lines ??= countLines(text)) }, start, end)
}

/**
 * Creates a function that finds the offsets of a cell by record (0 for the headings) and column.
 * @param tableStart the offset of the headings
 */
function createCellFinder(text: string, tableStart: number, delimiter: string) {
  let starts: number[] | undefined
  return (record: number, column = 0): [start: number, end: number] => {
    starts ??= listRecordOffsets(text.slice(tableStart), delimiter)
    const cell = new RegExp(`"(?:[^"]|"")*"|[^\\${delimiter}\\r\\n]*`, 'y')
    cell.lastIndex = tableStart + (starts[record] ?? 0)
    let found = cell.exec(text)
    for (let index = 0; index < column; index++) {
      cell.lastIndex++
      found = cell.exec(text)
    }
    const { index: start, 0: written } = found ?? { index: 0, 0: '' }
    return [start, start + written.length]
  }
}

function listRecordOffsets(text: string, delimiter: string): number[] {
  const starts = [0]
  Papa.parse<string[]>(text, { delimiter, step: ({ meta }) => void starts.push(meta.cursor) })
  return starts
}
