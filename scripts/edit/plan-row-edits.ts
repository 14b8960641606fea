import { getAt } from '../../schema/util/records.ts'
import type { Table } from '../../schema/sets/table.ts'
import type { Path } from '../../schema/source/position-types.ts'
import { isCsv } from './edit-csv.ts'
import type { JsonValue, ValueOperation } from './yaml-operations.ts'

/**
 * Changes of a table, as people write them: every cell is a text. Rows and columns are indexes in
 * the table before the changes.
 * @property added rows, each in front of the row `at`; by default, they become the last ones. A row
 *   has texts by heading, or everything that another row has.
 */
export type RowChanges = {
  cells: { row: number; column: number; text: string }[]
  removed: number[]
  added: ({ at?: number } & ({ texts: Record<string, string> } | { copyOf: number }))[]
}

/** Whether the rows of a list are single values instead of maps. */
const isSingleColumn = ({ file, headings }: Table) => headings[0] === '' && !isCsv(file)

/** The path of the list that has the rows. */
export const findList = (table: Table): Path =>
  isCsv(table.file) ? [] : table.findPath(0, 0).slice(0, isSingleColumn(table) ? -1 : -2)

/** The path of a row. */
export const findRow = (table: Table, row: number): Path => {
  const list = findList(table)
  return isCsv(table.file) ? [row] : [...list, table.findPath(row, 0)[list.length]!]
}

/**
 * Plans changes of a table as operations on its file, whatever its format.
 * @param root the value of the file
 */
export function planRowEdits(table: Table, root: unknown, changes: RowChanges): ValueOperation[] {
  const { headings, rows } = table
  const toValue = (column: number, text: string): JsonValue =>
    isCsv(table.file)
      ? text
      : parseCell(
          text,
          rows.map((row) => row[column]),
        )
  const cells = changes.cells.flatMap(({ row, column, text }): ValueOperation[] => {
    const path = table.findPath(row, column)
    if (text !== '' || isCsv(table.file))
      return [{ kind: 'set', path, value: toValue(column, text) }]
    return getAt(root, path) === undefined ? [] : [{ kind: 'remove', path }]
  })
  const toRow = (texts: Record<string, string>): JsonValue => {
    const entries = Object.entries(texts).flatMap(([heading, text]) =>
      text === '' ? [] : [[heading, toValue(headings.indexOf(heading), text)] as const],
    )
    return isSingleColumn(table) ? (entries[0]?.[1] ?? '') : Object.fromEntries(entries)
  }
  const list = findList(table)
  const end = rows.length === 0 ? 0 : Number(findRow(table, rows.length - 1).at(-1)) + 1
  const toIndex = (at = rows.length) => (at < rows.length ? Number(findRow(table, at).at(-1)) : end)
  // From the last row to the first, so that the indexes of those before it stay.
  const removed = changes.removed.map((row) => toIndex(row)).sort((a, b) => b - a)
  const added = changes.added
    .map((each) => ({
      before: toIndex(each.at),
      value:
        'texts' in each
          ? toRow(each.texts)
          : (getAt(root, findRow(table, each.copyOf)) as JsonValue),
    }))
    .sort((a, b) => a.before - b.before)
  return [
    ...cells,
    ...removed.map((index): ValueOperation => ({ kind: 'remove', path: [...list, index] })),
    ...added.map(({ before, value }, index): ValueOperation => {
      const gone = removed.filter((each) => each < before).length
      return { kind: 'insert', path: [...list, before - gone + index], value }
    }),
  ]
}

/** A cell as text. A list or a map is shown as JSON. */
export const toCellText = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A number, if it is printed as it is written: 01001 and 1.10 are texts. */
function parseCell(text: string, others: unknown[]): JsonValue {
  if (text === String(Number(text)) && Number.isFinite(Number(text))) return Number(text)
  const isFlag = others.every((each) => each === undefined || typeof each === 'boolean')
  return isFlag && /^(?:true|false)$/i.test(text) ? text.toLowerCase() === 'true' : text
}
