import { findNearest, listNames } from '../nearest-name.ts'
import { problemAt, type Place, type Problem } from '../problem.ts'
import { isGroup } from './list-sets.ts'
import {
  cellOf,
  findColumn,
  isEmpty,
  listColumns,
  printValue,
  rowAt,
  type Column,
  type Row,
  type RowSet,
} from './row-set.ts'

/** One column, and what its cell must be. */
export type Condition = { column: Column; holds(cell: unknown): boolean }

/** Reads a filter: columns, each with a value, a list of values, or { min, max }. */
export function readFilter(
  filter: unknown,
  rows: RowSet,
  place: Place,
  problems: Problem[],
): Condition[] {
  return Object.entries(isGroup(filter) ? filter : {}).flatMap(([name, wanted]) => {
    const column = findColumn(rows, name)
    if (!column) {
      problems.push(
        unknownColumn(name, rows, { ...place, path: [...place.path, name], part: 'key' }),
      )
      return []
    }
    return [{ column, holds: readCondition(wanted) }]
  })
}

function readCondition(wanted: unknown): (cell: unknown) => boolean {
  if (isGroup(wanted)) {
    const { min = -Infinity, max = Infinity } = wanted as { min?: number; max?: number }
    return (cell) =>
      !isEmpty(cell) && typeof cell !== 'object' && Number(cell) >= min && Number(cell) <= max
  }
  const texts = new Set((Array.isArray(wanted) ? wanted : [wanted]).map(textOfCell))
  return (cell) =>
    (Array.isArray(cell) ? cell : [cell]).some((value) => texts.has(textOfCell(value)))
}

/** A spreadsheet writes TRUE or yes where YAML has true, and a number as text. */
function textOfCell(value: unknown): string {
  const text = isEmpty(value) ? '' : printValue(value).trim().toLowerCase()
  return text === 'yes' ? 'true' : text === 'no' ? 'false' : text
}

export const holdsAll = (conditions: Condition[], rows: RowSet, row: Row): boolean =>
  conditions.every(({ column, holds }) => holds(cellOf(rows, row, column)))

/** One filter, or a list of them. One that names no column of the rows has been reported, and names no row. */
export function readFilters(
  filters: unknown,
  rows: RowSet,
  place: Place,
  problems: Problem[],
): Condition[][] {
  const all = Array.isArray(filters)
    ? filters.map((filter, index) =>
        readFilter(filter, rows, { ...place, path: [...place.path, index] }, problems),
      )
    : [readFilter(filters, rows, place, problems)]
  return all.filter((filter) => filter.length > 0)
}

/** The indexes of the rows that fulfil `where` as a whole, and none of `except` as a whole. */
export function selectRows(rows: RowSet, where: Condition[], except: Condition[][]): number[] {
  const selected: number[] = []
  for (let index = 0; index < rows.count; index++) {
    const row = rowAt(rows, index)
    if (holdsAll(where, rows, row) && !except.some((filter) => holdsAll(filter, rows, row)))
      selected.push(index)
  }
  return selected
}

export function unknownColumn(name: string, rows: RowSet, place: Place, needle?: string): Problem {
  const columns = listColumns(rows)
  const details = {
    expected: columns.length === 0 ? 'a column of the rows' : listNames(columns),
    found: name,
    suggestion: findNearest(name, columns),
    needle,
  }
  return problemAt(place, 'UNKNOWN_COLUMN', `The rows have no column "${name}".`, details)
}
