import { extname } from 'node:path'
import { mayHoldControlCharacter } from '../source/text/control-characters.ts'
import { parseFile, createUnreadableFile } from '../source/parse-file.ts'
import { problemInFile, type Problem, type ParsedFile } from '../problems/problem.ts'
import { parseCsv } from './parse-csv.ts'
import { createTable, reportEmptyRowFile, maxRowFileBytes, type RowFile } from './table.ts'
import { getAt } from '../util/records.ts'
import type { Position, Path } from '../problems/location.ts'

/** Parses a row file by its extension. Pure; mistakes are returned as problems, never thrown. */
export function parseRowFile(file: string, bytes: Uint8Array): RowFile {
  const end = extname(file).toLowerCase()
  if (end === '.csv' || end === '.tsv') return parseCsv(file, bytes)
  if (end === '.json') return parseJsonRows(file, bytes)
  if (end === '.yaml' || end === '.yml') return toRowFile(parseFile(file, bytes, maxRowFileBytes))
  const isSheet = /^\.(xlsx?|ods|numbers)$/.test(end)
  const fix = isSheet
    ? 'Save the sheet as CSV. In Excel, choose "CSV UTF-8 (Comma delimited)".'
    : undefined
  const message = isSheet
    ? `${file} is a spreadsheet, which cannot be read directly.`
    : `${file} is not a file of rows.`
  const details = { expected: 'a .csv, .json or .yaml file', found: file, fix }
  return createUnreadableFile(problemInFile(file, 'ROWS_UNREADABLE', message, details), '')
}

/** @param readCell returns a cell as written; see `createTable` */
function toRowFile(
  source: ParsedFile,
  readCell?: (value: unknown, path: Path) => unknown,
): RowFile {
  const { file, value, problems } = source
  if (value === undefined) return source
  if (value === null || (Array.isArray(value) && value.length === 0))
    return createUnreadableFile(reportEmptyRowFile(file), '')
  if (!Array.isArray(value)) {
    const isJson = extname(file).toLowerCase() === '.json'
    const expected = isJson ? 'a list: [{ … }, { … }]' : 'a list: lines that start with a dash'
    const details = { expected, fix: 'Write the rows as a list.' }
    const problem = {
      ...problemInFile(file, 'ROWS_UNREADABLE', `${file} is not a list of rows.`, details),
      ...source.locate([]),
    }
    return { ...source, problems: [...problems, problem] }
  }
  const found: Problem[] = []
  const table = createTable(value, source, [], found, readCell)
  // Without a valid row, the columns are unknown.
  const isValid = table.rows.length > 0
  return { ...source, problems: [...problems, ...found], ...(isValid && { table }) }
}

/**
 * Parses JSON natively, which is much faster than YAML. Since JSON is a subset of YAML, the YAML
 * parser provides positions and explains syntax errors.
 */
function parseJsonRows(file: string, bytes: Uint8Array): RowFile {
  let value: unknown
  let spelled: unknown
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).normalize()
    const parsed: unknown = mayHoldControlCharacter(text) ? undefined : JSON.parse(text)
    // `JSON.parse` keeps the last of several values with the same name. The YAML parser reports it.
    if (parsed !== undefined && countNames(parsed) === countWrittenNames(text)) {
      value = parsed
      spelled = JSON.parse(quoteRespelledNumbers(text))
    }
  } catch {
    value = undefined
  }
  if (value === undefined) return toRowFile(parseFile(file, bytes, maxRowFileBytes))
  let parsed: ParsedFile | undefined
  const locate = (path: Path, part?: 'key' | 'value', needle?: string): Position => {
    parsed ??= parseFile(file, bytes, maxRowFileBytes)
    return parsed.locate(path, part, needle)
  }
  return toRowFile({ file, value, problems: [], locate, possibleNames: [] }, (cell, path) =>
    typeof cell === 'number' ? getAt(spelled, path) : cell,
  )
}

/** Counts the names in JSON text: the strings before a colon. */
const countWrittenNames = (json: string): number =>
  json.match(/"[^"\\]*(?:\\.[^"\\]*)*"(?:\s*:)?/gs)?.filter((text) => text.endsWith(':')).length ??
  0

/** Counts the names in a parsed value. */
function countNames(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = Array.isArray(value) ? 0 : Object.keys(value).length
  return Object.values(value).reduce((sum: number, each) => sum + countNames(each), own)
}

/** Puts quotes around numbers that JavaScript prints in another way: 1.10 and 1e3. */
const quoteRespelledNumbers = (json: string): string =>
  json.replace(/"(?:[^"\\]+|\\.)*"|-?\d[-+.\deE]*/g, (token) =>
    token.startsWith('"') || token === String(Number(token)) ? token : `"${token}"`,
  )
