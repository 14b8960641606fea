import { stripTrailingSlash } from '../../schema/resolve/route-paths.ts'
import { resolvePage } from '../../schema/resolve/resolve-page.ts'
import type { ResolvedSite } from '../../schema/resolve/resolve-site.ts'
import { isRecord } from '../../schema/util/records.ts'
import type { FileLine } from '../../schema/source/position-types.ts'
import { editYaml } from '../edit/edit-yaml.ts'
import { readSiteText, type TextEdit } from '../edit/text-edits.ts'
import type { YamlOperation } from '../edit/yaml-operations.ts'
import { listSiteLinks, type SiteLink } from '../pages/list-links.ts'
import type { ReportedSite } from '../shared/read-site-report.ts'
import { planLinkEdits } from './plan-link-edits.ts'

/** The edits that move a page, and what they leave unchanged. */
export type RenamePlan = {
  edits: TextEdit[]
  /** The number of links that change. */
  linkCount: number
  /** Whether the old address becomes an alias. A planned page has none. */
  redirects: boolean
  /** Links that a template builds from several values. They lead to the alias. */
  computed: FileLine[]
  /** Pages below the old address, which stay where they are. */
  below: string[]
}

/**
 * Plans to move a page: the key of its entry, an alias for its old address, and every link to it.
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
  const links = listLinksTo(resolvedSite, from)
  const { operations, cells, computed } = await planLinkEdits(dir, links, from, to)
  const entry = merged.pages.get(from)
  const { location } = entry ?? merged.planned.get(from)!
  const { file } = location.source
  const own: YamlOperation[] = [
    { kind: 'rename-key', path: [...location.path], name: to },
    ...(entry ? [planAlias(entry.raw, [...location.path], from, to)] : []),
  ]
  operations.set(file, [...own, ...(operations.get(file) ?? [])])
  const edits = [...cells]
  for (const [name, planned] of operations)
    edits.push(...editYaml(name, await readSiteText(dir, name), planned))
  return {
    edits,
    linkCount: edits.length - own.length,
    redirects: entry !== undefined,
    computed,
    below: pages.map(({ route }) => route).filter((route) => route.startsWith(`${from}/`)),
  }
}

/** Lists every link to an address, except from its page to itself. */
export const listLinksTo = (site: ResolvedSite, route: string): SiteLink[] =>
  [...listSiteLinks(site), ...listUnusedLinks(site)].filter(
    (link) => link.to === route && !link.written.startsWith('#'),
  )

/** Lists the links in the content of planned pages if there is no planned page to show them. */
function listUnusedLinks(site: ResolvedSite): SiteLink[] {
  const { merged, context, plannedPages } = site
  const { planned } = merged.settings
  if (plannedPages.length > 0 || !isRecord(planned)) return []
  const location = { source: merged.main, path: ['site', 'planned'] }
  const page = resolvePage({ route: '/', raw: planned, location }, context, true)
  return listSiteLinks({ ...site, pages: [page], notFound: undefined })
}

/** Adds the old address to the aliases. If the new one was among them, replaces that. */
function planAlias(
  raw: Record<string, unknown>,
  path: (string | number)[],
  from: string,
  to: string,
): YamlOperation {
  const { aliases } = raw
  const list = [...path, 'aliases']
  if (!Array.isArray(aliases)) {
    const names = Object.keys(raw)
    const after = ['label', 'description', 'title'].find((name) => name in raw) ?? 'kind'
    const before = names[names.indexOf(after) + 1]
    return { kind: 'set', path: list, value: [from], ...(before !== undefined && { before }) }
  }
  const index = aliases.findIndex((alias) => stripTrailingSlash(String(alias)) === to)
  return index < 0
    ? { kind: 'insert', path: [...list, aliases.length], value: from }
    : { kind: 'replace', path: [...list, index], pattern: new RegExp(to, 'g'), replacement: from }
}
