import type { RowEdit } from '../inputs.ts'
import { capitalize } from '../../../schema/shared/capitalize.ts'
import { createTable, type Table } from '../../../schema/tables/table.ts'
import { type RowSource, findRowSource } from '../../../schema/sets/row-source.ts'
import { parseFile } from '../../../schema/source/parse-file.ts'
import { formatCount } from '../../../schema/util/format-first-items.ts'
import { asText } from '../../../schema/util/as-text.ts'
import { getAt, isRecord } from '../../../schema/util/records.ts'
import { parseCsvTable } from '../edit-csv.ts'
import {
  findListPath,
  findRowPath,
  hasLines,
  isLineList,
  toCellText,
  type RowChanges,
} from '../plan-row-edits.ts'
import type { ReadSite } from '../../prerender/run/run.ts'
import { UserError } from '../../shared/user-error.ts'
import { RequestFailure } from '../request-failure.ts'

import type { Path } from '../../../schema/problems/location.ts'
import { formatAddress, type ValuePlace } from '../source-address.ts'
import { listRouteColumns } from '../../../schema/sets/compile-set.ts'

/** `GET tables`: a table of the site, and what is made of it: sets, facts, reviews. */
type TableItem = { address: ValuePlace; users: string[] }

/**
 * `GET rows?address=`: a table with the edits.
 * @property columns by their headings as written; that of single values is empty. The cells of
 *   `lines` are lists of single values, those of `tables` lists of maps.
 */
export type RowTable = {
  version: number
  address: ValuePlace
  columns: { heading: string; has?: 'lines' | 'tables' }[]
  rows: TableRow[]
}

/**
 * @property pages the number of pages that it makes
 * @property cells in the order of the columns. One that is locked is a map, or part of the address
 *   of a page that may be published. A list of maps is locked, too: it is a table of its own, whose
 *   address ends with the path of the cell.
 */
export type TableRow = {
  path: Path
  line: number
  pages: number
  cells: { text: string; isLocked?: true; isTable?: true }[]
}

/** The pages of sets, with the rows that they are made from. */
export const listRowSources = ({ resolved }: ReadSite): RowSource[] =>
  [...resolved.site.pages.values()].flatMap((page) => findRowSource(page) ?? [])

/** Where the rows of a table are written. */
export const locateTable = (table: Table): ValuePlace => ({
  file: table.file,
  path: findListPath(table),
})

/** Tells the cells of which the address of a page is made. */
export function createRouteCellCheck(site: ReadSite): (cell: ValuePlace) => boolean {
  const inRoute = new Set<string>()
  const toKey = ({ file, path }: ValuePlace, heading: unknown) =>
    formatAddress({ file, path: [...path, String(heading)] })
  for (const set of new Set(listRowSources(site).map((source) => source.set)))
    for (const { table } of set.rows.tables)
      for (const column of listRouteColumns(set, table))
        inRoute.add(toKey(locateTable(table), table.headings[column]))
  return ({ file, path }) => inRoute.has(toKey({ file, path: path.slice(0, -2) }, path.at(-1)))
}

/** The tables of the site: rows of sets, facts and reviews. */
export function listTables(read: ReadSite): TableItem[] {
  const { site } = read.resolved
  const found = new Map<string, TableItem>()
  const add = (address: ValuePlace, user: string) => {
    const key = formatAddress(address)
    const { users = [] } = found.get(key) ?? {}
    found.set(key, { address, users: [...new Set([...users, user])] })
  }
  for (const { set } of listRowSources(read))
    for (const { table } of set.rows.tables)
      add(locateTable(table), String(set.location.path.at(-1)))
  for (const { name, table } of site.facts.values())
    if (table && !table.set) add({ file: table.file, path: [] }, `facts ${name}`)
  const reviews = asText(site.settings.reviews)
  if (reviews !== '') add({ file: reviews, path: [] }, 'reviews')
  return [...found.values()]
}

/**
 * Reads a table from the text of its file. A cell with a list is a table, too; without an entry, it
 * has the columns that it has in other rows.
 * @throws UserError if it has a mistake
 */
export function readTable({ file, path }: ValuePlace, text: string): Table {
  if (path.length === 0) return parseCsvTable(file, text)
  const source = parseFile(file, Buffer.from(text))
  const getEntries = (at: Path) => {
    const list = getAt(source.value, at)
    return Array.isArray(list) && list.length > 0 ? list : undefined
  }
  const own = getEntries(path)
  if (own) return createTable(own, source, path, [])
  const [list, row, heading] = [path.slice(0, -2), path.at(-2), path.at(-1)!]
  const rows = typeof row === 'number' ? getAt(source.value, list) : undefined
  const count = Array.isArray(rows) && isRecord(rows[Number(row)]) ? rows.length : 0
  for (let index = 0; index < count; index++) {
    const other = getEntries([...list, index, heading])
    if (other) return { ...createTable(other, source, path, []), rows: [] }
  }
  throw new UserError('This list is no longer there.')
}

/** Whether a cell is shown as a table of its own: a list of maps. */
const isTable = (value: unknown) =>
  Array.isArray(value) && value.length > 0 && value.every((entry) => isRecord(entry))

