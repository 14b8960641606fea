import { findListingRoute } from '../../resolve/collect-articles.ts'

import { collectAddresses, createLinkFollower } from '../../resolve/site-addresses.ts'
import { problemAt, type Problem } from '../../problems/problem.ts'
import type { PageSummary } from '../../resolve/page-summary.ts'
import type { SiteRuleContext } from '../types.ts'
import { limitPages } from '../../util/format-first-items.ts'

/** The number of pages that are reported one by one. The pages of a set are reported as one. */
const maxReportedPages = 20

/** Reports indexed pages that visitors cannot reach by a link. */
export function checkUnlinkedPages(context: SiteRuleContext): Problem[] {
  const { pages, articles, site, shellFindings } = context
  const follow = createLinkFollower(collectAddresses(context))
  const collectTargets = (from: PageSummary[]) =>
    new Set(
      from.flatMap(({ route, links }) => links.map(follow).filter((target) => target !== route)),
    )
  const linked = collectTargets(pages.filter(({ meta }) => meta.indexed))
  // The header, the footer and the settings.
  for (const { href } of shellFindings.links) linked.add(follow(href))
  const hiddenLinks = collectTargets(pages.filter(({ meta }) => !meta.indexed && !meta.planned))
  const unlinked = pages.filter(
    ({ route, meta, data }) =>
      meta.indexed &&
      route !== '/' &&
      !linked.has(route) &&
      !(data.article && findListingRoute(articles, route) !== undefined),
  )
  const isOfSet = ({ route }: PageSummary) => site.pages.get(route)?.routeValues !== undefined
  const written = unlinked.filter((page) => !isOfSet(page))
  const reported = [
    ...limitPages(written, maxReportedPages),
    ...limitPages(unlinked.filter(isOfSet), Infinity),
  ]
  return reported.map(({ page: { route, location }, more }) => {
    const message = hiddenLinks.has(route)
      ? `The only links to ${route} are on pages that search engines must not list.`
      : `Nothing links to ${route}.`
    return problemAt(location, 'UNLINKED_PAGE', message + more, {
      expected: 'a link on another page, in a menu or in the footer',
    })
  })
}
