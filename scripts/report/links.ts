import type { Findings } from '../../schema/resolve/text/findings.ts'
import { parseLink } from '../../schema/resolve/parse-link.ts'
import { listSuccessorLinks } from '../../schema/rules/hidden-targets.ts'
import { stripTrailingSlash } from '../../schema/util/route-paths.ts'
import {
  collectAddresses,
  createLinkFollower,
  findAddress,
  type Addresses,
} from '../../schema/resolve/site-addresses.ts'
import {
  listUnusedPlannedLinks,
  type ResolvedSite,
  listAllFindings,
} from '../../schema/resolve/resolve-site.ts'
import type { WholeSite } from '../prerender/run/inspect-site.ts'
import {
  locateChild,
  type SourceLocation,
  toFileLine,
  type FileLine,
} from '../../schema/problems/location.ts'
import { findListingRoute } from '../../schema/resolve/collect-articles.ts'
import type { PageSummary } from '../../schema/resolve/page-summary.ts'
import { addToGroup, type Groups } from '../../schema/util/group-by.ts'
import { memoizeByText } from '../../schema/util/memoize.ts'

/** A link to a page or file of the site, as written on a page, or in the settings. */
type SiteLink = {
  /** Undefined for links in the header, the footer and the settings. */
  from?: string
  /** The path that the link leads to, without a trailing slash. */
  to: string
  anchor?: string
  /** The link as it is written in the source. */
  written: string
  location: SourceLocation
}

/** Lists every link between addresses of a site. A link such as `#fees` leads to its own page. */
export function listSiteLinks(resolved: WholeSite): SiteLink[] {
  const { site } = resolved
  const found: { from?: string; links: Findings['links'] }[] = [
    { links: listUnusedPlannedLinks(resolved) },
    ...listAllFindings(resolved).map(({ route, findings }) => ({
      from: route,
      links: findings.links,
    })),
    ...[...site.pages.values()].map((page) => ({
      from: page.route,
      links: listSuccessorLinks([page]),
    })),
  ]
  return found.flatMap(({ from, links }) =>
    links.flatMap(({ href, written, location }): SiteLink[] => {
      const link = parseLink(href)
      const origin = { ...(from !== undefined && { from }), written, location }
      if (link.kind === 'anchor')
        return from === undefined ? [] : [{ ...origin, to: from, anchor: link.anchor }]
      if (link.kind !== 'internal' || link.query !== undefined) return []
      const to = stripTrailingSlash(link.route)
      return [{ ...origin, to, ...(link.anchor !== undefined && { anchor: link.anchor }) }]
    }),
  )
}

/** Creates a check whether a path is that of a page, or another one of its addresses. */
const createAddressCheck = (addresses: Addresses, route: string) => (path: string) => {
  const { page, to } = findAddress(addresses, path) ?? {}
  return [path, to, page?.route].includes(route)
}

/**
 * Lists the links to a page that are not on it, also those to its other addresses.
 * @param addresses what a build does with each address
 */
export function listLinksTo(resolved: WholeSite, addresses: Addresses, route: string): SiteLink[] {
  const isOfPage = createAddressCheck(addresses, route)
  return listSiteLinks(resolved).filter(({ from, to }) => from !== route && isOfPage(to))
}

/**
 * Lists the pages with links that `listLinksTo` finds, and whether the header or the footer has one.
 * An editor knows only the summaries of pages.
 */
export function listLinkingPages(
  {
    resolved,
    pages,
  }: Pick<LinkedSite, 'resolved'> & { pages: Pick<PageSummary, 'route' | 'links'>[] },
  route: string,
): { pages: string[]; isShared: boolean } {
  const isOfPage = createAddressCheck(collectAddresses(resolved), route)
  // Pages share most of their links.
  const leadsThere = memoizeByText((href) => {
    const link = parseLink(href)
    return link.kind === 'internal' && isOfPage(stripTrailingSlash(link.route))
  })
  return {
    pages: pages
      .filter((page) => page.route !== route && page.links.some(leadsThere))
      .map((page) => page.route),
    isShared: resolved.shellFindings.links.some(({ href }) => leadsThere(href)),
  }
}

/**
 * Where a link is written. `page` is undefined in the settings, the header and the footer.
 * @property as how visitors come there, if not by a link: `frame`, `endpoint` or `script`
 */
export type LinkUse = FileLine & { page?: string; as?: string }

