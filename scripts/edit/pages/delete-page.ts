import { type FileLine, formatFileLine, toFileLine } from '../../../schema/problems/location.ts'
import { normalizeAlias } from '../../../schema/resolve/alias-address.ts'
import { collectAddresses } from '../../../schema/resolve/site-addresses.ts'
import { addressesFileName } from '../../../schema/source/recorded-addresses.ts'
import { serializeEntries } from '../../../schema/source/recorded-entries.ts'
import type { Page } from '../../../schema/merge/merge-sources.ts'
import { SiteEdits } from '../site-edits.ts'
import type { FileChange } from '../text-edits.ts'
import type { CheckedChanges } from '../write-checked-changes.ts'
import { listLinksTo } from '../../report/links.ts'
import type { WholeSite } from '../../prerender/run/inspect-site.ts'
import { formatCount } from '../../../schema/util/format-first-items.ts'
import { asList, asRecord } from '../../../schema/util/records.ts'
import { readCorrectSite } from '../../shared/read-site-report.ts'
import { refuse, UserError } from '../../shared/user-error.ts'
import { addAliases, listWrittenAliases } from './plan-redirect.ts'
import { changeLinks } from './change-links.ts'
import {
  assertNotNeeded,
  assertOwnPage,
  findOwnPage,
  isUnpublished,
  listPagesBelow,
} from './own-page.ts'
import { writePageChange } from './write-page-change.ts'

/** A page, and the one to which its address and the links to it lead then. */
export type Deletion = { route: string; redirectTo?: string }

type DeletionPlan = {
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
export async function planPageDeletion(
  dir: string,
  resolved: WholeSite,
  deletion: Deletion,
  question: string,
): Promise<DeletionPlan> {
  const { route, redirectTo } = deletion
  assertNotNeeded(route, 'deleted')
  const page = findOwnPage(resolved, route)
  const links = listLinkPlaces(resolved, route)
  const edits = new SiteEdits(dir)
  let isRedirected = false
  let removed = 0
  if (redirectTo !== undefined) {
    const target = findOwnPage(resolved, redirectTo)
    if (target === page) refuse('A page cannot redirect to itself.')
    const added = addAliases(target, listKeptAddresses(dir, resolved, page))
    isRedirected = added.length > 0
    await changeLinks(edits, resolved, route, redirectTo)
    removed = await removeEntries(edits, resolved, { route, redirectTo })
    await edits.apply(target.location.source.file, added)
  } else if (links.length > 0) throw new UserError(refuseLinks(route, links, question))
  // What was a translation becomes a page of its own.
  for (const { raw, location, routeValues } of resolved.site.pages.values())
    if (raw.translates === route && !routeValues) {
      const names = ['translates', 'original'].filter((name) => raw[name] !== undefined)
      const remove = (name: string) => ({ kind: 'remove' as const, path: [...location.path, name] })
      await edits.apply(location.source.file, names.map(remove))
    }
  const { source, path } = page.location
  await edits.apply(source.file, [{ kind: 'remove', path }])
  const { entries } = resolved.addresses
  const own = [route, ...listWrittenAliases(page).map(normalizeAlias)]
  const published = own.filter((address) => Array.isArray(entries[address]))
  const gone = redirectTo === undefined ? published : []
  if (gone.length > 0) {
    const given = Object.fromEntries(gone.map((address) => [address, 'gone'] as const))
    await edits.rewrite(addressesFileName, () => serializeEntries({ ...entries, ...given }))
  }
  return {
    label: [
      `Delete the page ${route}`,
      ...(isRedirected ? [`redirect it to ${redirectTo}`] : []),
      ...(removed > 0 ? [`remove ${formatCount(removed, 'link')} to it from ${redirectTo}`] : []),
    ].join(', '),
    changes: edits.list(),
    links,
    gone,
    below: listPagesBelow(resolved, route),
  }
}

/**
 * Removes the entries of menus that would lead to the home page under the name of the deleted page,
 * or twice to the same page, and those of pages, such as cards, that would lead to their own page. A
 * list keeps its last entry.
 * @returns how many entries of pages were removed
 */
async function removeEntries(
  edits: SiteEdits,
  resolved: WholeSite,
  { route, redirectTo }: Required<Deletion>,
): Promise<number> {
  let removed = 0
  // From the last one on, so that the places of the others stay.
  for (const { from, location } of listLinksTo(
    resolved,
    collectAddresses(resolved),
    route,
  ).reverse()) {
    const { source, path } = location
    const [list, index] = [path.slice(0, -2), path.at(-2)]
    const isOnTarget = from === redirectTo && !resolved.site.pages.get(from)?.routeValues
    if (from !== undefined && !isOnTarget) continue
    if (path.at(-1) !== 'href' || typeof index !== 'number') continue
    const entries = asList(await edits.value(source.file, list))
    const isThere = entries.some((each, at) => at !== index && asRecord(each).href === redirectTo)
    if (entries.length < 2 || !(isOnTarget || isThere || redirectTo === '/')) continue
    await edits.apply(source.file, [{ kind: 'remove', path: [...list, index] }])
    if (isOnTarget) removed++
  }
  return removed
}

/** Lists the addresses of a page that visitors may know. */
export const listKeptAddresses = (
  dir: string,
  { addresses }: Pick<WholeSite, 'addresses'>,
  page: Page,
) => [...(isUnpublished(dir, addresses, page) ? [] : [page.route]), ...listWrittenAliases(page)]

/** Lists where links to a page are written, except on that page. */
function listLinkPlaces(resolved: WholeSite, route: string): DeletionPlan['links'] {
  const links = listLinksTo(resolved, collectAddresses(resolved), route)
  const places = links.map(({ from, location }) => ({ ...toFileLine(location), from }))
  return [...new Map(places.map((place) => [formatFileLine(place), place])).values()]
}

const maxListedLinks = 20

export const formatLinkPlace = ({ from, ...place }: DeletionPlan['links'][number]): string =>
  `  ${from ?? 'every page'}  ${formatFileLine(place)}`

function refuseLinks(route: string, links: DeletionPlan['links'], question: string): string {
  const lines = links.slice(0, maxListedLinks).map(formatLinkPlace)
  const more =
    links.length > maxListedLinks ? [`  … and ${links.length - maxListedLinks} more`] : []
  return [`Other pages link to ${route}. ${question}`, ...lines, ...more].join('\n')
}

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
  const resolved = await readCorrectSite(dir, 'deleted', { everything: true })
  const { route, redirectTo } = deletion
  assertOwnPage(resolved, route, 'deleted')
  if (redirectTo === route) throw new UserError(`${route} cannot redirect to itself.`)
  if (redirectTo !== undefined) assertOwnPage(resolved, redirectTo, 'redirected to')
  const question =
    'Nothing was deleted: name the page to which these links lead then, with --to /other.'
  const plan = await planPageDeletion(dir, resolved, deletion, question)
  const moved = { from: route, done: 'deleted' as const, dryRun }
  const written = await writePageChange(dir, resolved, plan.changes, moved)
  return { ...plan, ...written }
}
