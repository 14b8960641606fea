import { isDay } from '../../schema/days/day.ts'
import {
  hashText,
  type CellTexts,
  type ChangedCell,
  type SheetChanges,
  type SheetRow,
  type SheetTable,
} from './sheet-table.ts'
import type { ReadSheet } from './read-sheet.ts'
import type { SheetCell } from './sheet-cell.ts'

/** A cell that was changed in the sheet, and in the site since. @property site what it says now */
export type Conflict = ChangedCell & { site: string }

/**
 * What a sheet changes.
 * @property refused what cannot be changed, and why
 * @property notes what is left as it is, and why
 */
export type SheetComparison = SheetChanges & {
  conflicts: Conflict[]
  refused: string[]
  notes: string[]
}

/**
 * Compares a sheet with the site as it is now. The hashes in the sheet say what each cell was, so
 * what others have changed since in other cells stays.
 */
export function compareSheet(table: SheetTable, sheet: ReadSheet): SheetComparison {
  const comparison: SheetComparison = {
    cells: [],
    added: [],
    removed: [],
    conflicts: [],
    refused: [],
    notes: listUnknownColumns(table, sheet),
  }
  const known = new Map(table.rows.map((row) => [hashText(row.key), row]))
  const findRow = (state: string) => known.get(state.split(' ')[0]!)
  const isMonthFirst = findDayOrders(sheet, findRow)
  const seen = new Set<SheetRow>()
  for (const { number, cells, state } of sheet.rows) {
    const [key = '', ...hashes] = state === '' ? [] : state.split(' ')
    const row = findRow(state)
    const was = new Map(sheet.columns.map((heading, index) => [heading, hashes[index] ?? '']))
    const read = { number, was, cells: chooseTexts(table, cells, row) }
    if (row && !seen.has(row)) {
      seen.add(row)
      compareRow(table, row, read, comparison, isMonthFirst)
    } else if (key !== '' && !row) noteRemovedRow(read, comparison)
    else addRow(table, read, comparison)
  }
  for (const row of table.rows) if (!seen.has(row)) removeRow(table, row, sheet, comparison)
  return comparison
}

/** A row of the sheet. @property was the hash that each cell had when it was exported */
type ReadRow = { number: number; was: Map<string, string>; cells: Map<string, SheetCell> }

/** Chooses what of a cell its column takes: the text that is shown, a number or a day. */
function chooseTexts(table: SheetTable, cells: ReadRow['cells'], row?: SheetRow): ReadRow['cells'] {
  const choose = (heading: string, cell: SheetCell): SheetCell => {
    if (hashText(cell.text) === hashText(row?.texts[heading] ?? '')) return cell
    const format = table.columns.find((column) => column.heading === heading)?.format
    const unit = table.unitOf?.(toTexts(cells), row)
    if (format === 'number' && cell.percent !== undefined && unit === 'percent')
      return { place: cell.place, text: cell.percent }
    const number = format === 'number' && unit !== 'text' ? cell.number : undefined
    const value = format === 'date' ? cell.day : number
    return { ...cell, ...(value !== undefined && { text: value }) }
  }
  return new Map([...cells].map(([heading, cell]) => [heading, choose(heading, cell)]))
}

const toTexts = (cells: ReadRow['cells']): CellTexts =>
  Object.fromEntries([...cells].map(([heading, { text }]) => [heading, text]))

const listUnknownColumns = ({ columns }: SheetTable, { headings }: ReadSheet): string[] =>
  headings
    .filter((heading) => columns.every((column) => column.heading !== heading))
    .map((heading) => `The column "${heading}" is not of this sheet, so it was left out.`)

function compareRow(
  table: SheetTable,
  row: SheetRow,
  { cells: read, was }: ReadRow,
  { cells, conflicts, refused, notes }: SheetComparison,
  isMonthFirst: Map<string, boolean>,
): void {
  const texts = toTexts(read)
  for (const { heading, locked, isComputed } of table.columns) {
    const cell = read.get(heading)
    if (!cell) continue
    const { text, unreadable } = cell
    const site = row.texts[heading] ?? ''
    const isSame = hashText(text) === was.get(heading) || hashText(site) === hashText(text)
    if (isSame && unreadable === undefined) continue
    if (isSpelledByProgram(site, cell, isMonthFirst.get(heading))) {
      notes.push(`${row.key}, ${heading}: a spreadsheet makes "${text}" of "${site}".`)
      continue
    }
    const reason =
      locked ??
      row.locked?.[heading] ??
      explainUnclear(cell) ??
      table.explainCell?.(texts, heading, row)
    if (isComputed) notes.push(`${row.key}, ${heading}: ${reason}, so "${text}" was left out.`)
    else if (reason !== undefined)
      refused.push(`${row.key}, ${heading}: "${text}" cannot be written: ${reason}.`)
    else if (hashText(site) === was.get(heading)) cells.push({ row, heading, text })
    else conflicts.push({ row, heading, text, site })
  }
}

function explainUnclear({ place, unclear, unreadable }: SheetCell): string | undefined {
  const reason = unreadable ?? unclear
  return reason === undefined ? undefined : `in ${place}, ${reason}`
}

/**
 * Spreadsheets read 01001, 1.10, 1e5, 2026-11-20, 3-5 and 9:30 in CSV as numbers, days and times, and
 * write 1001, 1.1, 1.00E+05, 20.11.2026, 5-Mar and 09:30:00. The apostrophe in front of a formula is
 * text for them.
 */
