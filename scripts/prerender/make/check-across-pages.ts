import { listEndedAddresses } from '../../../schema/days/ended-pages.ts'
import type { Alias } from '../../../schema/page-data.ts'
import type { PageSummary } from '../../../schema/resolve/page-summary.ts'
import type { SharedSite } from '../../../schema/resolve/resolve-site.ts'
import { runSiteRulesInSteps } from '../../../schema/rules/index.ts'
import { resolveRoute } from '../read/resolve-pages.ts'
import type { Problem } from '../../../schema/problems/types.ts'
import type { SiteRuleContext } from '../../../schema/rules/types.ts'

type CrossPageInput = { shared: SharedSite } & Pick<
  SiteRuleContext,
  | 'pages'
  | 'notFound'
  | 'unusedPlanned'
  | 'publicFiles'
  | 'dates'
  | 'today'
  | 'knownSimilarity'
  | 'onSimilarityMeasured'
>
type CrossPageResult = { problems: Problem[]; pages: PageSummary[]; aliases: Alias[] }

/**
 * Runs the rules across pages.
 * @param input.pages all pages of the site, with planned pages at the end.
 */
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
  const getResolvedPage = (route: string) => resolveRoute(shared, route)!
  return {
    pages,
    aliases: [
      ...pages.flatMap(({ route, aliases }) => aliases.map(({ from }) => ({ from, to: route }))),
      ...listEndedAddresses(shared.merged).redirects,
    ],
    steps: runSiteRulesInSteps({ ...shared, pages: made, getResolvedPage, dates, ...given }),
  }
}
