import { joinChunks } from '../../../renderer/html-chunks.ts'
import { getDataUrl } from '../../../renderer/routes.ts'
import type { RawPage } from '../../../schema/resolve/merge-sources.ts'
import { summarizePage, type PageSummary } from '../../../schema/resolve/page-summary.ts'
import { hasErrors } from '../../../schema/problems/problem.ts'
import { resolvePage } from '../../../schema/resolve/resolve-page.ts'
import type { SharedSite } from '../../../schema/resolve/resolve-site.ts'
import { runPageRules } from '../../../schema/rules/index.ts'
import { createShareCard } from '../../images/site-images.ts'
import type { Bundle } from '../bundle/bundle-types.ts'
import { describeAssetGroup, getDocumentPath, renderPage } from './make-pages.ts'
import { type SharedInput } from './page-types.ts'
import type { MadePages } from './page-types.ts'
import type { SiteFiles } from '../output/site-output.ts'
import { createPageWeigher, type ReadAsset } from '../budgets/measure-page.ts'

/** The pages that stand for planned routes, and the one for an address without a page. */
export type SpecialPages = Pick<
  MadePages,
  'problems' | 'pages' | 'shareCards' | 'pictures' | 'weights'
> & {
  notFound: PageSummary | undefined
}

type SpecialPagesInput = {
  shared: SharedSite
  input: SharedInput
  /** Left out while nothing is to be written. */
  output?: {
    files: SiteFiles
    bundled: Pick<Bundle, 'renderer' | 'assets'>
    /** A file that a page names. */
    readAsset: ReadAsset
  }
}

/** Few, and made of the settings. */
export function makeSpecialPages({ shared, input, output }: SpecialPagesInput): SpecialPages {
  const { context, schema, merged, placeNames } = shared
  const small: SpecialPages = {
    problems: [],
    pages: [],
    notFound: undefined,
    shareCards: [],
    pictures: [],
    weights: [],
  }
  const weigh = output && createPageWeigher(output.readAsset)
  const make = (entry: RawPage, planned: boolean): PageSummary => {
    const page = resolvePage(entry, context, planned)
    const problems = runPageRules(page, {
      schema,
      raw: {},
      settings: merged.settings,
      reportPlaceholders: input.reportPlaceholders,
    })
    small.problems.push(...problems)
    small.pictures.push(...page.findings.pictures)
    const summary = summarizePage(page, placeNames)
    if (!output || hasErrors(problems)) return summary
    const { files } = output
    const { pieces, json } = renderPage(page, input, output.bundled)
    const html = joinChunks(pieces)
    files.put(planned ? getDocumentPath(page.route) : '/404.html', html)
    if (json !== undefined) files.put(getDataUrl(page.route), json)
    if (planned)
      small.weights.push({
        route: page.route,
        ...weigh!({
          route: page.route,
          pieces,
          bytes: Buffer.from(html),
          ...describeAssetGroup(page),
        }),
      })
    if (planned && input.drawsShareImages)
      small.shareCards.push({ route: page.route, card: createShareCard(page, input.site!) })
    return summary
  }
  small.pages = shared.plannedPages.map((entry) => make(entry, true))
  small.notFound = shared.notFoundEntry && make(shared.notFoundEntry, false)
  return small
}
