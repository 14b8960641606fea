import { findListingRoute } from '../../resolve/collect-articles.ts'
import { parseLink } from '../../resolve/parse-link.ts'
import { stripTrailingSlash } from '../../resolve/route-paths.ts'
import { collectAddresses, findAddress } from '../../resolve/site-addresses.ts'
import { problemAt } from '../../problems/problem.ts'
import type { PageSummary } from '../../resolve/page-summary.ts'
import type { Problem } from '../../problems/types.ts'
import type { SiteRule, SiteRuleContext } from '../types.ts'
import { formatCount } from '../../util/format-first-items.ts'

/** The number of pages that are reported one by one. The pages of a set are reported as one. */
const maxReportedPages = 20

/** Reports indexed pages that visitors cannot reach by a link. */
function checkUnlinkedPages(context: SiteRuleContext): Problem[] {
  const { pages, articles, merged } = context
  const linked = collectLinkedRoutes(context, ({ meta }) => meta.indexed)
  const hiddenLinks = collectLinkedRoutes(context, ({ meta }) => !meta.indexed && !meta.planned)
  const unlinked = pages.filter(
    ({ route, meta, data }) =>
      meta.indexed &&
      route !== '/' &&
      !linked.has(route) &&
      !(data.article && findListingRoute(articles, route) !== undefined),
  )
  const isOfSet = ({ route }: PageSummary) => merged.pages.get(route)?.routeValues !== undefined
  const written = unlinked.filter((page) => !isOfSet(page))
  const reported = written.slice(0, maxReportedPages)
  const others = written.length - reported.length
  return [...reported, ...unlinked.filter(isOfSet)].map(({ route, location }, index) => {
    const isLast = others > 0 && index === reported.length - 1
    const more = isLast ? ` The same holds for ${formatCount(others, 'more page')}.` : ''
    const message = hiddenLinks.has(route)
      ? `The only links to ${route} are on pages that search engines must not list.`
      : `Nothing links to ${route}.`
    return problemAt(location, 'UNLINKED_PAGE', message + more, {
      expected: 'a link on another page, in a menu or in the footer',
    })
  })
}

/**
 * Collects the routes that another page, the header, the footer or a setting links to.
 * @param counts whether the links of a page are taken into account
 */
function collectLinkedRoutes(
  context: SiteRuleContext,
  counts: (page: PageSummary) => boolean,
): Set<string> {
  const { pages, shellFindings } = context
  const addresses = collectAddresses(context)
  const linked = new Set<string>()
  // Cached, since pages share most of their links.
  const known = new Set<string>()
  const follow = (href: string, from?: string) => {
    if (known.has(href)) return
    const link = parseLink(href)
    const to = link.kind === 'internal' ? stripTrailingSlash(link.route) : undefined
    const route = to === undefined ? undefined : (findAddress(addresses, to)?.to ?? to)
    if (route !== undefined && route === from) return
    known.add(href)
    if (route !== undefined) linked.add(route)
  }
  for (const { href } of shellFindings.links) follow(href)
  for (const { route, links } of pages.filter(counts)) for (const href of links) follow(href, route)
  return linked
}

export const unlinkedPageRule: SiteRule = {
  name: 'Something links to every listed page',
  check: checkUnlinkedPages,
}
