import { describeFactsSheet } from './facts-sheet.ts'
import { describePagesSheet } from './pages-sheet.ts'
import { describeRowsSheet } from './rows-sheet.ts'
import type { SheetSource, SheetTable } from './sheet-table.ts'

/**
 * A part of a site as a table.
 * @param name `facts`, `pages`, the route of a set, or the file of its rows
 * @throws UserError if there is none
 */
export function describeSheet(source: SheetSource, name: string): Promise<SheetTable> {
  if (name === 'facts') return describeFactsSheet(source)
  return name === 'pages' ? describePagesSheet(source) : describeRowsSheet(source, name)
}
