import { memoize } from '../../schema/util/memoize.ts'
import { extname } from 'node:path'
import { spellFigure } from '../../schema/facts/facts.ts'
import { detectDialect } from '../../schema/tables/parse-csv.ts'
import { parseRowFile } from '../../schema/tables/parse-row-file.ts'
import type { Path } from '../../schema/problems/location.ts'
import type { Table } from '../../schema/tables/table.ts'
import { isRecord } from '../../schema/util/records.ts'
import { spliceText, type Splice } from '../../schema/util/splice-text.ts'
import { UserError } from '../shared/user-error.ts'
import { refuseEdit } from './text-edits.ts'
import type { JsonValue, Edit } from './yaml-operations.ts'

/** Whether a file is a table in CSV, with whatever separator. */
export const isCsv = (file: string): boolean => /^\.[ct]sv$/i.test(extname(file))

/** The rows of a table in CSV, each a map by heading, as they would be in YAML. */
export function readCsv(file: string, text: string): Record<string, string>[] {
  const { columns, headings, rows } = parseCsvTable(file, text)
  const indexes = [...columns.values()]
  return rows.map((row) =>
    Object.fromEntries(indexes.map((index) => [headings[index]!, String(row[index])])),
  )
}

/** The path of the cell at a line and column, which begin with 1. Undefined outside of the rows. */
export function findCsvPath(
  file: string,
  text: string,
  line: number,
  column: number,
): Path | undefined {
  const table = parseCsvTable(file, text)
  const findLast = (count: number, isBefore: (index: number) => boolean) => {
    let [low, high] = [0, count]
    while (low < high) {
      const middle = (low + high) >> 1
      if (isBefore(middle)) low = middle + 1
      else high = middle
    }
    return low - 1
  }
  const row = findLast(table.rows.length, (index) => table.locate(index).line <= line)
  if (row < 0) return undefined
  // A cell may have several lines.
  const lines = table.rows[row]!.join('').split('\n').length
  if (line >= table.locate(row).line + lines) return undefined
  const index = findLast(table.headings.length, (each) => {
    const start = table.locate(row, each)
    return start.line < line || (start.line === line && start.column <= column)
  })
  return [...table.columns.values()].includes(index) ? table.findPath(row, index) : [row]
}

/** A row while it is edited. @property origin its index in the file; undefined if it is new */
type EditedRow = { origin?: number; texts: string[] }

/**
 * Edits a table in CSV, and nothing else in its text: line breaks, quotes and separators stay. The
 * edited table is parsed again and compared with the intended one.
 * @param operations one after the other, on the value that `readCsv` returns
 * @throws UserError if more would change, or CSV cannot hold the value
 */
export function editCsv(file: string, text: string, operations: Edit[]): string {
  const table = parseCsvTable(file, text)
  const rows = table.rows.map((row, origin): EditedRow => ({ origin, texts: row.map(String) }))
  for (const operation of operations) applyToRows(file, table, rows, operation)
  if (rows.some(({ texts }) => texts.every((cell) => cell === '')))
    throw new UserError(
      `A row of ${file} needs at least one filled cell. Remove the row instead. Nothing was written.`,
    )
  const after = writeRows(text, table, rows)
  const found = parseRowFile(file, Buffer.from(after)).table
  const cells = (all: unknown[][]) => JSON.stringify(all.map((row) => row.map(String)))
  if (
    !found ||
    cells([found.headings, ...found.rows]) !==
      cells([table.headings, ...rows.map(({ texts }) => texts)])
  )
    refuseEdit(file)
  return after
}

function applyToRows(
  file: string,
  { columns, headings }: Table,
  rows: EditedRow[],
  operation: Edit,
): void {
  const [index = -1, heading] = operation.path as [number, string?]
  const refuse = (why: string): never => {
    throw new UserError(`${file} is CSV, ${why}. Nothing was written.`)
  }
  const findColumn = (name: string) =>
    [...columns.values()].find((column) => headings[column] === name) ??
    refuse(`and has no column "${name}"`)
  const toText = (value: JsonValue) =>
    typeof value === 'object' && value !== null
      ? refuse('which holds texts and numbers only')
      : typeof value === 'number'
        ? spellFigure(value)
        : String(value ?? '').trim()
  const toTexts = (value: JsonValue) => {
    if (!isRecord(value)) return refuse('whose rows have a text for each column')
    const texts = headings.map(() => '')
    for (const [name, cell] of Object.entries(value))
      texts[findColumn(name)] = toText(cell as JsonValue)
    return texts
  }
  const isWithin = operation.path.length <= 2 && index >= 0
  const row = rows[index]
  if (operation.kind === 'insert' && isWithin && index <= rows.length)
    rows.splice(index, 0, { texts: toTexts(operation.value) })
  else if (!row || !isWithin || operation.kind === 'rename-key' || operation.kind === 'insert')
    refuse(`and has no ${operation.path.join('.')}`)
  else if (operation.kind === 'move') rows.splice(operation.to, 0, ...rows.splice(index, 1))
  else if (heading === undefined && operation.kind === 'remove') rows.splice(index, 1)
  else if (heading === undefined) row.texts = toTexts((operation as { value: JsonValue }).value)
  else row.texts[findColumn(heading)] = operation.kind === 'set' ? toText(operation.value) : ''
}

