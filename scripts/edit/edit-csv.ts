import { detectDialect } from '../../schema/sets/parse-csv.ts'
import { parseRowFile } from '../../schema/sets/parse-row-file.ts'
import { spliceText } from '../../schema/util/splice-text.ts'
import { UserError } from '../shared/user-error.ts'
import type { TextEdit } from './text-edits.ts'
import { toOffset } from '../../schema/problems/correction.ts'

/**
 * Replaces every match of a pattern in one cell of a table in CSV. The edited table is parsed again
 * and compared with the intended one.
 * @param start the offset of the cell
 * @param end the offset after it; of a cell in quotes, any offset in its first line
 * @throws UserError if other cells would change
 */
export function editCsvCell(
  file: string,
  text: string,
  [start, end]: [start: number, end: number],
  { pattern, replacement }: { pattern: RegExp; replacement: string },
): TextEdit[] {
  const quoted = /^"(?:[^"]|"")*"/.exec(text.slice(start))?.[0]
  const edits = [...(quoted ?? text.slice(start, end)).matchAll(pattern)].map(
    ({ index, 0: { length } }) => ({
      file,
      start: start + index,
      end: start + index + length,
      text: replacement,
    }),
  )
  const [before, after] = [text, spliceText(text, edits)].map((each) => readCells(file, each))
  const changed = before!.filter((value, index) => value !== after![index])
  const isIntended =
    before!.length === after!.length &&
    changed.length === Math.min(1, edits.length) &&
    changed.every((value) => after!.includes(value.replaceAll(pattern, () => replacement)))
  if (!isIntended)
    throw new UserError(
      `${file} cannot be edited without changing more than intended. Nothing was written.`,
    )
  return edits
}

/**
 * Changes of a table in CSV.
 * @property cells texts by row, counted without the headings, and by column
 * @property removed rows, by index
 * @property added rows, each with a text for every column, which become the last ones
 */
export type CsvChanges = {
  cells: { row: number; column: number; text: string }[]
  removed: number[]
  added: string[][]
}

/**
 * Changes a table in CSV, and nothing else in its text: line breaks, quotes and separators stay. The
 * edited table is parsed again and compared with the intended one.
 * @throws UserError if more would change
 */
export function editCsvTable(
  file: string,
  text: string,
  { cells, removed, added }: CsvChanges,
): string {
  const table = parseRowFile(file, Buffer.from(text)).table!
  const { delimiter } = detectDialect(text)
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n'
  const findCell = (row: number, column?: number) => {
    const { line, column: first } = table.locate(row, column)
    const start = toOffset(text, line, first)
    const quoted = /^"(?:[^"]|"")*"/.exec(text.slice(start))?.[0]
    const plain = new RegExp(`[^\\${delimiter}\\r\\n]*`, 'y')
    plain.lastIndex = start
    return { start, end: start + (quoted ?? plain.exec(text)![0]).length }
  }
  const format = (value: string) =>
    /["\r\n]/.test(value) || value.includes(delimiter) ? `"${value.replaceAll('"', '""')}"` : value
  const replaced = cells
    .filter(({ row }) => !removed.includes(row))
    .map(({ row, column, text: value }) => ({ ...findCell(row, column), text: format(value) }))
  const deleted = removed.map((row) => {
    const { start } = findCell(row)
    const { end } = findCell(row, table.headings.length - 1)
    const next = text.indexOf('\n', end)
    return { start, end: next < 0 ? text.length : next + 1, text: '' }
  })
  const edited = spliceText(text, [...replaced, ...deleted])
  const gap = added.length === 0 || edited.endsWith('\n') ? '' : lineBreak
  const lines = added.map((row) => row.map(format).join(delimiter) + lineBreak)
  const after = edited + gap + lines.join('')
  const intended = table.rows.map((row) => row.map(String))
  for (const { row, column, text: value } of cells) intended[row]![column] = value
  const expected = [...intended.filter((_, row) => !removed.includes(row)), ...added]
  if (JSON.stringify(readCells(file, after)) !== JSON.stringify(expected.flat()))
    throw new UserError(
      `${file} cannot be edited without changing more than intended. Nothing was written.`,
    )
  return after
}

const readCells = (file: string, text: string): string[] =>
  (parseRowFile(file, Buffer.from(text)).table?.rows ?? []).flat().map(String)
