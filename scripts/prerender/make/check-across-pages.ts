import type { Alias } from '../../../schema/page-data.ts'
import type { PageSummary } from '../../../schema/resolve/page-summary.ts'
import { resolvePage } from '../../../schema/resolve/resolve-page.ts'
import type { SharedSite } from '../../../schema/resolve/resolve-site.ts'
import { runSiteRulesInSteps } from '../../../schema/rules/index.ts'
import { readPageEntry } from '../read/read-sources.ts'
import type { LoadedSource } from '../read/loaded-source.ts'
import type { Problem } from '../../../schema/problems/types.ts'
import type { SiteRuleContext } from '../../../schema/rules/types.ts'

type CrossPageInput = { shared: SharedSite } & Pick<
  SiteRuleContext,
  'pages' | 'notFound' | 'publicFiles' | 'dates' | 'knownSimilarity' | 'onSimilarityMeasured'
>
type CrossPageResult = { problems: Problem[]; pages: PageSummary[]; aliases: Alias[] }

/** Runs the rules across pages. @param input.pages of the whole site, planned ones last. */
export function checkAcrossPages(input: CrossPageInput): CrossPageResult {
  const { steps, ...whole } = prepareCrossPageChecks(input)
  return { ...whole, problems: [...steps].flat() }
}

/** The same as `checkAcrossPages`, with one step for each rule. */
export function prepareCrossPageChecks({
  shared,
  pages: made,
  dates,
  ...given
}: CrossPageInput): Omit<CrossPageResult, 'problems'> & { steps: Generator<Problem[]> } {
  const pages = made.map((page) => {
    const lastmod = dates.findDate(page.route, page.meta.contentHash)
    return lastmod === page.meta.lastmod ? page : { ...page, meta: { ...page.meta, lastmod } }
  })
  const getResolvedPage = (route: string) => {
    const planned = shared.plannedPages.find((entry) => entry.route === route)
    if (planned || route === shared.notFoundEntry?.route)
      return resolvePage(planned ?? shared.notFoundEntry!, shared.context, planned !== undefined)
    const entry = shared.merged.pages.get(route)!
    const { source } = entry.location
    // Only the outline of a page in a file is in memory.
    return resolvePage(
      'summary' in source ? { ...entry, raw: readPageEntry(source as LoadedSource, route) } : entry,
      shared.context,
    )
  }
  return {
    pages,
    aliases: pages.flatMap(({ route, aliases }) =>
      aliases.map(({ from }) => ({ from, to: route })),
    ),
    steps: runSiteRulesInSteps({ ...shared, pages: made, getResolvedPage, dates, ...given }),
  }
}