/**
 * Describes a table for a person who edits its cells.
 * @param text of its file, with the unsaved edits
 * @param saved text of its file on disk
 */
export function describeRows(
  site: ReadSite,
  address: ValuePlace,
  { text, saved, version }: { text: string; saved: string; version: number },
): RowTable {
  const table = readTable(address, text)
  const key = formatAddress(address)
  const isThis = (each: Table) => formatAddress(locateTable(each)) === key
  const pages = new Map<number, number>()
  const inRoute = new Set<number>()
  for (const { set, row } of listRowSources(site))
    for (const [index, { table: each }] of set.rows.tables.entries()) {
      if (!isThis(each)) continue
      pages.set(row[index]!, (pages.get(row[index]!) ?? 0) + 1)
      for (const column of listRouteColumns(set, each)) inRoute.add(column)
    }
  const indexes = [...table.columns.values()]
  const hasTables = (column: number) => table.rows.some((row) => isTable(row[column]))
  // The address of a page that is on disk may have been published.
  const toRouteKey = (row: unknown[]) =>
    JSON.stringify([...inRoute].map((column) => toCellText(row[column])))
  const published = saved === text ? table.rows : readSavedRows(address, saved)
  const left = published.map(toRouteKey)
  return {
    version,
    address,
    columns: indexes.map((index) => ({
      heading: table.headings[index]!,
      ...(hasTables(index)
        ? { has: 'tables' as const }
        : hasLines(table, index) && { has: 'lines' as const }),
    })),
    rows: table.rows.map((row, index) => {
      const known = inRoute.size === 0 ? -1 : left.indexOf(toRouteKey(row))
      if (known >= 0) left.splice(known, 1)
      return {
        path: findRowPath(table, index),
        line: table.locate(index).line,
        pages: pages.get(index) ?? 0,
        cells: indexes.map((column) => {
          const value = row[column]
          const isOwnTable = isTable(value) || (toCellText(value) === '' && hasTables(column))
          const isCollection = typeof value === 'object' && value !== null && !isLineList(value)
          const isLocked = isOwnTable || isCollection || (known >= 0 && inRoute.has(column))
          return {
            text: toCellText(value),
            ...(isLocked && { isLocked: true as const }),
            ...(isOwnTable && { isTable: true as const }),
          }
        }),
      }
    }),
  }
}

function readSavedRows(address: ValuePlace, saved: string): unknown[][] {
  try {
    return readTable(address, saved).rows
  } catch {
    return []
  }
}

/**
 * Finds out what an edit changes in a table as it is now.
 * @throws RequestFailure if what it changes is not what the author has seen
 */
export function toRowChanges(table: Table, { cells, removed, added }: RowEdit): RowChanges {
  const { headings, columns } = table
  const indexes = [...columns.values()]
  const findColumn = (heading: string) =>
    indexes.find((index) => headings[index] === heading) ?? fail(`no column "${heading}"`)
  const assertSeen = (row: number, column: number, was: string) => {
    const now = toCellText(table.rows[row]?.[column])
    if (now !== was)
      throw new RequestFailure(
        'refused',
        `This row has changed meanwhile: it says "${now}" in place of "${was}". Look at it again.`,
      )
  }
  for (const { row, was } of removed)
    indexes.forEach((column, index) => assertSeen(row, column, was[index] ?? ''))
  return {
    cells: cells.map(({ row, heading, was, ...next }) => {
      const column = findColumn(heading)
      assertSeen(row, column, was)
      return { row, column, ...('text' in next ? { text: next.text.trim() } : next) }
    }),
    removed: removed.map(({ row }) => row),
    added: added.map((each) =>
      'copyOf' in each
        ? each
        : {
            ...each,
            texts: Object.fromEntries(
              Object.entries(each.texts).map(([heading, text]) => [
                headings[findColumn(heading)]!,
                text.trim(),
              ]),
            ),
          },
    ),
  }
}

const fail = (what: string): never => {
  throw new RequestFailure('refused', `The table has ${what}.`)
}

/** What an edit of a table is called. */
export function labelRowEdit(
  { file, headings, rows, columns }: Table,
  changes: RowChanges,
): string {
  const { cells, removed, added } = changes
  const first = [...columns.values()][0] ?? 0
  const nameRow = (row: number) => `"${toCellText(rows[row]?.[first])}"`
  const [cell] = cells
  if (added.length + removed.length === 0 && cell && cells.length === 1)
    return `Change ${headings[cell.column] || 'a value'} of ${nameRow(cell.row)} in ${file}`
  const [row] = removed
  const [copy] = added
  if (cells.length + removed.length === 0 && copy && 'copyOf' in copy)
    return `Duplicate the row ${nameRow(copy.copyOf)} of ${file}`
  if (cells.length + added.length === 0 && row !== undefined && removed.length === 1)
    return `Remove the row ${nameRow(row)} of ${file}`
  const parts = [
    cells.length > 0 && `change ${formatCount(cells.length, 'cell')}`,
    added.length > 0 && `add ${formatCount(added.length, 'row')}`,
    removed.length > 0 && `remove ${formatCount(removed.length, 'row')}`,
  ].filter((part) => part !== false)
  return capitalize(`${parts.join(' and ')} in ${file}`)
}
