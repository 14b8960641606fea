import type { Cell, CellValue } from 'exceljs'
import { format as formatNumber, getFormatDateInfo, getFormatInfo } from 'numfmt'
import { normalize } from './sheet-table.ts'

/**
 * A cell as it came back.
 * @property place for messages
 * @property text what the sheet shows
 * @property number the number in it, as a site writes it
 * @property percent the number in front of its percent sign
 * @property day the day in it, as a site writes it
 * @property unclear why its text can mean something else; counts if it differs from the site
 * @property unreadable why nobody can tell what it shows
 */
export type SheetCell = {
  place: string
  text: string
  number?: string
  percent?: string
  day?: string
  unclear?: string
  unreadable?: string
}

const writeAsText = 'Format the cell as text, and write what it means'

/**
 * Reads a cell of CSV, where a program has written what it showed.
 * @param hasDecimalCommas as where a comma does not separate cells
 */
export function readCsvCell(written: string, place: string, hasDecimalCommas: boolean): SheetCell {
  const text = normalize(written)
  const isShortened = /^-?\d(?:[.,]\d+)?E[+-]\d+$/.test(text)
  const isAmbiguous = hasDecimalCommas && /^-?\d{1,3}[.,]\d{3}$/.test(text)
  return {
    ...{ place, ...readText(text, hasDecimalCommas) },
    ...(isShortened && {
      unclear: `it is a number that a spreadsheet has shortened. ${writeAsText}`,
    }),
    ...(isAmbiguous && {
      unclear:
        'it can be a number of thousands, or one with three decimals. Write it without a separator, or with another number of decimals',
    }),
  }
}

function readText(text: string, hasDecimalCommas = false): Omit<SheetCell, 'place'> {
  const isGerman = hasDecimalCommas && text.includes(',')
  const figure = isGerman ? text.replaceAll('.', '').replace(',', '.') : text
  const [, number, sign] = /^(-?\d+(?:\.\d+)?)\s?(%?)$/.exec(figure) ?? []
  if (number === undefined) return { text }
  return sign === '%' ? { text, percent: number } : { text, number }
}

/** Formats of Excel that show a day in the order of whoever looks at it. */
const localFormats: Record<string, string> = {
  'mm-dd-yy': 'yyyy-mm-dd',
  // As exceljs writes it: the hours are in quotation marks by mistake.
  'm/d/yy "h":mm': 'yyyy-mm-dd h:mm',
}
export const dayMs = 86_400_000
/** The number of 1970-01-01 as a date in Excel, and how much smaller it is with dates from 1904. */
export const epochDay = 25_569
export const macDays = 1462

/** Reads a cell of .xlsx: what it shows follows from its value and its format. */
export function readXlsxCell(cell: Cell): SheetCell {
  const place = `cell ${cell.address}`
  const { value, numFmt = 'General' } = cell
  if (cell.isMerged && cell.master !== cell)
    return {
      ...{ place, text: '' },
      unclear: `it is merged with ${cell.master.address}, so the sheet shows one text for both. Unmerge them`,
    }
  return { place, ...readValue(value, numFmt, cell.workbook.properties.date1904) }
}

function readValue(value: CellValue, pattern: string, isMac: boolean): Omit<SheetCell, 'place'> {
  if (value === null || value === undefined) return { text: '' }
  if (value instanceof Date) return readDate(value, pattern, isMac)
  if (typeof value === 'number') return readNumber(value, pattern)
  if (typeof value === 'boolean') return { text: value ? 'TRUE' : 'FALSE' }
  if (typeof value === 'string') return readText(normalize(value))
  if ('error' in value)
    return { text: value.error, unreadable: `it shows the error ${value.error}. Correct it` }
  if ('richText' in value)
    return readText(normalize(value.richText.map(({ text }) => text).join('')))
  if ('hyperlink' in value) return readValue(value.text as CellValue, pattern, isMac)
  return value.result === undefined
    ? { text: '', unreadable: noResult }
    : readValue(value.result, pattern, isMac)
}

const noResult =
  'it is a formula without a result. Open the sheet in a spreadsheet program and save it, or write the result instead'

function readDate(date: Date, pattern: string, isMac: boolean): Omit<SheetCell, 'place'> {
  const serial = date.getTime() / dayMs + epochDay
  const { year, month, day } = getFormatDateInfo(pattern)
  const isElapsed = /\[[hms]+\]/i.test(pattern)
  if (!isElapsed && !getFormatInfo(pattern).isDate) return readNumber(serial, pattern)
  const shown = localFormats[pattern] ?? pattern
  return {
    text: showValue(isElapsed && isMac ? serial - macDays : serial, shown),
    ...(year && month && day && { day: date.toISOString().slice(0, 10) }),
  }
}

function readNumber(value: number, pattern: string): Omit<SheetCell, 'place'> {
  // A program shows 13.2, not 13.200000000000001.
  const exact = String(Number(value.toPrecision(15)))
  const { type, maxDecimals, isDate } = getFormatInfo(pattern)
  if (/^(?:general|@)?$/i.test(pattern)) return { text: exact, number: exact }
  // In binary, 1.005 is a little less, but programs show 1.01.
  const near = Math.abs(value) < 1e15 ? value * (1 + 2 * Number.EPSILON) : value
  const text = showValue(near, pattern)
  const round = (number: number) => String(Number(number.toFixed(maxDecimals)))
  if (type === 'percent')
    return {
      ...{ text, percent: round(near * 100) },
      unclear: `it is ${exact}, and shows ${text}. ${writeAsText}: ${text}, or ${round(near * 100)}`,
    }
  if (type === 'scientific')
    return { text, number: exact, unclear: `it is ${exact}, and shows ${text}. ${writeAsText}` }
  if (isDate) return { text }
  return { text, number: /^(?:fraction|general|text)$/.test(type) ? exact : round(near) }
}

const showValue = (value: number, pattern: string): string =>
  formatNumber(pattern, value, { throws: false }).replaceAll(/\s+/g, ' ').trim()
