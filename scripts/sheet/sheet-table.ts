import { hash } from 'node:crypto'
import type { SiteEdits } from '../edit/site-edits.ts'
import type { WholeSite } from '../prerender/run/inspect-site.ts'

/** What sheets are made of. @property edits reads the files, and takes what changes in them */
export type SheetSource = { edits: SiteEdits; resolved: WholeSite }

/** The text of each cell of a row, by heading. */
export type CellTexts = Record<string, string>

/**
 * A part of a site as a table that goes out as a spreadsheet and comes back.
 * @property name what it was asked for: `facts`, `pages`, the route of a set or a file of rows
 * @property files the hash of each file that it was made of
 */
export type SheetTable = {
  name: string
  columns: SheetColumn[]
  rows: SheetRow[]
  files: Record<string, string>
  /** What identifies a row, from its cells. Empty if it lacks something. */
  keyOf(texts: CellTexts): string
  /** Why a text cannot be in a cell. @param row undefined in a new row */
  explainCell?(texts: CellTexts, heading: string, row?: SheetRow): string | undefined
  /** What the number of a row counts: of `percent`, 12 % is 12, and `text` is what the cell shows. */
  unitOf?(texts: CellTexts, row?: SheetRow): string | undefined
  /** Why rows cannot be removed here, for one of them. */
  explainRemoval?(row: SheetRow): string
  /** Makes changes in `edits` of its source. */
  plan(changes: SheetChanges): Promise<void>
}

export type DescribedTable = Omit<SheetTable, 'name' | 'files'>

/**
 * @property locked why nobody can change its cells in a sheet
 * @property isComputed whether they only inform, so that a change of one is no mistake
 * @property choices what can be chosen, or proposals if other texts are valid, too
 * @property format how spreadsheets treat its cells: as text, numbers or days. In a mixed column,
 *   each number is one, too, and what comes back is what the sheet shows.
 */
export type SheetColumn = {
  heading: string
  locked?: string
  isComputed?: true
  choices?: { texts: string[]; isComplete: boolean }
  format: 'text' | 'mixed' | 'number' | 'date'
}

/** @property locked why single cells cannot be changed in a sheet, by heading */
export type SheetRow = {
  key: string
  file: string
  texts: CellTexts
  locked?: Record<string, string>
}

export type ChangedCell = { row: SheetRow; heading: string; text: string }
export type SheetChanges = { cells: ChangedCell[]; added: CellTexts[]; removed: SheetRow[] }

/** What a sheet says of itself, in the heading of its last column. */
export type SheetMark = { sheet: string; columns: string[]; files: Record<string, string> }

/** The heading of the last column begins with this. */
export const markName = 'signpost'

/** Identifies a text, in few characters: a sheet has one for each cell. */
export function hashText(text: string): string {
  const normal = normalize(text)
  return normal === '' ? '-' : hash('sha256', normal, 'hex').slice(0, 8)
}

/** Spreadsheets write other line breaks, and nobody sees spaces around a text. */
export const normalize = (text: string): string => text.replaceAll(/\r\n?/g, '\n').trim()

/** Whether a text is a number that a spreadsheet keeps as it is: not 01001, 1.10 or 1e21. */
export const isPlainNumber = (text: string): boolean =>
  /^-?\d+(?:\.\d+)?$/.test(text) && String(Number(Number(text).toPrecision(15))) === text

/** What a row was when it was exported: the hashes of its key and of its cells. */
export const hashRow = ({ columns }: SheetTable, { key, texts }: SheetRow): string =>
  [key, ...columns.map(({ heading }) => texts[heading] ?? '')].map(hashText).join(' ')

export const yes: NonNullable<SheetColumn['choices']> = { texts: ['yes'], isComplete: true }

/** @returns undefined if the text is neither */
export function parseYes(text: string): boolean | undefined {
  if (/^(?:yes|true|1)$/i.test(text)) return true
  return /^(?:no|false|0|)$/i.test(text) ? false : undefined
}
