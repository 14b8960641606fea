import { extname } from 'node:path'
import { parseFile, unreadable, type SourceFile } from '../parse-file.ts'
import type { Position } from '../positions.ts'
import { problemInFile, type Path, type Problem } from '../problem.ts'
import { readCsv } from './read-csv.ts'
import { maxRowsBytes, tableOfList, type Table } from './table.ts'

/** A file of rows. The table is missing when the file cannot be read; its problems say why. */
export type RowsFile = SourceFile & { table?: Table }

/** Parses the bytes of a file of rows by the end of its name. Pure; never throws for what an author can write. */
export function readRows(file: string, bytes: Uint8Array): RowsFile {
  const end = extname(file).toLowerCase()
  if (end === '.csv' || end === '.tsv') return readCsv(file, bytes)
  if (end === '.json') return readJson(file, bytes)
  if (end === '.yaml' || end === '.yml') return toRowsFile(parseFile(file, bytes, maxRowsBytes))
  const isSheet = /^\.(xlsx?|ods|numbers)$/.test(end)
  const mend = isSheet
    ? 'Save the sheet as CSV: in Excel, "CSV UTF-8 (Comma delimited)".'
    : undefined
  const message = isSheet
    ? `${file} is a spreadsheet, and a set takes the table in it alone.`
    : `${file} is not a file of rows.`
  const details = {
    expected: 'a file that ends in .csv, .json or .yaml',
    found: file,
    ...(mend && { mend }),
  }
  return unreadable(problemInFile(file, 'ROWS_UNREADABLE', message, details), '')
}

function toRowsFile(source: SourceFile): RowsFile {
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
  const table = tableOfList(value, source, [], found)
  return { ...source, problems: [...problems, ...found], table }
}

/** JSON is YAML too, which knows positions and forgives a last comma, and takes a hundred times as long: it is asked when it must be. */
function readJson(file: string, bytes: Uint8Array): RowsFile {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return toRowsFile(parseFile(file, bytes, maxRowsBytes))
  }
  let parsed: SourceFile | undefined
  const locate = (path: Path, part?: 'key' | 'value', needle?: string): Position => {
    parsed ??= parseFile(file, bytes, maxRowsBytes)
    return parsed.locate(path, part, needle)
  }
  return toRowsFile({ file, value, problems: [], locate, possibleNames: new Set() })
}
