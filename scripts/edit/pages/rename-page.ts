import type { WholeSite } from '../../prerender/run/inspect-site.ts'
import { readCorrectSite } from '../../shared/read-site-report.ts'
import { assertOwnPage } from './own-page.ts'
import { planRename, type RenamePlan } from './plan-rename.ts'
import type { CheckedChanges } from '../write-checked-changes.ts'
import { writePageChange } from './write-page-change.ts'
import { explainTaken } from '../../../schema/resolve/site-addresses.ts'
import { toFileLine } from '../../../schema/problems/to-file-line.ts'
import { UserError } from '../../shared/user-error.ts'
import { formatCommand } from '../../launch/commands.mjs'

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
  const site = await readCorrectSite(dir, 'renamed', { everything: true })
  assertOwnPage(site, from, 'renamed')
  assertMovable(site, from, to)
  const plan = await planRename(dir, site, from, to)
  const moved = { from, to, done: 'renamed' as const, dryRun }
  const written = await writePageChange(dir, site, plan.changes, moved)
  return { ...plan, ...written }
}

/** @throws UserError that says why a page cannot move to an address, and what to do instead */
function assertMovable(site: WholeSite, from: string, to: string): void {
  if (from === to) throw new UserError(`${from} has this address already.`)
  const { pages, planned } = site.merged
  const entry = pages.get(to) ?? planned.get(to)
  const { file, line } = entry ? toFileLine(entry.location) : {}
  if (planned.has(to))
    throw new UserError(
      `${to} is a planned page (${file}:${line}). Delete that line, and try again.`,
    )
  const reason = explainTaken(site, to, { mover: from })
  if (reason !== undefined)
    throw new UserError(
      entry
        ? `${reason} Rename it first (${file}:${line}). To merge ${from} into it: ${formatCommand('delete', [from, '--to', to])}`
        : reason,
    )
}
