import { summarizePage } from './page-summary.ts'
import type { Problem } from './problem.ts'
import type { ResolvedPage } from './resolve-page.ts'
import type { ResolvedSite } from './resolve-site.ts'
import { checkPage, checkSite, type RuleContext } from './rules/index.ts'

/** Everything that is wrong in a site whose pages have all been resolved. */
export function checkResolved(
  resolved: ResolvedSite,
  given: Pick<RuleContext, 'publicFiles' | 'dates'>,
): Problem[] {
  const { pages, notFound, merged, schema, placeNames } = resolved
  const all = [...pages, ...(notFound ? [notFound] : [])]
  const byRoute = new Map(all.map((page) => [page.route, page]))
  const problems = all.flatMap((page) =>
    checkPage(page, {
      schema,
      raw: merged.pages.get(page.route)?.raw ?? {},
      settings: merged.settings,
      placeholders: true,
    }),
  )
  const summarize = (page: ResolvedPage) =>
    summarizePage(page, placeNames, merged.pages.get(page.route)?.names)
  const site = {
    ...resolved,
    ...given,
    pages: pages.map(summarize),
    notFound: notFound && summarize(notFound),
    detail: (route: string) => byRoute.get(route)!,
  }
  return [...problems, ...checkSite(site)]
}