/** An address of another site, without its fragment, with every link to it. */
export type OutsideLink = { url: string; uses: LinkUse[] }

/** Lists the addresses of other sites that a site links to or uses, in the order of the pages. */
export function listOutsideLinks(resolved: WholeSite): OutsideLink[] {
  const { settings, pages, main, reviews } = resolved.site
  const uses: Groups<string, LinkUse> = new Map()
  const add = (href: string, use: LinkUse) => {
    // Links to http: are errors.
    if (!/^https:/i.test(href) || !URL.canParse(href)) return
    const { origin, pathname, search } = new URL(href)
    if (origin !== resolved.siteData?.origin) addToGroup(uses, origin + pathname + search, use)
  }
  for (const { route: page, findings } of listAllFindings(resolved))
    for (const { href, written, location } of findings.links)
      add(href, { ...(page !== undefined && { page }), ...toFileLine(location, written) })
  for (const { as, href, location } of listServices(settings, { source: main, path: ['site'] }))
    add(href, { as, ...toFileLine(location) })
  for (const { route: page, raw, location } of pages.values())
    for (const { as, href, location: at } of listServices(raw, location))
      add(href, { page, as, ...toFileLine(at) })
  for (const { address, row } of reviews?.reviews ?? [])
    add(address, { file: reviews!.table.file, line: reviews!.table.locate(row, 0).line })
  return [...uses].map(([url, links]) => ({ url, uses: links }))
}

const serviceProperties = new Set(['frame', 'endpoint', 'script'])

/** Lists the addresses of services at any depth, by the property that has them. */
const listServices = (
  value: unknown,
  location: SourceLocation,
): { as: string; href: string; location: SourceLocation }[] =>
  Object.entries((value ?? {}) as object).flatMap(([as, item]: [string, unknown]) => {
    const at = locateChild(location, Array.isArray(value) ? Number(as) : as)
    if (typeof item === 'string')
      return serviceProperties.has(as) ? [{ as, href: item, location: at }] : []
    return typeof item === 'object' ? listServices(item, at) : []
  })

type LinkedSite = {
  resolved: Pick<ResolvedSite, 'site' | 'addresses' | 'context' | 'articles' | 'shellFindings'>
  pages: Pick<PageSummary, 'route' | 'links' | 'data'>[]
}

/** The links between the pages of a site. An address that redirects counts as its page. */
type LinkGraph = {
  /** By route: the other pages that a page links to, or lists as articles. */
  out: Map<string, Set<string>>
  /** By route: the other pages that link to it. */
  in: Groups<string, string>
  /** The pages that the header or the footer links to. */
  inMenus: Set<string>
  /** By route: the fewest links to follow from the home page. */
  depths: Map<string, number>
}

/** Follows the links of pages, those in breadcrumbs included. */
export function followLinks({ resolved, pages }: LinkedSite): LinkGraph {
  const follow = createLinkFollower(collectAddresses(resolved))
  const out = new Map(pages.map(({ route }) => [route, new Set<string>()]))
  const linksIn: Groups<string, string> = new Map()
  const add = (from: string, to: string | undefined) => {
    const targets = out.get(from)
    if (!targets || to === undefined || to === from || !out.has(to) || targets.has(to)) return
    targets.add(to)
    addToGroup(linksIn, to, from)
  }
  for (const { route, links, data } of pages) {
    for (const href of links) add(route, follow(href))
    const listing = data.article && findListingRoute(resolved.articles, route)
    if (listing !== undefined) add(listing, route)
  }
  const shell = resolved.shellFindings.links.map(({ href }) => follow(href))
  const inMenus = new Set(shell.filter((to) => to !== undefined && out.has(to)) as string[])
  return { out, in: linksIn, inMenus, depths: measureDepths(out, inMenus) }
}

/** Walks the links breadth first. The header and the footer are on every page. */
function measureDepths(out: LinkGraph['out'], inMenus: Set<string>): Map<string, number> {
  const depths = new Map<string, number>(out.has('/') ? [['/', 0]] : [])
  let frontier = [...depths.keys()]
  for (let depth = 1; frontier.length > 0; depth++) {
    const next = new Set(frontier.flatMap((route) => [...out.get(route)!]))
    if (depth === 1) for (const route of inMenus) next.add(route)
    frontier = [...next].filter((route) => !depths.has(route))
    for (const route of frontier) depths.set(route, depth)
  }
  return depths
}
