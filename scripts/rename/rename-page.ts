import type { FileChange } from '../edit/text-edits.ts'
import { readReportedSite } from '../shared/read-site-report.ts'
import { assertRenamable } from './check-rename.ts'
import { planRename, type RenamePlan } from './plan-rename.ts'
import { writeCheckedChanges, type CheckedChanges } from '../edit/write-checked-changes.ts'

/** The result of a rename, to be reported. */
export type RenameResult = RenamePlan & CheckedChanges

/**
 * Moves a page to another address: its entry, the links to it, an alias for the old address, and
 * the recorded dates. Writes all files or none, and restores them if the site then has an error.
 * @param dir the site's folder
 * @param options.dryRun writes nothing
 * @throws UserError if the page cannot be moved
 */
export async function renamePage(
  dir: string,
  [from, to]: [from: string, to: string],
  { dryRun = false } = {},
): Promise<RenameResult> {
  const site = await readReportedSite(dir, { everything: true })
  assertRenamable(site, from, to)
  const plan = await planRename(dir, site, from, to)
  if (dryRun) return { ...plan, newProblems: [] }
  const written = await writeCheckedChanges(dir, site, plan.changes, { from, to, done: 'renamed' })
  return { ...plan, ...written }
}

/**
 * Plans to move a page, and writes nothing.
 * @param dir the site's folder, including edits that are not saved
 * @throws UserError if the page cannot be moved
 */
export async function planPageRename(dir: string, from: string, to: string): Promise<FileChange[]> {
  return (await renamePage(dir, [from, to], { dryRun: true })).changes
}
