import { getAt } from '../../schema/util/records.ts'
import type { Table } from '../../schema/tables/table.ts'
import type { Path } from '../../schema/problems/location.ts'
import { isCsv } from './edit-csv.ts'
import type { JsonValue, Edit } from './yaml-operations.ts'

/**
 * Changes of a table, as people write them: every cell is a text. Rows and columns are indexes in
 * the table before the changes.
 * @property cells each with a text, or with what another row has in the same column
 * @property added rows, each in front of the row `at`; by default, they become the last ones. A row
 *   has texts by heading, or everything that another row has.
 */
export type RowChanges = {
  cells: ({ row: number; column: number } & ({ text: string } | { copyOf: number }))[]
  removed: number[]
  added: ({ at?: number } & ({ texts: Record<string, string> } | { copyOf: number }))[]
}

/** Whether the rows of a list are single values instead of maps. */
const isSingleColumn = ({ file, headings }: Table) => headings[0] === '' && !isCsv(file)

/** The path of the list that has the rows. */
export const findListPath = (table: Table): Path =>
  isCsv(table.file) ? [] : table.findPath(0, 0).slice(0, isSingleColumn(table) ? -1 : -2)

/** The path of a row. */
export const findRowPath = (table: Table, row: number): Path => {
  const list = findListPath(table)
  return isCsv(table.file) ? [row] : [...list, table.findPath(row, 0)[list.length]!]
}

/**
 * Plans changes of a table as operations on its file, whatever its format.
 * @param root the value of the file
 * @param list the path of the list that has the rows, or will have them
 */
export function planRowEdits(
  table: Table,
  root: unknown,
  changes: RowChanges,
  list = findListPath(table),
): Edit[] {
  const { headings, rows } = table
  /** Whether the table is itself a cell of another one. */
  const isCell = typeof list.at(-2) === 'number'
  const toValue = (column: number, text: string): JsonValue => {
    if (isCsv(table.file)) return text
    const others = rows.map((row) => row[column])
    const entries = others.filter(isLineList).flat()
    if (entries.length > 0) return parseLines(text, entries)
    if (!isCell) return parseCell(text, others)
    const alike = listEntries(root, list)
    const heading = headings[column]!
    return parseEntry(text, heading === '' ? alike : alike.map((entry) => getAt(entry, [heading])))
  }
  const cells = changes.cells.flatMap(({ row, column, ...next }): Edit[] => {
    const path = table.findPath(row, column)
    const value = getAt(root, path)
    const copied =
      'copyOf' in next ? getAt<JsonValue>(root, table.findPath(next.copyOf, column)) : undefined
    if (copied !== undefined) return [{ kind: 'set', path, value: copied }]
    const text = 'text' in next ? next.text : ''
    if (text === '' && !isCsv(table.file))
      return value === undefined ? [] : [{ kind: 'remove', path }]
    if (isLineList(value)) return [{ kind: 'set', path, value: parseLines(text, value) }]
    return [{ kind: 'set', path, value: toValue(column, text) }]
  })
  const toRow = (texts: Record<string, string>): JsonValue => {
    const entries = Object.entries(texts).flatMap(([heading, text]) =>
      text === '' ? [] : [[heading, toValue(headings.indexOf(heading), text)] as const],
    )
    return isSingleColumn(table) ? (entries[0]?.[1] ?? '') : Object.fromEntries(entries)
  }
  const end = rows.length === 0 ? 0 : Number(findRowPath(table, rows.length - 1).at(-1)) + 1
  const toIndex = (at = rows.length) =>
    at < rows.length ? Number(findRowPath(table, at).at(-1)) : end
  // From the last row to the first, so that the indexes of those before it stay.
  const removed = changes.removed.map((row) => toIndex(row)).sort((a, b) => b - a)
  const added = changes.added
    .map((each) => ({
      before: toIndex(each.at),
      value:
        'texts' in each
          ? toRow(each.texts)
          : getAt<JsonValue>(root, findRowPath(table, each.copyOf))!,
    }))
    .sort((a, b) => a.before - b.before)
  // A cell with a list has none of its own until there is an entry.
  if (isCell && removed.length === rows.length) {
    const values = added.map(({ value }) => value)
    if (values.length > 0) return [{ kind: 'set', path: list, value: values }]
    return rows.length > 0 ? [{ kind: 'remove', path: list }] : []
  }
  return [
    ...cells,
    ...removed.map((index): Edit => ({ kind: 'remove', path: [...list, index] })),
    ...added.map(({ before, value }, index): Edit => {
      const gone = removed.filter((each) => each < before).length
      return { kind: 'insert', path: [...list, before - gone + index], value }
    }),
  ]
}

/** A cell as text: of a list of single values, a line for each. Other lists and maps are JSON. */
export const toCellText = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  if (isLineList(value)) return value.join('\n')
  if (Array.isArray(value) && value.length === 0) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

type LineList = (string | number | boolean)[]

/** The entries of a list in a cell, and of those in the same column. */
function listEntries(root: unknown, list: Path): unknown[] {
  const rows = getAt(root, list.slice(0, -2))
  const lists = Array.isArray(rows) ? rows.map((row) => getAt(row, list.slice(-1))) : []
  return lists.filter((each) => Array.isArray(each)).flat()
}

/** Whether a cell can be written as lines, one for each entry. */
export const isLineList = (value: unknown): value is LineList =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((entry) =>
    typeof entry === 'string'
      ? entry.trim() !== '' && !entry.includes('\n')
      : typeof entry === 'number' || typeof entry === 'boolean',
  )

/** Whether the cells of a column are lists of single values, so that a new one becomes a list. */
export const hasLines = ({ rows }: Table, column: number): boolean =>
  rows.some((row) => isLineList(row[column]))

/**
 * Splits a text at its lines. A single line is split at its commas, unless an entry has one.
 * @param known entries of the column
 */
function splitEntries(text: string, known: LineList): string[] {
  const isProse = known.some((entry) => String(entry).includes(','))
  const separator = text.includes('\n') || isProse ? '\n' : ','
  return text
    .split(separator)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

/** The entries of a list as they become. Those that stay have the values that they had. */
const parseLines = (text: string, list: LineList): JsonValue[] =>
  splitEntries(text, list).map(
    (line) => list.find((entry) => String(entry) === line) ?? parseEntry(line, list),
  )

/** Nobody converts what is in a list: where all others are texts, a number is one, too. */
const parseEntry = (text: string, others: unknown[]): JsonValue =>
  others.length > 0 && others.every((each) => each === undefined || typeof each === 'string')
    ? text
    : parseCell(text, others)

/** A number, if it is printed as it is written: 01001 and 1.10 are texts. */
function parseCell(text: string, others: unknown[]): JsonValue {
  if (text === String(Number(text)) && Number.isFinite(Number(text))) return Number(text)
  const isFlag = others.every((each) => each === undefined || typeof each === 'boolean')
  return isFlag && /^(?:true|false)$/i.test(text) ? text.toLowerCase() === 'true' : text
}
