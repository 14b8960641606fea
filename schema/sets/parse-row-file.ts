import { extname } from 'node:path'
import { parseFile, createUnreadableFile, type SourceFile } from '../source/parse-file.ts'
import type { Position } from '../source/positions.ts'
import { problemInFile, type Path, type Problem } from '../problems/problem.ts'
import { parseCsv } from './parse-csv.ts'
import { maxRowFileBytes, createTable, type Table } from './table.ts'

/** A file of rows. The table is missing when the file cannot be read; its problems say why. */
export type RowFile = SourceFile & { table?: Table }

/** Parses the bytes of a file of rows by the end of its name. Pure; never throws for what an author can write. */
export function parseRowFile(file: string, bytes: Uint8Array): RowFile {
  const end = extname(file).toLowerCase()
  if (end === '.csv' || end === '.tsv') return parseCsv(file, bytes)
  if (end === '.json') return parseJsonRows(file, bytes)
  if (end === '.yaml' || end === '.yml') return toRowFile(parseFile(file, bytes, maxRowFileBytes))
  const isSheet = /^\.(xlsx?|ods|numbers)$/.test(end)
  const fix = isSheet
    ? 'Save the sheet as CSV: in Excel, "CSV UTF-8 (Comma delimited)".'
    : undefined
  const message = isSheet
    ? `${file} is a spreadsheet, and a set takes the table in it alone.`
    : `${file} is not a file of rows.`
  const details = {
    expected: 'a file that ends in .csv, .json or .yaml',
    found: file,
    ...(fix && { fix }),
  }
  return createUnreadableFile(problemInFile(file, 'ROWS_UNREADABLE', message, details), '')
}

function toRowFile(source: SourceFile): RowFile {
  const { file, value, problems } = source
  if (value === undefined || value === null) return source
  if (!Array.isArray(value)) {
    const details = { expected: 'a list: lines that begin with a dash' }
    const problem = {
      ...problemInFile(file, 'ROWS_UNREADABLE', `${file} holds no list of rows.`, details),
      ...source.locate([]),
    }
    return { ...source, problems: [...problems, problem] }
  }
  const found: Problem[] = []
  const table = createTable(value, source, [], found)
  return { ...source, problems: [...problems, ...found], table }
}

/** JSON is YAML too, which knows positions and forgives a last comma, and takes a hundred times as long: it is asked when it must be. */
function parseJsonRows(file: string, bytes: Uint8Array): RowFile {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return toRowFile(parseFile(file, bytes, maxRowFileBytes))
  }
  let parsed: SourceFile | undefined
  const locate = (path: Path, part?: 'key' | 'value', needle?: string): Position => {
    parsed ??= parseFile(file, bytes, maxRowFileBytes)
    return parsed.locate(path, part, needle)
  }
  return toRowFile({ file, value, problems: [], locate, possibleNames: new Set() })
}
