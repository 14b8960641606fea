import type { Findings } from '../../schema/resolve/text/findings.ts'
import { parseLink } from '../../schema/resolve/parse-link.ts'
import { listSuccessorLinks } from '../../schema/rules/hidden-targets.ts'
import { stripTrailingSlash } from '../../schema/resolve/route-paths.ts'
import { findAddress, type SiteAddresses } from '../../schema/resolve/site-addresses.ts'
import type { ResolvedSite } from '../../schema/resolve/resolve-site.ts'
import type { SourceLocation } from '../../schema/source/types.ts'
import { listAllFindings } from '../../schema/resolve/list-all-pages.ts'

/** A link to a page or file of the site, as written on a page, or in the settings. */
export type SiteLink = {
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
export function listSiteLinks(site: ResolvedSite): SiteLink[] {
  const { merged } = site
  const found: { from?: string; links: Findings['links'] }[] = [
    ...listAllFindings(site).map(({ route, findings }) => ({ from: route, links: findings.links })),
    ...[...merged.pages.values()].map((page) => ({
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

/**
 * Lists the links to a page that are not on it, also those to its other addresses.
 * @param addresses what a build does with each address
 */
export const listLinksIn = (
  site: ResolvedSite,
  addresses: SiteAddresses,
  route: string,
): SiteLink[] =>
  listSiteLinks(site).filter(({ from, to }) => {
    const { page, to: target } = findAddress(addresses, to) ?? {}
    return from !== route && [to, target, page?.route].includes(route)
  })
