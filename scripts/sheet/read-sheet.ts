import { isCsv } from '../edit/edit-csv.ts'
import { detectDialect } from '../../schema/tables/parse-csv.ts'
import { asRecord, isRecord } from '../../schema/util/records.ts'
import { UserError } from '../shared/user-error.ts'
import {
  dayMs,
  epochDay,
  macDays,
  readCsvCell,
  readXlsxCell,
  type SheetCell,
} from './sheet-cell.ts'
import { markName, type SheetMark } from './sheet-table.ts'
import { tryParseJson } from '../../schema/util/try-parse.ts'
import { parseInputCsv, readInputFile } from '../shared/read-input-file.ts'

/**
 * A sheet as it came back.
 * @property number of the row in the sheet, for messages
 * @property state as `hashRow` has written it; empty in a new row
 */
export type ReadSheet = SheetMark & {
  headings: string[]
  rows: { number: number; cells: Map<string, SheetCell>; state: string }[]
}

/** A line of cells, and its number. */
type Line = { number: number; cells: SheetCell[] }

const noCell: SheetCell = { place: '', text: '' }

/** @throws UserError if it is not a sheet that was exported */
export async function readSheet(path: string): Promise<ReadSheet> {
  const bytes = await readInputFile(path)
  const [first, ...lines] = isCsv(path) ? readCsv(path, bytes) : await readXlsx(path, bytes)
  const column = first?.cells.findIndex(({ text }) => text.startsWith(`${markName} {`)) ?? -1
  const mark = parseMark(first?.cells[column]?.text.slice(markName.length + 1))
  if (!first || !mark)
    throw new UserError(
      `${path} has no column "${markName}", by which it is compared with the site. Export it again, and keep its last column, which may be hidden.`,
    )
  if (first.cells.some(({ text }) => text.startsWith('ï»¿')))
    throw new UserError(
      `${path} was opened in another encoding than UTF-8, so its letters are damaged. Open the exported file as UTF-8, or export it as .xlsx, and make your changes there.`,
    )
  const headings = first.cells.flatMap(({ text: heading }, index) =>
    index === column || heading === '' ? [] : [{ heading, index }],
  )
  const rows = lines.map(({ number, cells }) => ({
    number,
    state: cells[column]?.text ?? '',
    cells: new Map(headings.map(({ heading, index }) => [heading, cells[index] ?? noCell])),
  }))
  return {
    ...mark,
    headings: headings.map(({ heading }) => heading),
    rows: rows.filter(({ cells }) =>
      [...cells.values()].some(({ text, unreadable }) => text !== '' || unreadable !== undefined),
    ),
  }
}

function parseMark(text = ''): SheetMark | undefined {
  const mark = asRecord(tryParseJson(text))
  const isMark = typeof mark.sheet === 'string' && Array.isArray(mark.columns)
  return isMark && isRecord(mark.files) ? (mark as SheetMark) : undefined
}

function readCsv(path: string, bytes: Buffer): Line[] {
  const table = parseInputCsv(path, bytes)
  const hasDecimalCommas = detectDialect(bytes.toString()).delimiter !== ','
  // An apostrophe keeps a spreadsheet from running a text as a formula.
  const toCell = (cell: unknown, line: number) =>
    readCsvCell(String(cell).replace(/^'(?=[=+\-@\t\r])/, ''), `line ${line}`, hasDecimalCommas)
  const rows = table.rows.map((row, index) => {
    const { line } = table.locate(index)
    return { number: line, cells: row.map((cell) => toCell(cell, line)) }
  })
  return [{ number: 1, cells: table.headings.map((heading) => toCell(heading, 1)) }, ...rows]
}

/** As exceljs calls them, whose types lack them. Programs write rows that only have a format. */
const limits = { ignoreNodes: [], maxRows: 100_000, maxCols: 1000 }
const maxUnpackedBytes = 256 * 1024 * 1024

/** The size of the files in a .zip, as the list at its end says. */
function readUnpackedSize(bytes: Buffer): number {
  let total = 0
  try {
    const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
    let at = bytes.readUInt32LE(end + 16)
    for (let files = bytes.readUInt16LE(end + 10); files > 0; files--) {
      total += bytes.readUInt32LE(at + 24)
      at += 46 + [28, 30, 32].reduce((sum, part) => sum + bytes.readUInt16LE(at + part), 0)
    }
  } catch {
    // It is damaged, and will not be read.
  }
  return total
}

/** The number of a day with or without a time in ISO 8601, or of a time of day. */
function toSerial(written: string, firstDay: number): number {
  if (/^\d\d:/.test(written)) return Date.parse(`1970-01-01T${written}Z`) / dayMs
  const day = /Z$|[+-]\d\d:\d\d$|^[\d-]+$/.test(written) ? written : `${written}Z`
  return Date.parse(day) / dayMs + firstDay
}

/** Writes days in ISO 8601 as numbers, which is how most programs write them: exceljs reads only those. */
async function writeDaysAsNumbers(bytes: Buffer): Promise<ArrayBuffer> {
  const { default: jszip } = await import('jszip')
  const files = await jszip.loadAsync(bytes)
  const isMac = /date1904="(?:1|true)"/.test(
    (await files.file('xl/workbook.xml')?.async('string')) ?? '',
  )
  let isChanged = false
  for (const file of files.file(/^xl\/worksheets\/[^/]+\.xml$/)) {
    const text = await file.async('string')
    const written = text.replaceAll(
      /(<c\b[^>]*?)\st=(["'])d\2([^>]*>\s*<v>)([^<]*)/g,
      (whole, start: string, _, end: string, day: string) => {
        const serial = toSerial(day, epochDay - (isMac ? macDays : 0))
        return Number.isNaN(serial) ? whole : `${start}${end}${serial}`
      },
    )
    if (written === text) continue
    isChanged = true
    files.file(file.name, written)
  }
  return isChanged ? files.generateAsync({ type: 'arraybuffer' }) : (bytes.buffer as ArrayBuffer)
}

async function readXlsx(path: string, bytes: Buffer): Promise<Line[]> {
  const { default: exceljs } = await import('exceljs')
  const workbook = new exceljs.Workbook()
  const tooLarge = `${path} has more rows and cells than anybody fills in. Delete the empty rows below the last one, and save it again, or save it as CSV (UTF-8).`
  if (readUnpackedSize(bytes) > maxUnpackedBytes) throw new UserError(tooLarge)
  const read = async () => workbook.xlsx.load(await writeDaysAsNumbers(bytes), limits)
  await read().catch(({ message }: Error) => {
    if (/^Max \w+ count/.test(message)) throw new UserError(tooLarge)
    throw new UserError(`${path} cannot be read. Save it as .xlsx or as CSV (UTF-8).`)
  })
  const [sheet] = workbook.worksheets
  const lines: Line[] = []
  sheet?.eachRow((row, number) => {
    const cells: SheetCell[] = []
    row.eachCell((cell, column) => {
      cells[column - 1] = readXlsxCell(cell)
    })
    lines.push({ number, cells: Array.from(cells, (cell) => cell ?? noCell) })
  })
  return lines
}
