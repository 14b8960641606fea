import { shortHash } from '../../schema/util/short-hash.ts'
import { describeFactsSheet } from './facts-sheet.ts'
import { describePagesSheet } from './pages-sheet.ts'
import { describeRowsSheet } from './rows-sheet.ts'
import type { SheetSource, SheetTable } from './sheet-table.ts'

/**
 * A part of a site as a table.
 * @param name `facts`, `pages`, the route of a set, or the file of its rows
 * @throws UserError if there is none
 */
export async function describeSheet(source: SheetSource, name: string): Promise<SheetTable> {
  const described =
    name === 'facts'
      ? await describeFactsSheet(source)
      : name === 'pages'
        ? await describePagesSheet(source)
        : describeRowsSheet(source, name)
  const files: SheetTable['files'] = {}
  for (const file of new Set(described.rows.map((row) => row.file)))
    files[file] = shortHash(await source.edits.text(file)).slice(0, 8)
  return { ...described, name, files }
}
