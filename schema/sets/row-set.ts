import { toColumnName, type Table } from '../tables/table.ts'
import type { FileLine } from '../problems/location.ts'

/**
 * The tables of a set. Its rows are all combinations of one row of each table.
 * @property unclearSeparators those of numbers in the languages of the site and of the pages
 */
export type RowSet = {
  tables: { name: string; table: Table }[]
  count: number
  unclearSeparators: string
}

/** The row index in each table. */
export type RowIndexes = number[]

/** A column of one of the tables, and the name that cites it. */
export type ColumnRef = { table: number; index: number; name: string }

/**
 * Combines the tables of a set.
 * @param tables the tables with their names; a single table has the name ''
 */
export function combineTables(tables: RowSet['tables'], unclearSeparators: string): RowSet {
  return {
    tables,
    unclearSeparators,
    count: tables.reduce(
      (product, { table }) => product * table.rows.length,
      tables.length === 0 ? 0 : 1,
    ),
  }
}

/** Returns the table rows that make up a row of the set. The last table varies fastest. */
export function getRow({ tables }: RowSet, index: number): RowIndexes {
  const row: RowIndexes = []
  let rest = index
  for (let table = tables.length - 1; table >= 0; table--) {
    const { length } = tables[table]!.table.rows
    row[table] = rest % length
    rest = Math.floor(rest / length)
  }
  return row
}

/**
 * Finds a cited column: `town` in a set with one table. With several tables, `town.name`, or `town`
 * if its rows are single values.
 */
export function findColumn({ tables }: RowSet, cited: string): ColumnRef | undefined {
  const name = normalizeCitedName(cited)
  for (const [
    table,
    {
      name: prefix,
      table: { columns },
    },
  ] of tables.entries()) {
    const own =
      prefix === ''
        ? name
        : name === prefix
          ? ''
          : name.startsWith(`${prefix}.`)
            ? name.slice(prefix.length + 1)
            : undefined
    const index = own === undefined ? undefined : columns.get(own)
    if (index !== undefined) return { table, index, name }
  }
  return undefined
}

const normalizeCitedName = (cited: string) => cited.split('.').map(toColumnName).join('.')

/** Lists every name that cites a column. */
export const listColumnNames = ({ tables }: RowSet): string[] =>
  tables.flatMap(({ name, table }) =>
    [...table.columns.keys()].map((column) =>
      [name, column].filter((part) => part !== '').join('.'),
    ),
  )

/** Returns the raw value of a cell, which is a string in CSV and any JSON value otherwise. */
export const getCell = (
  { tables }: RowSet,
  row: RowIndexes,
  { table, index }: ColumnRef,
): unknown => tables[table]!.table.rows[row[table]!]![index]

/** Locates a row in each of its tables. */
export function locateRow({ tables }: RowSet, row: RowIndexes): FileLine[] {
  return tables.map(({ table }, index) => ({
    file: table.file,
    line: table.locate(row[index]!).line,
  }))
}