/** Writes rows: those that the file has keep their text, apart from the cells that differ. */
function writeRows(text: string, table: Table, rows: EditedRow[]): string {
  const { delimiter } = detectDialect(text)
  const [lineBreak = '\n'] = /\r\n|\n|\r/.exec(text) ?? []
  const needsQuotes = (value: string) => /["\r\n]/.test(value) || value.includes(delimiter)
  const format = (value: string, isQuoted: boolean) =>
    isQuoted || needsQuotes(value) ? `"${value.replaceAll('"', '""')}"` : value
  const findCell = (row: number, column: number) => {
    const [start, end] = table.findSpan!(row, column)
    return { start, end, isQuoted: text[start] === '"' }
  }
  const lastColumn = table.headings.length - 1
  const starts = table.rows.map((_, row) => findCell(row, 0).start)
  /** Where the line of a row ends. What follows, such as an empty line, stays. */
  const ends = table.rows.map((_, row) => {
    const rest = /\r\n|\n|\r/g
    rest.lastIndex = findCell(row, lastColumn).end
    return rest.test(text) ? rest.lastIndex : text.length
  })
  const last = table.rows.length - 1
  /** A column whose cells have quotes without need gets them in new rows, too. */
  const isQuotedColumn = table.headings.map(
    (_, column) =>
      last >= 0 &&
      findCell(last, column).isQuoted &&
      !needsQuotes(String(table.rows[last]![column])),
  )
  const kept = new Set(rows.map(({ origin }) => origin))
  /** What follows a row in the file, up to the next one that is kept. */
  const getRest = (row: number) => {
    let rest = ''
    for (let index = row; index <= last; index++) {
      if (index > row && kept.has(index)) break
      if (index >= 0) rest += text.slice(ends[index], starts[index + 1])
    }
    return rest
  }
  const parts = [text.slice(0, starts[0]) + getRest(-1)]
  for (const { origin, texts } of rows) {
    const isNew = origin === undefined
    const changed = texts.flatMap((value, column) => {
      if (isNew || value === String(table.rows[origin]![column])) return []
      const { isQuoted, ...range } = findCell(origin, column)
      return [{ ...range, text: format(value, isQuoted) }]
    })
    parts.push(
      isNew
        ? texts.map((value, column) => format(value, isQuotedColumn[column]!)).join(delimiter) +
            lineBreak
        : spliceRange(text, starts[origin]!, ends[origin]!, changed) + getRest(origin),
    )
  }
  return parts
    .filter((part) => part !== '')
    .map((part, index, { length }) =>
      index === length - 1 || /[\r\n]$/.test(part) ? part : part + lineBreak,
    )
    .join('')
}

/** A part of a text, with replacements in it. */
const spliceRange = (text: string, start: number, end: number, splices: Splice[]) =>
  spliceText(
    text.slice(start, end),
    splices.map((each) => ({ ...each, start: each.start - start, end: each.end - start })),
  )

/** The tables that were read last, because each edit starts from the result of the one before. */
const recent = new Map<string, Table | undefined>()
const maxRecent = 8

/** @throws UserError if the text is not a table */
export function parseCsvTable(file: string, text: string): Table {
  const table = tryParseTable(file, text)
  if (!table)
    throw new UserError(
      `${file} is not a valid table, so nothing in it can be changed: correct its mistake first.`,
    )
  return table
}

/** @returns undefined if the text is not a table */
export const tryParseTable = (file: string, text: string): Table | undefined =>
  memoize(recent, `${file}\n${text}`, maxRecent, () => parseRowFile(file, Buffer.from(text)).table)