function isSpelledByProgram(
  site: string,
  { text, number = text, percent }: SheetCell,
  isMonthFirst?: boolean,
): boolean {
  if (site === text || site === '' || text === '') return false
  if (/^(?:true|false)$/i.test(site)) return site.toLowerCase() === text.toLowerCase()
  if (/^'[=+\-@]/.test(text)) return text.slice(1) === site
  if (/^\d?\d:\d\d$/.test(site)) return toMinutes(text) === toMinutes(site)
  if (percent !== undefined && site.endsWith('%'))
    return Number(percent) === Number.parseFloat(site)
  // A day: 5-Mar, 05/03/26.
  const [, one, other = one] =
    /^(\d\d?)(?:[-/.](\d\d?)[-/.]\d{2,4}|(?:-|\. )\p{L}{3,4}\.?)$/u.exec(text) ?? []
  if (one !== undefined && /^\d\d?[-/.]\d\d?$/.test(site))
    return [one, other].every((each) => site.split(/\D/).map(Number).includes(Number(each)))
  if (/^\d{16,}$/.test(site) && text.length === site.length && text.endsWith('0'))
    return Number(text).toPrecision(14) === Number(site).toPrecision(14)
  const [shortened, decimals = ''] = /^-?\d(?:[.,](\d+))?E[+-]\d+$/.exec(text) ?? []
  if (shortened !== undefined)
    return (
      Number(Number(site).toExponential(decimals.length)) === Number(shortened.replace(',', '.'))
    )
  if (/\d/.test(site) && [site, String(Number(site))].includes(number)) return true
  const orders = isMonthFirst === undefined ? [true, false] : [isMonthFirst]
  return isDay(site) && orders.some((order) => spellDay(site, order).includes(text))
}

/** The minutes of a time such as 9:30, 09:30:00 or 09:30:00 AM. */
function toMinutes(time: string): number | undefined {
  const [, hours, minutes, half] = /^(\d\d?):(\d\d)(?::00)?(?: ([AP])M)?$/.exec(time) ?? []
  if (hours === undefined) return undefined
  return (
    (half ? (Number(hours) % 12) + (half === 'P' ? 12 : 0) : Number(hours)) * 60 + Number(minutes)
  )
}

/** A day with the separators of spreadsheet programs. */
function spellDay(day: string, isMonthFirst: boolean): string[] {
  const [year = '', month = '', date = ''] = day.split('-')
  const padded = isMonthFirst ? [month, date] : [date, month]
  const orders = [padded, padded.map((part) => String(Number(part)))]
  return orders.flatMap((order) => ['.', '/', '-'].map((mark) => [...order, year].join(mark)))
}

/** A program writes all days of a column in one order: the one in which fewer of them have changed. */
function findDayOrders(
  { rows }: ReadSheet,
  findRow: (state: string) => SheetRow | undefined,
): Map<string, boolean> {
  const balance = new Map<string, number>()
  for (const { cells, state } of rows)
    for (const [heading, { text }] of cells) {
      const site = findRow(state)?.texts[heading] ?? ''
      if (!isDay(site)) continue
      const [month, day] = [true, false].map((order) => spellDay(site, order).includes(text))
      // 6/14/2027 is a day in one order only.
      const weight = Number(site.slice(-2)) > 12 ? rows.length : 1
      balance.set(heading, (balance.get(heading) ?? 0) + (Number(month) - Number(day)) * weight)
    }
  return new Map(
    [...balance].flatMap(([heading, more]) => (more === 0 ? [] : [[heading, more > 0] as const])),
  )
}

function noteRemovedRow(
  { number, cells, was }: ReadRow,
  { refused, notes }: SheetComparison,
): void {
  const isChanged = [...cells].some(
    ([heading, { text }]) => was.has(heading) && hashText(text) !== was.get(heading),
  )
  const gone = `Row ${number} was removed from the site since the export`
  if (isChanged)
    refused.push(`${gone}, and changed in the sheet. Delete it there, or export the sheet again.`)
  else notes.push(`${gone}. It was not added again.`)
}

function addRow(
  table: SheetTable,
  { number, cells }: ReadRow,
  { added, refused }: SheetComparison,
): void {
  const texts = toTexts(cells)
  const key = table.keyOf(texts)
  const others = [...table.rows.map((row) => row.key), ...added.map((row) => table.keyOf(row))]
  const reasons = table.columns.flatMap(({ heading, isComputed }) => {
    const cell = cells.get(heading)
    const unclear = cell && !isComputed ? explainUnclear(cell) : undefined
    const reason = unclear ?? table.explainCell?.(texts, heading)
    return reason === undefined
      ? []
      : [`${heading}: "${texts[heading] ?? ''}" cannot be written: ${reason}`]
  })
  if (key === '') refused.push(`Row ${number} is new, and does not say what it is about.`)
  else if (others.includes(key))
    refused.push(`Row ${number}: there is a row for ${key} already. Change that one.`)
  else if (reasons.length > 0)
    refused.push(...reasons.map((reason) => `Row ${number}, ${key}, ${reason}.`))
  else added.push(texts)
}

/** A row that is missing was removed, or is new in the site: its file says which. */
function removeRow(
  table: SheetTable,
  row: SheetRow,
  { files }: ReadSheet,
  { removed, notes }: SheetComparison,
): void {
  const missing = `${row.key} is not in the sheet`
  if (files[row.file] !== table.files[row.file])
    notes.push(
      `${missing}, and ${row.file} has changed since the export, so it may be new. It stays.`,
    )
  else if (table.explainRemoval) notes.push(`${missing}: ${table.explainRemoval(row)}.`)
  else removed.push(row)
}
