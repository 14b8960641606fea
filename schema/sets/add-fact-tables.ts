import { problemInFile, type Problem } from '../problems/problem.ts'
import type { Path, Position, SourceFile, SourceLocation } from '../problems/location.ts'
import {
  listUnclearSeparators,
  toCellName,
  type FactTableShape,
  type LedgerFact,
} from '../facts/facts.ts'
import { isReadingValue, toLedgerFact } from '../facts/to-ledger-fact.ts'
import type { Site } from '../merge/merge-sources.ts'
import { slugify } from '../util/slugify.ts'
import { asText } from '../util/as-text.ts'
import { asRecord, getAt } from '../util/records.ts'
import { readCell, toValueType } from './fill-template.ts'
import type { RowFiles } from './read-row-files.ts'
import { problemInCell, type CellMessage, type Table } from '../tables/table.ts'
import { explainSpreadsheetWord, formatCellValue, isEmptyCell } from '../tables/cells.ts'

/**
 * Adds a fact for each filled cell of the tables in the ledger: `prices.bath.small` for the row
 * *Bath* and the column *Small* of the table `prices`.
 * @returns the problems of the cells
 */
export function addFactTables(site: Site, files: RowFiles): Problem[] {
  const problems: Problem[] = []
  for (const fact of [...site.facts.values()]) {
    const table = fact.table && files.get(fact.table.file)?.table
    if (!table) continue
    const { words } = fact.table!
    const language = asText(site.settings.language)
    fact.table = { ...describeShape(table, problems), language, words }
    addCells(fact, table, site, problems)
  }
  return problems
}

/** Names the rows and columns. Those without a valid name are reported, and get an empty one. */
function describeShape(table: Table, problems: Problem[]): FactTableShape {
  const { file, headings, columns } = table
  const names = [...columns.keys()]
  if (names.length < 2)
    problems.push({
      ...problemInFile(file, 'ROWS_UNREADABLE', 'This table has no column of values.', {
        expected: 'a column that names the rows, and columns with values',
        fix: 'Add a column with a heading for each value, or write the facts in the ledger.',
      }),
      ...table.locate(0),
    })
  const shape: FactTableShape = {
    file,
    header: headings[0]!,
    columns: names.slice(1).map((name) => ({ name, label: headings[columns.get(name)!]! })),
    rows: [],
  }
  const lines = new Map<string, number>()
  table.rows.forEach((cells, row) => {
    const label = isEmptyCell(cells[0]) ? '' : formatCellValue(cells[0]).trim()
    const name = slugify(label)
    const found = explainRowName(label, name, lines.get(name))
    if (found) problems.push(problemInCell(table, row, 0, found))
    const isNamed = !found || found.code === 'SPREADSHEET_ERROR'
    if (isNamed) lines.set(name, table.locate(row, 0).line)
    shape.rows.push({ name: isNamed ? name : '', label })
  })
  return shape
}

/** @param line that of an earlier row with the same name */
function explainRowName(label: string, name: string, line?: number): CellMessage | undefined {
  if (label === '')
    return {
      code: 'EMPTY_CELL',
      message: 'This row has no name.',
      expected: 'the name of the row in its first cell',
      fix: 'Write it, such as the name of the service.',
    }
  const word = explainSpreadsheetWord(label)
  if (word) return { code: 'SPREADSHEET_ERROR', ...word }
  if (name === '')
    return {
      code: 'INVALID_CELL',
      message: `"${label}" cannot be part of a citation.`,
      expected: 'letters from A to Z, with or without accents, and digits',
      found: label,
    }
  if (line === undefined) return undefined
  return {
    code: 'DUPLICATE_FACT',
    message: `Two rows have the name "${name}"; the first is in line ${line}.`,
    found: label,
    fix: 'Rename one of the rows, or delete it.',
  }
}

function addCells(
  fact: LedgerFact,
  table: Table,
  { facts, possiblyDefined, settings }: Site,
  problems: Problem[],
): void {
  const { name: tableName, location, unit } = fact
  const { rows, columns, words } = fact.table!
  const { table: _, ...shared } = asRecord(getAt(location.source.value, location.path))
  const unclear = listUnclearSeparators([asText(settings.language)])
  rows.forEach((row, rowIndex) => {
    for (const column of row.name === '' ? [] : columns) {
      const columnIndex = table.columns.get(column.name)!
      const name = toCellName(tableName, row, column)
      const cell = table.rows[rowIndex]![columnIndex]
      const read = readFigure(cell, column.label, unit, unclear)
      for (const problem of read.problems)
        problems.push(problemInCell(table, rowIndex, columnIndex, problem))
      // The cell is reported, and not each of its citations too.
      if (read.problems.length > 0) possiblyDefined.add(name)
      if (read.value === undefined) continue
      const translations = Object.fromEntries(
        Object.entries(words ?? {})
          .map(([language, texts]) => [language, asRecord(texts)[String(read.value)]])
          .filter(([, text]) => text !== undefined),
      )
      const entry = {
        ...shared,
        unit,
        value: read.value,
        translations,
        label: `${fact.label}: ${row.label}, ${column.label}`,
      }
      const source = new CellSource(table, rowIndex, columnIndex, location)
      const own = toLedgerFact(name, entry, { source, path: location.path }, [])
      facts.set(name, { ...own, tableName })
    }
  })
}

/** Reads a cell as the value of a fact. An empty cell has none. */
function readFigure(
  cell: unknown,
  name: string,
  unit: LedgerFact['unit'],
  unclearSeparators: string,
): { value?: string | number | { min: number; max: number }; problems: CellMessage[] } {
  if (isEmptyCell(cell)) return { problems: [] }
  const problems: CellMessage[] = []
  const rule = { ...toValueType(unit), unclearSeparators }
  const read = readCell(cell, rule, (problem) => problems.push(problem))
  if (read !== undefined && !isReadingValue(read))
    problems.push({
      code: 'INVALID_CELL',
      message: `The cell "${name}" is not a value.`,
      expected: 'a number, a range { min, max }, or text',
    })
  const isMoney = unit !== 'text' && typeof cell === 'string' && /\d/.test(cell)
  const fix = `Write only the number. The unit ${unit} is added automatically.`
  return {
    problems: problems.map((problem) =>
      isMoney && problem.code === 'INVALID_CELL'
        ? { ...problem, fix: problem.fix ?? fix }
        : problem,
    ),
    ...(isReadingValue(read) && { value: read }),
  }
}

/** The source of a fact in a cell. What all cells share is written in the ledger. */
export class CellSource implements SourceFile {
  constructor(
    readonly table: Table,
    readonly row: number,
    readonly column: number,
    readonly entry: SourceLocation,
  ) {}

  get file(): string {
    return this.table.file
  }

  /** @param path that of the table in the ledger, and below it, of a property */
  locate(path: Path, target?: 'key' | 'value', needle?: string): Position {
    const { source, path: start } = this.entry
    const [property, ...rest] = path.slice(start.length)
    if (property === undefined || property === 'value')
      return { ...this.table.locate(this.row, this.column, rest, needle), file: this.file }
    return { file: source.file, ...source.locate(path, target, needle) }
  }
}
