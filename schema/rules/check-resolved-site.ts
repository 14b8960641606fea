import { summarizePage } from '../resolve/page-summary.ts'
import type { ResolvedPage } from '../resolve/page/page-types.ts'
import type { ResolvedSite } from '../resolve/resolve-site.ts'
import { runPageRules, runSiteRules } from './index.ts'
import type { Problem } from '../problems/types.ts'
import type { SiteRuleContext } from './types.ts'
import { listAllPages } from '../resolve/list-all-pages.ts'

/** Checks all page and site rules on a resolved site. */
export function checkResolvedSite(
  resolved: ResolvedSite,
  given: Pick<SiteRuleContext, 'publicFiles' | 'dates' | 'today'>,
): Problem[] {
  const { pages, notFound, merged, schema, placeNames } = resolved
  const all = listAllPages({ pages, notFound })
  const byRoute = new Map(all.map((page) => [page.route, page]))
  const problems = all.flatMap((page) =>
    runPageRules(page, {
      schema,
      statements: resolved.context.statements,
      raw: merged.pages.get(page.route)?.raw ?? {},
      settings: merged.settings,
      reportNotes: true,
    }),
  )
  const summarize = (page: ResolvedPage) =>
    summarizePage(page, placeNames, merged.pages.get(page.route)?.routeValues, true)
  const site = {
    ...resolved,
    ...given,
    pages: pages.map(summarize),
    notFound: notFound && summarize(notFound),
    getResolvedPage: (route: string) => byRoute.get(route)!,
  }
  return [...problems, ...runSiteRules(site)]
}
