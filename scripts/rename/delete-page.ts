import type { FileLine } from '../../schema/source/position-types.ts'
import { normalizeAlias } from '../../schema/resolve/alias-address.ts'
import { addressesFileName } from '../../schema/source/recorded-addresses.ts'
import { serializeEntries } from '../../schema/util/recorded-entries.ts'
import type { FileChange } from '../edit/text-edits.ts'
import { listWrittenLinks } from './plan-rename.ts'
import { changeLinks } from './change-links.ts'
import { SiteEdits } from '../edit/site-edits.ts'
import type { CheckedChanges } from '../edit/write-checked-changes.ts'
import { writeMovedPage } from './keep-dates.ts'
import { readReportedSite, type ReportedSite } from '../shared/read-site-report.ts'
import { toFileLine } from '../../schema/util/to-file-line.ts'
import { UserError } from '../shared/user-error.ts'
import { findOwnPage, listAliases, planDeletion } from '../studio/pages/plan-page-action.ts'
import { assertOwnPage } from './own-page.ts'

/** A page, and the one to which its address and the links to it lead then. */
export type Deletion = { route: string; redirectTo?: string }

export type DeletionPlan = {
  /** In words. */
  label: string
  changes: FileChange[]
  /** Where the links to the page are written. */
  links: (FileLine & { from?: string })[]
  /** Published addresses that answer 410 from now on. */
  gone: string[]
  /** Pages below the address, which stay. */
  below: string[]
}

/**
 * Plans to delete a page, so that no link and no published address leads nowhere.
 * @param dir the site's folder, including edits that are not saved
 * @param question asks where the links to the page lead then
 * @throws UserError if the page cannot be deleted, or if links lead to it and nothing replaces it
 */
async function planPageDeletion(
  dir: string,
  site: ReportedSite,
  deletion: Deletion,
  question: string,
): Promise<DeletionPlan> {
  const { resolvedSite } = site
  const { route, redirectTo } = deletion
  const edited = { input: { shared: resolvedSite } }
  const { label, operations } = planDeletion(edited, { action: 'delete', ...deletion })
  const links = listLinkPlaces(site, route)
  if (redirectTo === undefined && links.length > 0)
    throw new UserError(refuseLinks(route, links, question))
  const edits = new SiteEdits(dir)
  if (redirectTo !== undefined)
    await changeLinks(edits, listWrittenLinks(resolvedSite, route), route, redirectTo)
  for (const operation of operations) await edits.apply(operation.file, [operation])
  const { entries } = resolvedSite.addresses
  const own = [route, ...listAliases(findOwnPage(edited, route)).map(normalizeAlias)]
  const published = own.filter((address) => Array.isArray(entries[address]))
  const gone = redirectTo === undefined ? published : []
  if (gone.length > 0) {
    const given = Object.fromEntries(gone.map((address) => [address, 'gone'] as const))
    await edits.rewrite(addressesFileName, () => serializeEntries({ ...entries, ...given }))
  }
  return {
    label,
    changes: edits.list(),
    links,
    gone,
    below: [...resolvedSite.merged.pages.keys()].filter((page) => page.startsWith(`${route}/`)),
  }
}

/** Lists where links to a page are written, except on that page. */
function listLinkPlaces({ resolvedSite }: ReportedSite, route: string): DeletionPlan['links'] {
  const places = new Map<string, DeletionPlan['links'][number]>()
  for (const { from, location } of listWrittenLinks(resolvedSite, route)) {
    const place = toFileLine(location)
    if (from !== route) places.set(`${place.file}:${place.line}`, { ...place, from })
  }
  return [...places.values()]
}

const maxListedLinks = 20

function refuseLinks(route: string, links: DeletionPlan['links'], question: string): string {
  const lines = links
    .slice(0, maxListedLinks)
    .map(({ file, line, from }) => `  ${from ?? 'every page'}  ${file}:${line}`)
  const more =
    links.length > maxListedLinks ? [`  … and ${links.length - maxListedLinks} more`] : []
  return [`Other pages link to ${route}. ${question}`, ...lines, ...more].join('\n')
}

/**
 * Plans to delete a page, and writes nothing.
 * @throws UserError if the page cannot be deleted, or if links lead to it and nothing replaces it
 */
export const planDeletionOf = async (dir: string, deletion: Deletion): Promise<DeletionPlan> =>
  planPageDeletion(
    dir,
    await readReportedSite(dir, { everything: true }),
    deletion,
    'Choose where these links lead then.',
  )

/** The result of a deletion, to be reported. */
export type DeletionResult = DeletionPlan & CheckedChanges

/**
 * Deletes a page. Writes all files or none.
 * @param dir the site's folder
 * @param options.dryRun writes nothing
 * @throws UserError if the page cannot be deleted
 */
export async function deletePage(
  dir: string,
  deletion: Deletion,
  { dryRun = false } = {},
): Promise<DeletionResult> {
  const site = await readReportedSite(dir, { everything: true })
  const { route, redirectTo } = deletion
  assertOwnPage(site, route, 'deleted')
  if (redirectTo === route) throw new UserError(`${route} cannot redirect to itself.`)
  if (redirectTo !== undefined) assertOwnPage(site, redirectTo, 'redirected to')
  const question =
    'Nothing was deleted: name the page to which these links lead then, with --to /other.'
  const plan = await planPageDeletion(dir, site, deletion, question)
  const moved = { from: route, done: 'deleted' as const, dryRun }
  const written = await writeMovedPage(dir, site, plan.changes, moved)
  return { ...plan, ...written }
}
