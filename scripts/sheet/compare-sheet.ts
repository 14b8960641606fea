import {
  hashText,
  type CellTexts,
  type ChangedCell,
  type SheetChanges,
  type SheetRow,
  type SheetTable,
} from './sheet-table.ts'
import type { ReadSheet } from './read-sheet.ts'

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
  const seen = new Set<SheetRow>()
  for (const { number, texts, state } of sheet.rows) {
    const [key = '', ...hashes] = state === '' ? [] : state.split(' ')
    const row = known.get(key)
    const was = new Map(sheet.columns.map((heading, index) => [heading, hashes[index] ?? '']))
    if (row && !seen.has(row)) {
      seen.add(row)
      compareRow(table, row, { texts, was }, comparison)
    } else if (key !== '' && !row) noteRemovedRow(number, texts, was, comparison)
    else addRow(table, number, texts, comparison)
  }
  for (const row of table.rows) if (!seen.has(row)) removeRow(table, row, sheet, comparison)
  return comparison
}

const listUnknownColumns = ({ columns }: SheetTable, { headings }: ReadSheet): string[] =>
  headings
    .filter((heading) => columns.every((column) => column.heading !== heading))
    .map((heading) => `The column "${heading}" is not of this sheet, so it was left out.`)

type SheetCells = { texts: CellTexts; was: Map<string, string> }

function compareRow(
  table: SheetTable,
  row: SheetRow,
  { texts, was }: SheetCells,
  { cells, conflicts, refused, notes }: SheetComparison,
): void {
  for (const { heading, locked, isComputed } of table.columns) {
    const text = texts[heading]
    if (text === undefined || hashText(text) === was.get(heading)) continue
    const site = row.texts[heading] ?? ''
    if (hashText(site) === hashText(text)) continue
    if (isSpelledByProgram(site, text)) {
      notes.push(`${row.key}, ${heading}: a spreadsheet makes "${text}" of "${site}".`)
      continue
    }
    const reason = locked ?? row.locked?.[heading] ?? table.explainCell?.(texts, heading, row)
    if (isComputed) notes.push(`${row.key}, ${heading}: ${reason}, so "${text}" was left out.`)
    else if (reason !== undefined)
      refused.push(`${row.key}, ${heading}: "${text}" cannot be written: ${reason}.`)
    else if (hashText(site) === was.get(heading)) cells.push({ row, heading, text })
    else conflicts.push({ row, heading, text, site })
  }
}

/** Spreadsheets read 01001 and 1.10 in CSV as numbers, and write 1001 and 1.1. */
const isSpelledByProgram = (site: string, text: string): boolean =>
  /^[+-]?\d[\d.]*$/.test(site) && site !== text && String(Number(site)) === text

function noteRemovedRow(
  number: number,
  texts: CellTexts,
  was: Map<string, string>,
  { refused, notes }: SheetComparison,
): void {
  const isChanged = Object.entries(texts).some(
    ([heading, text]) => was.has(heading) && hashText(text) !== was.get(heading),
  )
  const gone = `Row ${number} was removed from the site since the export`
  if (isChanged)
    refused.push(`${gone}, and changed in the sheet. Delete it there, or export the sheet again.`)
  else notes.push(`${gone}. It was not added again.`)
}

function addRow(
  table: SheetTable,
  number: number,
  texts: CellTexts,
  { added, refused }: SheetComparison,
): void {
  const key = table.keyOf(texts)
  const others = [...table.rows.map((row) => row.key), ...added.map((row) => table.keyOf(row))]
  const reasons = table.columns.flatMap(({ heading }) => {
    const reason = table.explainCell?.(texts, heading)
    return reason === undefined ? [] : [`"${texts[heading] ?? ''}" cannot be written: ${reason}`]
  })
  if (key === '') refused.push(`Row ${number} is new, and does not say what it is about.`)
  else if (others.includes(key))
    refused.push(`Row ${number}: there is a row for ${key} already. Change that one.`)
  else if (reasons.length > 0)
    refused.push(...reasons.map((reason) => `Row ${number}, ${key}: ${reason}.`))
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
