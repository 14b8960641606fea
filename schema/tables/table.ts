import {
  problemAt,
  problemInFile,
  type Problem,
  type ProblemDetails,
  type ParsedFile,
} from '../problems/problem.ts'
import { reportDeepNesting, findDeepValue } from '../source/text/nesting.ts'
import { slugify } from '../util/slugify.ts'
import { isRecord } from '../util/records.ts'
import type { SourceFile, Position, Path } from '../problems/location.ts'
import type { ProblemCode } from '../problems/problem-codes.ts'

/** A table with named columns and the positions of its cells. */
export type Table = {
  file: string
  /**
   * Maps the name of a column to its index in a row. The column of single values has the name ''.
   */
  columns: Map<string, number>
  /** The headings of the columns as written, by their index in a row. */
  headings: string[]
  rows: unknown[][]
  /**
   * Finds the position of a cell, or of the row if there is no column.
   * @param rest the path within a cell that is a list or an object
   */
  locate(row: number, column?: number, rest?: Path, needle?: string): Position
  /** Finds the position of a heading. */
  locateHeading(column: number): Position
  /**
   * Returns the path of a cell in its file, whether or not the row has this cell. A file in CSV
   * counts as a list of maps.
   */
  findPath(row: number, column: number): Path
  /** Finds the offsets of a cell as it is written, with its quotes. Only in CSV. */
  findSpan?(row: number, column: number): [start: number, end: number]
}

/** A row file. If the file is invalid, the table is undefined and the problems say why. */
export type RowFile = ParsedFile & { table?: Table }

/** Row files may be larger than files of pages. */
export const maxRowFileBytes = 64 * 1024 * 1024

/** What is wrong with a cell. */
export type CellMessage = ProblemDetails & { code: ProblemCode; message: string }

/** Creates a problem of a cell, or of the row if there is no column. */
export const problemInCell = (
  { file, locate }: Table,
  row: number,
  column: number | undefined,
  { code, message, ...details }: CellMessage,
): Problem => ({ ...problemInFile(file, code, message, details), ...locate(row, column), file })

/** Creates the problem of a row file without rows. */
export const reportEmptyRowFile = (file: string): Problem =>
  problemInFile(file, 'ROWS_UNREADABLE', 'This file has no rows.', {
    expected: 'a table: headings, and rows below them',
    fix: 'Fill it in, or delete the set or the fact that uses it.',
  })

/**
 * Converts a heading to the name that cites it: `Drive time` and `drive-time` are the same column.
 */
export const toColumnName = (heading: string): string => slugify(heading)

/**
 * Returns a number or boolean as text if it is written in another way than it would be printed:
 * 01001, 1.10, 1e3. A page shows what the table says, as it does for CSV.
 */
export function keepSpelling(
  value: unknown,
  source: Pick<SourceFile, 'locate'>,
  path: Path,
): unknown {
  if (typeof value !== 'number' && typeof value !== 'boolean') return value
  const { excerpt, column, endColumn } = source.locate(path)
  const written = excerpt.slice(column - 1, endColumn - 1)
  // Anything else is an alias, which is printed as its value.
  return written === String(value) || !/^[-+.\w]+$/.test(written) ? value : written
}

/**
 * Creates a table from a list in YAML or JSON. A row is an object, or a single value if the table
 * has one column.
 * @param path the path of the list in its file
 * @param readCell returns a value of the list as `keepSpelling` does
 */
export function createTable(
  list: unknown[],
  source: Pick<SourceFile, 'file' | 'locate'>,
  path: Path,
  problems: Problem[],
  readCell = (value: unknown, at: Path) => keepSpelling(value, source, at),
): Table {
  const sample = list.find((entry) => !Array.isArray(entry))
  const isSingleColumn = sample !== undefined && !isRecord(sample)
  const columns = new Map<string, number>(isSingleColumn ? [['', 0]] : [])
  const headings = isSingleColumn ? [''] : []
  const sourceIndexes: number[] = []
  const rows: unknown[][] = []
  list.forEach((entry, index) => {
    if (isRecord(entry) === isSingleColumn || Array.isArray(entry)) {
      const expected = isSingleColumn
        ? 'a single value, like in the first row'
        : 'columns with their values, such as { town: Springfield }'
      problems.push(
        problemAt(
          { source: source as SourceFile, path: [...path, index] },
          'WRONG_TYPE',
          `Row ${index + 1} is not a valid row.`,
          { expected, fix: 'Write the row like the others.' },
        ),
      )
      return
    }
    const row: unknown[] = []
    if (isSingleColumn) row.push(readCell(entry, [...path, index]))
    else {
      for (const [heading, value] of Object.entries(entry as object)) {
        const name = toColumnName(heading)
        if (!columns.has(name)) headings[columns.size] = heading
        if (!columns.has(name)) columns.set(name, columns.size)
        const isDeep = typeof value === 'object' && findDeepValue(value)
        if (isDeep) problems.push(reportDeepNesting(source.file, source.locate([...path, index])))
        row[columns.get(name)!] = isDeep ? undefined : readCell(value, [...path, index, heading])
      }
    }
    sourceIndexes.push(index)
    rows.push(row)
  })
  const names = [...columns.keys()]
  const findHeading = (row: number, column: number) =>
    Object.keys(list[sourceIndexes[row]!] as object).find(
      (heading) => toColumnName(heading) === names[column],
    )
  return {
    file: source.file,
    columns,
    headings,
    rows,
    locate(row, column, rest = [], needle) {
      const key = isSingleColumn || column === undefined ? undefined : findHeading(row, column)
      const cell: Path = key === undefined ? [] : [key]
      return {
        ...source.locate([...path, sourceIndexes[row]!, ...cell, ...rest], 'value', needle),
        file: source.file,
      }
    },
    locateHeading(column) {
      const row = sourceIndexes.findIndex((_, index) => findHeading(index, column) !== undefined)
      const key = isSingleColumn ? [] : [findHeading(row, column)!]
      const at = source.locate([...path, sourceIndexes[row]!, ...key], 'key')
      return { ...at, file: source.file }
    },
    findPath(row, column) {
      // A row without this cell would write the heading as the first row with it does.
      const heading = isSingleColumn ? [] : [findHeading(row, column) ?? headings[column]!]
      return [...path, sourceIndexes[row]!, ...heading]
    },
  }
}
