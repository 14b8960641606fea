import Papa from 'papaparse'
import type { RowEdit } from '../../../edit/inputs.ts'
import type { RowTable } from '../../../edit/describe/describe-rows.ts'

/** Cells that were copied in a spreadsheet. @returns undefined for the text of a single cell */
export function parseCells(text: string): string[][] | undefined {
  const { data } = Papa.parse<string[]>(text.replace(/\r?\n$/, ''), { delimiter: '\t' })
  return data.length > 1 || (data[0]?.length ?? 0) > 1 ? data : undefined
}

/**
 * Reads copied cells as entries of a list, each with a text for every column.
 * @param columns the properties from the one that is pasted into on
 * @returns undefined for cells of a single column, which can be lines of one text
 */
export function toEntries(text: string, columns: string[]): Record<string, string>[] | undefined {
  const cells = parseCells(text)
  if (columns.length < 2 || !cells?.some((line) => line.length > 1)) return undefined
  return cells.map((line) =>
    Object.fromEntries(
      columns.flatMap((column, index) => {
        // What has no column of its own stays in the last one.
        const parts =
          index === columns.length - 1 ? line.slice(index) : line.slice(index, index + 1)
        const written = parts
          .map((part) => part.trim())
          .filter(Boolean)
          .join(' ')
        return written === '' ? [] : [[column, written]]
      }),
    ),
  )
}

/**
 * Plans to paste cells, the first one at a place. Those below the last row become new rows.
 * @param found the rows that a search finds, by index
 * @param at the place in these rows, and the column
 * @returns with the number of cells that are left out: locked ones, and those beside the last column
 */
export function planPaste(
  { columns, rows }: Pick<RowTable, 'columns' | 'rows'>,
  found: number[],
  at: { place: number; column: number },
  block: string[][],
): RowEdit & { leftOut: number } {
  const plan: RowEdit & { leftOut: number } = { cells: [], removed: [], added: [], leftOut: 0 }
  block.forEach((line, offset) => {
    const row = found[at.place + offset]
    const texts: Record<string, string> = {}
    line.forEach((text, beside) => {
      const index = at.column + beside
      const column = columns[index]
      const cell = row === undefined ? undefined : rows[row]!.cells[index]
      const isLeftOut = cell ? cell.isLocked && cell.text !== text.trim() : column?.has === 'tables'
      if (!column || isLeftOut) plan.leftOut++
      else if (row === undefined) texts[column.heading] = text
      else if (cell!.text !== text.trim())
        plan.cells.push({ row, heading: column.heading, was: cell!.text, text })
    })
    if (Object.values(texts).some((text) => text.trim() !== '')) plan.added.push({ texts })
  })
  return plan
}
