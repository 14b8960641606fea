import type { WholeSite } from '../../prerender/run/inspect-site.ts'
import { readCorrectSite } from '../../shared/read-site-report.ts'
import { assertOwnPage, isUnpublished, listPagesBelow } from './own-page.ts'
import type { CheckedChanges } from '../write-checked-changes.ts'
import { writePageChange } from './write-page-change.ts'
import { explainTaken } from '../../../schema/resolve/site-addresses.ts'
import { toFileLine, formatFileLine } from '../../../schema/problems/location.ts'
import { UserError } from '../../shared/user-error.ts'
import { formatCommand } from '../../launch/commands.mjs'
import type { ResolvedSite } from '../../../schema/resolve/resolve-site.ts'
import { listNameUses, type NameUse } from '../../../schema/names/list-name-uses.ts'
import type { Page } from '../../../schema/merge/merge-sources.ts'
import { SiteEdits } from '../site-edits.ts'
import type { FileChange } from '../text-edits.ts'
import type { Edit } from '../yaml-operations.ts'
import { addAliases, changeAlias, findAlias } from './plan-redirect.ts'
import { changeLinks, type ChangedLinks } from './change-links.ts'

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
  const resolved = await readCorrectSite(dir, 'renamed', { everything: true })
  assertOwnPage(resolved, from, 'renamed')
  assertMovable(resolved, from, to)
  const plan = await planRename(dir, resolved, from, to)
  const moved = { from, to, done: 'renamed' as const, dryRun }
  const written = await writePageChange(dir, resolved, plan.changes, moved)
  return { ...plan, ...written }
}

/** @throws UserError that says why a page cannot move to an address, and what to do instead */
function assertMovable(resolved: WholeSite, from: string, to: string): void {
  if (from === to) throw new UserError(`${from} has this address already.`)
  const { pages, planned } = resolved.site
  const entry = pages.get(to) ?? planned.get(to)
  const place = entry && formatFileLine(toFileLine(entry.location))
  if (planned.has(to))
    throw new UserError(`${to} is a planned page (${place}). Delete that line, and try again.`)
  const reason = explainTaken(resolved, to, { mover: from })
  if (reason !== undefined)
    throw new UserError(
      entry
        ? `${reason} Rename it first (${place}). To merge ${from} into it: ${formatCommand('delete', [from, '--to', to])}`
        : reason,
    )
}

/** How a page moves, and what stays unchanged. Links that are computed lead to the alias. */
type RenamePlan = ChangedLinks & {
  changes: FileChange[]
  /** Whether the old address becomes an alias. A planned page has none. */
  redirects: boolean
  /** Whether the page was never published, so that its old address needs no alias. */
  isUnpublished: boolean
  /** Pages below the old address, which stay where they are. */
  below: string[]
}

/**
 * Plans to move a page: the key of its entry, an alias for its old address, every link to it, its
 * translations, and the comments on it.
 * @param dir the site's folder
 * @throws UserError if a file cannot be edited without changing more
 */
async function planRename(
  dir: string,
  resolved: WholeSite,
  from: string,
  to: string,
): Promise<RenamePlan> {
  const { site } = resolved
  const edits = new SiteEdits(dir)
  const links = await changeLinks(edits, resolved, from, to)
  const entry = site.pages.get(from)
  const { location } = entry ?? site.planned.get(from)!
  const { file } = location.source
  const isNew = entry !== undefined && isUnpublished(dir, resolved.addresses, entry)
  // Links that cannot be changed lead to the alias.
  const redirects = entry !== undefined && (!isNew || links.computed.length > 0)
  await edits.apply(file, [
    ...(entry ? planAlias(entry, redirects ? from : undefined, to) : []),
    { kind: 'rename-key', path: [...location.path], name: to },
  ])
  for (const { name, location } of listNamedPages(resolved))
    if (name === from)
      await edits.apply(location.source.file, [{ kind: 'set', path: location.path, value: to }])
  return {
    ...links,
    changes: edits.list(),
    redirects,
    isUnpublished: isNew,
    below: listPagesBelow(resolved, from),
  }
}

/** Lists the pages that entries name, such as their originals, and comments, settings and rules. */
function listNamedPages({ site, schema }: ResolvedSite): NameUse[] {
  const { pages, comments, settings, main: source, statements } = site
  // The entry of a page of a set is not written.
  const written = [...pages.values()].filter(({ routeValues }) => routeValues === undefined)
  const uses = [
    ...written.flatMap(({ raw, location }) => listNameUses(schema, 'page', raw, location)),
    ...comments.flatMap(({ entry, location }) => listNameUses(schema, 'comment', entry, location)),
    ...listNameUses(schema, 'site', settings, { source, path: ['site'] }),
    ...statements.require.flatMap(({ raw, location }) =>
      listNameUses(schema, 'required-statement', raw, location),
    ),
  ]
  return uses.filter(({ kind }) => kind === 'pages')
}

/**
 * Adds the old address to the aliases. If the new one was among them, replaces that.
 * @param from undefined if the old address needs no alias
 */
function planAlias(page: Page, from: string | undefined, to: string): Edit[] {
  const index = findAlias(page, to)
  if (index >= 0) return [changeAlias(page, index, from)]
  return from === undefined ? [] : addAliases(page, [from])
}
