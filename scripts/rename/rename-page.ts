import { editYaml } from '../edit/edit-yaml.ts'
import { planTextEdits, readSiteText, type FileChange } from '../edit/text-edits.ts'
import { readReportedSite, type ReportedSite } from '../shared/read-site-report.ts'
import { assertRenamable } from './check-rename.ts'
import { planLinkEdits } from './plan-link-edits.ts'
import { listLinksTo, planRename, type RenamePlan } from './plan-rename.ts'
import { writeCheckedChanges, type CheckedChanges } from './write-checked-changes.ts'

/** The result of a rename, to be reported. */
export type RenameResult = RenamePlan & CheckedChanges & { changes: FileChange[] }

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
  const changes = await planTextEdits(dir, plan.edits)
  if (dryRun) return { ...plan, changes, newProblems: [] }
  const written = await writeCheckedChanges(dir, site, changes, { from, to, done: 'renamed' })
  return { ...plan, changes, ...written }
}

/**
 * Plans to move a page, and writes nothing.
 * @param dir the site's folder, including edits that are not saved
 * @throws UserError if the page cannot be moved
 */
export async function planPageRename(dir: string, from: string, to: string): Promise<FileChange[]> {
  return (await renamePage(dir, [from, to], { dryRun: true })).changes
}

/**
 * Plans to make all links to a page lead to another address, and writes nothing.
 * @param dir the site's folder, including edits that are not saved
 * @throws UserError if a file cannot be edited without changing more
 */
export async function planLinkChanges(
  dir: string,
  { resolvedSite }: ReportedSite,
  from: string,
  to: string,
): Promise<FileChange[]> {
  const links = listLinksTo(resolvedSite, from)
  const { operations, cells } = await planLinkEdits(dir, links, from, to)
  const edits = [...cells]
  for (const [file, planned] of operations)
    edits.push(...editYaml(file, await readSiteText(dir, file), planned))
  return planTextEdits(dir, edits)
}
