import { describeEdits } from '../report/changes/compare-edits.ts'
import type { FileChange } from '../edit/text-edits.ts'
import { writeCheckedChanges, type CheckedChanges } from '../edit/write-checked-changes.ts'
import { readCorrectSite } from '../shared/read-site-report.ts'
import { compareSheet, type Conflict, type SheetComparison } from './compare-sheet.ts'
import { describeSheet } from './describe-sheet.ts'
import { readSheet } from './read-sheet.ts'
import { SiteEdits } from '../edit/site-edits.ts'

type ImportOptions = {
  dryRun?: boolean
  /** What counts where both have changed a cell. Without it, nothing is written then. */
  keep?: 'sheet' | 'site'
}

/**
 * What an import has done, or would do.
 * @property visitors what they will notice, as `npm run changes` says it
 */
export type SheetImport = SheetComparison &
  Pick<CheckedChanges, 'newProblems'> & {
    changes: FileChange[]
    visitors: string
    open: Conflict[]
  }

/**
 * Writes what was changed in a sheet, unless something cannot be written or the site would have an
 * error: then nothing is.
 * @param dir the site's folder
 */
export async function importSheet(
  dir: string,
  path: string,
  { dryRun = false, keep }: ImportOptions = {},
): Promise<SheetImport> {
  const sheet = await readSheet(path)
  const resolved = await readCorrectSite(dir, 'imported', { everything: true })
  const edits = new SiteEdits(dir)
  const table = await describeSheet({ edits, resolved }, sheet.sheet)
  const comparison = compareSheet(table, sheet)
  const { cells, conflicts, refused, added, removed } = comparison
  const open = keep === undefined ? conflicts : []
  const taken = keep === 'sheet' ? [...cells, ...conflicts] : cells
  const isBlocked = open.length + refused.length > 0
  if (!isBlocked) await table.plan({ cells: taken, added, removed })
  const changes = edits.list()
  const result = { ...comparison, cells: taken, open, changes, visitors: '', newProblems: [] }
  if (changes.length === 0) return result
  const visitors = await describeEdits(dir, changes)
  const { newProblems } = await writeCheckedChanges(dir, resolved, changes, {
    done: 'imported',
    dryRun,
  })
  return { ...result, visitors, newProblems }
}
