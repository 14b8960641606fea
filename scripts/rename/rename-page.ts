import type { FileChange } from '../edit/text-edits.ts'
import { readReportedSite, type ReportedSite } from '../shared/read-site-report.ts'
import { assertOwnPage } from './own-page.ts'
import { planRename, type RenamePlan } from './plan-rename.ts'
import type { CheckedChanges } from '../edit/write-checked-changes.ts'
import { writeMovedPage } from './keep-dates.ts'
import { collectAddresses } from '../../schema/resolve/site-addresses.ts'
import { findAddress } from '../pages/find-address.ts'
import { toFileLine } from '../../schema/util/to-file-line.ts'
import { UserError } from '../shared/user-error.ts'
import { formatCommand } from '../launch/commands.mjs'

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
  assertOwnPage(site, from, 'renamed')
  assertFreeFor(site, from, to)
  const plan = await planRename(dir, site, from, to)
  const moved = { from, to, done: 'renamed' as const, dryRun }
  const written = await writeMovedPage(dir, site, plan.changes, moved)
  return { ...plan, ...written }
}

/** @throws UserError that says why a page cannot move to an address, and what to do instead */
function assertFreeFor(
  { resolvedSite, publicFiles }: ReportedSite,
  from: string,
  to: string,
): void {
  const { pattern = '', expected = '' } = resolvedSite.schema.$defs?.route ?? {}
  if (!new RegExp(pattern).test(to))
    throw new UserError(`"${to}" cannot be an address. Write ${expected}.`)
  if (from === to) throw new UserError(`${from} has this address already.`)
  const addresses = collectAddresses(resolvedSite)
  const target = findAddress(resolvedSite, addresses, publicFiles, to)
  if (target.kind === 'file') throw new UserError(`${to} is taken by the file public${to}.`)
  if (target.kind === 'page') {
    const { kind, location } = addresses.get(to)!
    const { file, line } = toFileLine(location!)
    throw new UserError(
      kind === 'planned'
        ? `${to} is a planned page (${file}:${line}). Delete that line, and try again.`
        : `The page ${to} exists (${file}:${line}). Choose another address, or rename that page first. To merge ${from} into it: ${formatCommand('delete', [from, '--to', to])}`,
    )
  }
  // A page can move to one of its own aliases.
  if (target.kind === 'alias' && target.route !== from)
    throw new UserError(`${to} is an alias of ${target.route}. Delete it there, and try again.`)
}

/**
 * Plans to move a page, and writes nothing.
 * @param dir the site's folder, including edits that are not saved
 * @throws UserError if the page cannot be moved
 */
export async function planPageRename(dir: string, from: string, to: string): Promise<FileChange[]> {
  return (await renamePage(dir, [from, to], { dryRun: true })).changes
}
