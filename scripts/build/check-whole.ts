import type { Alias } from '../../schema/page-data.ts'
import type { PageSummary } from '../../schema/page-summary.ts'
import type { Problem } from '../../schema/problem.ts'
import { resolvePage } from '../../schema/resolve-page.ts'
import type { SharedSite } from '../../schema/resolve-site.ts'
import { checkSiteInSteps, type RuleContext } from '../../schema/rules/index.ts'
import { entryOf, type PartSource } from './read-parts.ts'

type Input = { shared: SharedSite } & Pick<
  RuleContext,
  'pages' | 'notFound' | 'publicFiles' | 'dates' | 'alike' | 'onAlike'
>
type Whole = { problems: Problem[]; pages: PageSummary[]; aliases: Alias[] }

/** The rules across the pages, and what only all pages together say. @param input.pages of the whole site; planned ones last. */
export function checkWhole(input: Input): Whole {
  const { steps, ...whole } = prepareChecks(input)
  return { ...whole, problems: [...steps].flat() }
}

/** The same, with each rule a step of its own. */
export function prepareChecks({
  shared,
  pages: made,
  dates,
  ...given
}: Input): Omit<Whole, 'problems'> & { steps: Generator<Problem[]> } {
  const pages = made.map((page) => {
    const lastmod = dates.find(page.route, page.meta.contentHash)
    return lastmod === page.meta.lastmod ? page : { ...page, meta: { ...page.meta, lastmod } }
  })
  const detail = (route: string) => {
    const planned = shared.planned.find((entry) => entry.route === route)
    if (planned || route === shared.notFoundEntry?.route)
      return resolvePage(planned ?? shared.notFoundEntry!, shared.context, planned !== undefined)
    const entry = shared.merged.pages.get(route)!
    const { source } = entry.place
    // Of a page in a file, only its outline is in memory.
    return resolvePage(
      'part' in source ? { ...entry, raw: entryOf(source as PartSource, route) } : entry,
      shared.context,
    )
  }
  return {
    pages,
    aliases: pages.flatMap(({ route, aliases }) =>
      aliases.map(({ from }) => ({ from, to: route })),
    ),
    steps: checkSiteInSteps({ ...shared, pages: made, detail, dates, ...given }),
  }
}
