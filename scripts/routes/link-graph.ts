import type { SiteAddresses } from '../../schema/resolve/site-addresses.ts'
import type { PageDocument } from '../prerender/documents/read-document.ts'
import { createLinkFollower } from '../../schema/resolve/link-follower.ts'

/** @property addresses of the site */
type LinkedSite = {
  addresses: SiteAddresses
  pages: { route: string }[]
  notFound?: { route: string }
}

type LinkGraph = {
  /** By route: the other pages that its content links to. */
  out: Map<string, Set<string>>
  /** By route: the number of other pages whose content links to it. */
  in: Map<string, number>
  /** The pages that the header or the footer of the home page links to. */
  inMenus: Set<string>
  /** By route: the fewest links to follow from the home page. */
  depths: Map<string, number>
}

/**
 * Follows the links of documents between the pages of a site. An address that redirects counts as
 * the page that it leads to.
 */
export function buildLinkGraph(
  { addresses, pages, notFound }: LinkedSite,
  documents: Map<string, PageDocument>,
): LinkGraph {
  const routes = new Set(pages.map(({ route }) => route))
  const findPath = createLinkFollower(addresses)
  const follow = (hrefs: string[], from: string) =>
    new Set(hrefs.map(findPath).filter((to): to is string => to !== from && routes.has(to ?? '')))
  const out = new Map<string, Set<string>>()
  const linksIn = new Map<string, number>()
  const inMenus = new Set<string>()
  for (const { route } of pages) {
    const document = documents.get(route)
    const linked = follow(document?.links ?? [], route)
    out.set(route, linked)
    for (const to of linked) linksIn.set(to, (linksIn.get(to) ?? 0) + 1)
    for (const to of follow(document?.shellLinks ?? [], route)) inMenus.add(to)
  }
  // No visitor gets to a page by following links from the not-found page.
  if (notFound)
    out.set(notFound.route, follow(documents.get(notFound.route)?.links ?? [], notFound.route))
  return { out, in: linksIn, inMenus, depths: measureDepths(out, inMenus, routes.has('/')) }
}

/** Walks the links breadth first. The header and the footer are on every page. */
function measureDepths(
  out: LinkGraph['out'],
  inMenus: Set<string>,
  hasHome: boolean,
): Map<string, number> {
  const depths = new Map<string, number>(hasHome ? [['/', 0]] : [])
  let frontier = [...depths.keys()]
  for (let depth = 1; frontier.length > 0; depth++) {
    const next = new Set(frontier.flatMap((route) => [...(out.get(route) ?? [])]))
    if (depth === 1) for (const route of inMenus) next.add(route)
    frontier = [...next].filter((route) => !depths.has(route))
    for (const route of frontier) depths.set(route, depth)
  }
  return depths
}
