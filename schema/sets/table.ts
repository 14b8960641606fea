import type { SourceFile } from '../source/parse-file.ts'
import type { Position } from '../source/positions.ts'
import { problemAt, type Path, type Problem } from '../problems/problem.ts'
import { slugify } from '../resolve/slugify.ts'
import { isRecord } from './list-sets.ts'

/** Rows under named columns, and where each cell stands. */
export type Table = {
  file: string
  /** A column's name → its index in a row. The only column of bare values is named ''. */
  columns: Map<string, number>
  rows: unknown[][]
  /** @param rest where in a cell that holds a list or a group. Without a column, the row as a whole is meant. */
  locate(row: number, column?: number, rest?: Path, needle?: string): Position
}

/** Rows are data, not pages: a file of them may be larger. */
export const maxRowFileBytes = 64 * 1024 * 1024

/** A heading as columns are cited by: `Drive time` and `drive-time` are the same one. */
export const toColumnName = (heading: string): string => slugify(heading)

/**
 * The table that a list in YAML or JSON is. A row is a group of cells, or a bare value where the table has one column.
 * @param path where the list stands in its file.
 */
export function createTable(
  list: unknown[],
  source: Pick<SourceFile, 'file' | 'locate'>,
  path: Path,
  problems: Problem[],
): Table {
  const bare = list.length > 0 && !isRecord(list[0])
  const columns = new Map<string, number>(bare ? [['', 0]] : [])
  const kept: number[] = []
  const rows: unknown[][] = []
  list.forEach((entry, index) => {
    if (isRecord(entry) === bare || Array.isArray(entry)) {
      const expected = bare
        ? 'a value, as in the first row'
        : 'columns and what they hold, such as { town: Springfield }'
      problems.push(
        problemAt(
          { source: source as SourceFile, path: [...path, index] },
          'WRONG_TYPE',
          `Row ${index + 1} is not as a row must be.`,
          { expected },
        ),
      )
      return
    }
    const row: unknown[] = []
    if (bare) row.push(entry)
    else {
      for (const [heading, value] of Object.entries(entry as object)) {
        const name = toColumnName(heading)
        if (!columns.has(name)) columns.set(name, columns.size)
        row[columns.get(name)!] = value
      }
    }
    kept.push(index)
    rows.push(row)
  })
  const names = [...columns.keys()]
  const keyOf = (row: number, column: number) =>
    Object.keys(list[kept[row]!] as object).find(
      (heading) => toColumnName(heading) === names[column],
    )
  return {
    file: source.file,
    columns,
    rows,
    locate(row, column, rest = [], needle) {
      const key = bare || column === undefined ? undefined : keyOf(row, column)
      const cell: Path = key === undefined ? [] : [key]
      return {
        ...source.locate([...path, kept[row]!, ...cell, ...rest], 'value', needle),
        file: source.file,
      }
    },
  }
}
