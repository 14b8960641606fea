import { findNearestName, formatNameList } from '../validate/nearest-name.ts'
import { problemAt, type SourceLocation, type Problem } from '../problems/problem.ts'
import { isRecord } from './list-sets.ts'
import {
  getCell,
  findColumn,
  isEmptyCell,
  listColumnNames,
  formatCellValue,
  getRow,
  type ColumnRef,
  type RowIndexes,
  type RowSet,
} from './row-set.ts'

/** One column, and what its cell must be. */
export type Condition = { column: ColumnRef; matches(cell: unknown): boolean }

/** Reads a filter: columns, each with a value, a list of values, or { min, max }. */
export function parseFilter(
  filter: unknown,
  rows: RowSet,
  location: SourceLocation,
  problems: Problem[],
): Condition[] {
  return Object.entries(isRecord(filter) ? filter : {}).flatMap(([name, wanted]) => {
    const column = findColumn(rows, name)
    if (!column) {
      problems.push(
        describeUnknownColumn(name, rows, {
          ...location,
          path: [...location.path, name],
          target: 'key',
        }),
      )
      return []
    }
    return [{ column, matches: parseCondition(wanted) }]
  })
}

function parseCondition(wanted: unknown): (cell: unknown) => boolean {
  if (isRecord(wanted)) {
    const { min = -Infinity, max = Infinity } = wanted as { min?: number; max?: number }
    return (cell) =>
      !isEmptyCell(cell) && typeof cell !== 'object' && Number(cell) >= min && Number(cell) <= max
  }
  const texts = new Set((Array.isArray(wanted) ? wanted : [wanted]).map(normalizeCellText))
  return (cell) =>
    (Array.isArray(cell) ? cell : [cell]).some((value) => texts.has(normalizeCellText(value)))
}

/** A spreadsheet writes TRUE or yes where YAML has true, and a number as text. */
function normalizeCellText(value: unknown): string {
  const text = isEmptyCell(value) ? '' : formatCellValue(value).trim().toLowerCase()
  return text === 'yes' ? 'true' : text === 'no' ? 'false' : text
}

export const matchesAll = (conditions: Condition[], rows: RowSet, row: RowIndexes): boolean =>
  conditions.every(({ column, matches }) => matches(getCell(rows, row, column)))

/** One filter, or a list of them. One that names no column of the rows has been reported, and names no row. */
export function parseFilters(
  filters: unknown,
  rows: RowSet,
  location: SourceLocation,
  problems: Problem[],
): Condition[][] {
  const all = Array.isArray(filters)
    ? filters.map((filter, index) =>
        parseFilter(filter, rows, { ...location, path: [...location.path, index] }, problems),
      )
    : [parseFilter(filters, rows, location, problems)]
  return all.filter((filter) => filter.length > 0)
}

/** The indexes of the rows that fulfil `where` as a whole, and none of `except` as a whole. */
export function selectRows(rows: RowSet, where: Condition[], except: Condition[][]): number[] {
  const selected: number[] = []
  for (let index = 0; index < rows.count; index++) {
    const row = getRow(rows, index)
    if (matchesAll(where, rows, row) && !except.some((filter) => matchesAll(filter, rows, row)))
      selected.push(index)
  }
  return selected
}

export function describeUnknownColumn(
  name: string,
  rows: RowSet,
  location: SourceLocation,
  needle?: string,
): Problem {
  const columns = listColumnNames(rows)
  const details = {
    expected: columns.length === 0 ? 'a column of the rows' : formatNameList(columns),
    found: name,
    suggestion: findNearestName(name, columns),
    needle,
  }
  return problemAt(location, 'UNKNOWN_COLUMN', `The rows have no column "${name}".`, details)
}
