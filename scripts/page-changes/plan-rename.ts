import { stripTrailingSlash } from '../../schema/resolve/route-paths.ts'
import { resolvePage } from '../../schema/resolve/resolve-page.ts'
import type { ResolvedSite } from '../../schema/resolve/resolve-site.ts'
import { isNeverPublished } from '../../schema/source/recorded-addresses.ts'
import { asList, isRecord } from '../../schema/util/records.ts'
import type { FileChange } from '../edit/text-edits.ts'
import { SiteEdits } from '../edit/site-edits.ts'
import type { ValueOperation } from '../edit/yaml-operations.ts'
import { listSiteLinks, type SiteLink } from '../pages/list-links.ts'
import type { ReportedSite } from '../shared/read-site-report.ts'
import { changeLinks, type ChangedLinks } from './change-links.ts'

/** How a page moves, and what stays unchanged. Links that are computed lead to the alias. */
export type RenamePlan = ChangedLinks & {
  changes: FileChange[]
  /** Whether the old address becomes an alias. A planned page has none. */
  redirects: boolean
  /** Whether the page was never published, so that its old address needs no alias. */
  isUnpublished: boolean
  /** Pages below the old address, which stay where they are. */
  below: string[]
}

/**
 * Plans to move a page: the key of its entry, an alias for its old address, every link to it, and the
 * comments on it.
 * @param dir the site's folder
 * @throws UserError if a file cannot be edited without changing more
 */
export async function planRename(
  dir: string,
  { resolvedSite }: ReportedSite,
  from: string,
  to: string,
): Promise<RenamePlan> {
  const { merged, pages } = resolvedSite
  const edits = new SiteEdits(dir)
  const links = await changeLinks(edits, listWrittenLinks(resolvedSite, from), from, to)
  const entry = merged.pages.get(from)
  const { location } = entry ?? merged.planned.get(from)!
  const { file } = location.source
  const isUnpublished = entry !== undefined && isNeverPublished(resolvedSite.addresses, entry)
  // Links that cannot be changed lead to the alias.
  const redirects = entry !== undefined && (!isUnpublished || links.computed.length > 0)
  await edits.apply(file, [
    ...(entry ? planAlias(entry.raw, [...location.path], redirects ? from : undefined, to) : []),
    { kind: 'rename-key', path: [...location.path], name: to },
  ])
  for (const comment of merged.comments)
    if (comment.entry.page === from)
      await edits.apply(comment.location.source.file, [
        { kind: 'set', path: [...comment.location.path, 'page'], value: to },
      ])
  return {
    ...links,
    changes: edits.list(),
    redirects,
    isUnpublished,
    below: pages.map(({ route }) => route).filter((route) => route.startsWith(`${from}/`)),
  }
}

/** Lists every link to an address, except links to an anchor such as `#fees` on its own page. */
export const listWrittenLinks = (site: ResolvedSite, route: string): SiteLink[] =>
  [...listSiteLinks(site), ...listUnusedLinks(site)].filter(
    (link) => link.to === route && !link.written.startsWith('#'),
  )

/** Lists the links in the content of planned pages if there is no planned page to show them. */
function listUnusedLinks(site: ResolvedSite): SiteLink[] {
  const { merged, context, plannedPages } = site
  const { planned } = merged.settings
  if (plannedPages.length > 0 || !isRecord(planned)) return []
  const location = { source: merged.main, path: ['site', 'planned'] }
  const page = resolvePage({ route: '/', raw: planned, location, special: 'planned' }, context)
  return listSiteLinks({ ...site, pages: [page], notFound: undefined })
}

/**
 * Adds the old address to the aliases. If the new one was among them, replaces that.
 * @param from undefined if the old address needs no alias
 */
function planAlias(
  raw: Record<string, unknown>,
  path: (string | number)[],
  from: string | undefined,
  to: string,
): ValueOperation[] {
  const aliases: unknown[] = asList(raw.aliases)
  const list = [...path, 'aliases']
  const index = aliases.findIndex((alias) => stripTrailingSlash(String(alias)) === to)
  if (from === undefined)
    return index < 0
      ? []
      : [{ kind: 'remove', path: aliases.length === 1 ? list : [...list, index] }]
  if (!Array.isArray(raw.aliases)) {
    const names = Object.keys(raw)
    const after = ['label', 'description', 'title'].find((name) => name in raw) ?? 'kind'
    const before = names[names.indexOf(after) + 1]
    return [{ kind: 'set', path: list, value: [from], ...(before !== undefined && { before }) }]
  }
  return index < 0
    ? [{ kind: 'insert', path: [...list, aliases.length], value: from }]
    : [{ kind: 'set', path: [...list, index], value: from }]
}
