import { isDay } from '../../schema/days/day.ts'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, extname } from 'node:path'
import papaparse from 'papaparse'
import { csvOptions } from '../report/print-csv.ts'
import {
  hashRow,
  isPlainNumber,
  markName,
  type SheetColumn,
  type SheetMark,
  type SheetTable,
} from './sheet-table.ts'

/** Excel takes a file without it for one in the encoding of the system. */
const byteOrderMark = '\uFEFF'
/** A cell of Excel holds 32,767 characters. */
const maxMarkLength = 32_000

/** Writes a table as a spreadsheet, by the extension of the file: .xlsx or .csv. */
export async function writeSheet(path: string, table: SheetTable): Promise<void> {
  const content =
    extname(path).toLowerCase() === '.csv' ? formatCsv(table) : await formatXlsx(table)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
}

/** With very many files, a row that is missing later is kept: it may be new. */
function formatMark({ name, columns, files }: SheetTable): string {
  const mark: SheetMark = { sheet: name, columns: columns.map(({ heading }) => heading), files }
  const text = `${markName} ${JSON.stringify(mark)}`
  return text.length <= maxMarkLength
    ? text
    : `${markName} ${JSON.stringify({ ...mark, files: {} })}`
}

function formatCsv(table: SheetTable): string {
  const headings = table.columns.map(({ heading }) => heading)
  const data = table.rows.map((row) => [
    ...headings.map((heading) => row.texts[heading] ?? ''),
    hashRow(table, row),
  ])
  const fields = [...headings, formatMark(table)]
  return `${byteOrderMark}${papaparse.unparse({ fields, data }, csvOptions)}\r\n`
}

/** Rows below the last one that also get the choices of their column. */
const emptyRows = 200
const maxWidth = 60

async function formatXlsx(table: SheetTable): Promise<Uint8Array> {
  const { default: exceljs } = await import('exceljs')
  const workbook = new exceljs.Workbook()
  const sheet = workbook.addWorksheet(
    table.name.replaceAll(/[[\]*?:/\\]+/g, ' ').trim() || 'rows',
    {
      views: [{ state: 'frozen', ySplit: 1 }],
    },
  )
  sheet.addRow([...table.columns.map(({ heading }) => heading), formatMark(table)])
  for (const row of table.rows)
    sheet.addRow([
      ...table.columns.map((column) => toCell(row.texts[column.heading] ?? '', column)),
      hashRow(table, row),
    ])
  sheet.getRow(1).font = { bold: true }
  const last = sheet.rowCount + emptyRows
  table.columns.forEach((column, index) => {
    const { heading, locked, choices } = column
    const texts = table.rows.map((row) => row.texts[heading] ?? '')
    const longest = Math.max(heading.length, ...texts.map((text) => text.length))
    const shown = sheet.getColumn(index + 1)
    shown.width = Math.min(maxWidth, longest + 3)
    for (let row = 2; row <= last; row++) {
      const cell = shown.worksheet.getCell(row, index + 1)
      const isNumber = typeof cell.value === 'number'
      cell.numFmt = column.format === 'date' ? 'yyyy-mm-dd' : isNumber ? 'General' : '@'
      if (locked !== undefined) cell.font = { color: { argb: 'FF767676' } }
      if (choices) cell.dataValidation = createValidation(choices)
    }
  })
  sheet.getColumn(table.columns.length + 1).hidden = true
  return new Uint8Array(await workbook.xlsx.writeBuffer())
}

function toCell(text: string, { format }: SheetColumn): string | number | Date | null {
  if (text === '') return null
  if (format === 'date' && isDay(text)) return new Date(`${text}T00:00:00Z`)
  const isNumber = (format === 'number' || format === 'mixed') && isPlainNumber(text)
  return isNumber ? Number(text) : text
}

/** Excel reads a list of at most 255 characters, in which commas separate. */
function createValidation({ texts, isComplete }: NonNullable<SheetColumn['choices']>) {
  const list = texts.filter((text) => !/[",]/.test(text)).join(',')
  return {
    type: 'list' as const,
    allowBlank: true,
    formulae: [`"${list.length <= 255 ? list : ''}"`],
    showErrorMessage: isComplete,
  }
}
