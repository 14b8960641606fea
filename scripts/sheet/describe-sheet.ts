import type { ReportedSite } from '../shared/read-site-report.ts'
import { describeFactsSheet } from './facts-sheet.ts'
import { describeRoutesSheet } from './routes-sheet.ts'
import { describeRowsSheet } from './rows-sheet.ts'
import { SheetSource } from './sheet-source.ts'
import type { SheetTable } from './sheet-table.ts'

/**
 * A part of a site as a table.
 * @param dir the site's folder
 * @param name `facts`, `routes`, the route of a set, or the file of its rows
 * @throws UserError if there is none
 */
export function describeSheet(
  dir: string,
  { resolvedSite }: ReportedSite,
  name: string,
): Promise<SheetTable> {
  const source = new SheetSource(dir, resolvedSite)
  if (name === 'facts') return describeFactsSheet(source)
  return name === 'routes' ? describeRoutesSheet(source) : describeRowsSheet(source, name)
}
