import { parseRowFile } from '../../schema/sets/parse-row-file.ts'
import { spliceText } from '../../schema/util/splice-text.ts'
import { UserError } from '../shared/user-error.ts'
import type { TextEdit } from './text-edits.ts'

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

const readCells = (file: string, text: string): string[] =>
  (parseRowFile(file, Buffer.from(text)).table?.rows ?? []).flat().map(String)
