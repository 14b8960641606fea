import { problemAt, type Problem } from '../problems/problem.ts'
import { describeUnknownName } from '../validate/nearest-name.ts'
import type { ProblemCode } from '../problems/problem-codes.ts'
import { explainAmbiguousNumber, readDecimalCommas } from '../facts/facts.ts'
import { isRecord } from '../util/records.ts'
import {
  getCell,
  findColumn,
  listColumnNames,
  getRow,
  type ColumnRef,
  type RowIndexes,
  type RowSet,
} from './row-set.ts'
import { keepSpelling, problemInCell } from '../tables/table.ts'
import { type Path, type SourceLocation, locateChild, locateKey } from '../problems/location.ts'
import { formatCellValue, isEmptyCell } from '../tables/cells.ts'

/** A column and a predicate for its cells. */
export type Condition = { column: ColumnRef; matches(cell: unknown): boolean }

type FilterContext = { rows: RowSet; problems: Problem[] }

/** Parses a filter: columns, each with a value, a list of values, or { min, max }. */
export function parseFilter(
  filter: unknown,
  location: SourceLocation,
  { rows, problems }: FilterContext,
): Condition[] {
  return Object.entries(isRecord(filter) ? filter : {}).flatMap(([name, condition]) => {
    const column = findColumn(rows, name)
    if (!column) {
      problems.push(reportUnknownColumn(name, rows, locateKey(location, name)))
      return []
    }
    if (typeof condition === 'boolean')
      problems.push(...checkFilteredCells(column, rows, explainNoBoolean))
    if (isRecord(condition)) problems.push(...checkFilteredCells(column, rows, explainNoNumber))
    const at: Path = [...location.path, name]
    const asWritten = Array.isArray(condition)
      ? condition.map((value, index) => keepSpelling(value, location.source, [...at, index]))
      : keepSpelling(condition, location.source, at)
    return [{ column, matches: parseCondition(condition, asWritten) }]
  })
}

/** Further wrong cells are reported once these are corrected. */
const maxReportedCells = 5

type ExplainedCell = { code: ProblemCode; message: string; expected: string; fix?: string }

/** Reports cells that a filter cannot compare, so that their rows are not left out silently. */
function checkFilteredCells(
  { table, index }: ColumnRef,
  { tables, unclearSeparators }: RowSet,
  explain: (text: string, unclearSeparators: string) => ExplainedCell | undefined,
): Problem[] {
  return tables[table]!.table.rows.flatMap((row, at) => {
    const cell = row[index]
    const isText = !isEmptyCell(cell) && typeof cell !== 'object'
    const explained = isText ? explain(String(cell).trim(), unclearSeparators) : undefined
    return explained ? [{ found: String(cell), at, ...explained }] : []
  })
    .slice(0, maxReportedCells)
    .map(({ at, ...explained }) => problemInCell(tables[table]!.table, at, index, explained))
}

const explainNoBoolean = (text: string): ExplainedCell | undefined =>
  ['true', 'false'].includes(normalizeCellText(text))
    ? undefined
    : {
        code: 'INVALID_CELL',
        message: `"${text}" is neither true nor false.`,
        expected: 'true or false',
      }

function explainNoNumber(text: string, unclearSeparators: string): ExplainedCell | undefined {
  const ambiguous = explainAmbiguousNumber(text, unclearSeparators)
  if (ambiguous) return { code: 'AMBIGUOUS_NUMBER', ...ambiguous }
  return Number.isNaN(Number(readDecimalCommas(text)))
    ? {
        code: 'INVALID_CELL',
        message: `"${text}" is not a number, but a filter compares it with min or max.`,
        expected: 'a number, such as 12 or 12.5',
      }
    : undefined
}

/** @param asWritten the condition with the spelling of its numbers, as in cells: 01001 */
function parseCondition(condition: unknown, asWritten: unknown): (cell: unknown) => boolean {
  if (isRecord(condition)) {
    const { min = -Infinity, max = Infinity } = condition as { min?: number; max?: number }
    return (cell) => {
      if (isEmptyCell(cell) || typeof cell === 'object') return false
      const number = Number(readDecimalCommas(String(cell)))
      return number >= min && number <= max
    }
  }
  const toTexts = (values: unknown) =>
    new Set((Array.isArray(values) ? values : [values]).map(normalizeCellText))
  const texts = toTexts(asWritten)
  // The numbers in a list have lost their spelling.
  const unspelledTexts = toTexts(condition)
  return (cell) =>
    Array.isArray(cell)
      ? cell.some((value) => unspelledTexts.has(normalizeCellText(value)))
      : texts.has(normalizeCellText(cell))
}

/**
 * Normalizes cells for comparison, since spreadsheets write numbers as text, and TRUE or yes for
 * true.
 */
function normalizeCellText(value: unknown): string {
  const text = isEmptyCell(value) ? '' : formatCellValue(value).trim().toLowerCase()
  return text === 'yes' ? 'true' : text === 'no' ? 'false' : text
}

/** Whether a row meets all conditions of a filter. */
export const matchesAll = (conditions: Condition[], rows: RowSet, row: RowIndexes): boolean =>
  conditions.every(({ column, matches }) => matches(getCell(rows, row, column)))

/**
 * Parses one filter or a list of filters, such as those under `except`. Ignores filters without a
 * valid column, which are reported.
 */
export function parseFilters(
  filters: unknown,
  location: SourceLocation,
  context: FilterContext,
): Condition[][] {
  const all = Array.isArray(filters)
    ? filters.map((filter, index) => parseFilter(filter, locateChild(location, index), context))
    : [parseFilter(filters, location, context)]
  return all.filter((filter) => filter.length > 0)
}

/** Returns the indexes of the rows that match all of `where` and no filter of `except`. */
export function selectRows(rows: RowSet, where: Condition[], except: Condition[][]): number[] {
  const selected: number[] = []
  for (let index = 0; index < rows.count; index++) {
    const row = getRow(rows, index)
    if (matchesAll(where, rows, row) && !except.some((filter) => matchesAll(filter, rows, row)))
      selected.push(index)
  }
  return selected
}

/** Creates the problem of a column that the rows do not have. */
export function reportUnknownColumn(
  name: string,
  rows: RowSet,
  location: SourceLocation,
  needle?: string,
): Problem {
  const columns = listColumnNames(rows)
  const details = {
    ...describeUnknownName(name, columns, 'a column of the rows'),
    needle,
  }
  return problemAt(location, 'UNKNOWN_COLUMN', `The rows have no column "${name}".`, details)
}
