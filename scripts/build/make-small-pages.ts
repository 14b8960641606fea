import { joinPieces } from '../../renderer/pieces.ts'
import { dataUrlOf } from '../../renderer/routes.ts'
import type { RawPage } from '../../schema/merge-sources.ts'
import { summarizePage, type PageSummary } from '../../schema/page-summary.ts'
import { hasErrors } from '../../schema/problem.ts'
import { resolvePage } from '../../schema/resolve-page.ts'
import type { SharedSite } from '../../schema/resolve-site.ts'
import { checkPage } from '../../schema/rules/index.ts'
import { cardOf } from '../images/site-images.ts'
import type { Bundle } from './bundle.ts'
import { describeKind, documentOf, renderPage, type SharedInput } from './make-pages.ts'
import type { MadeSite } from './make-site.ts'
import type { SiteOutput } from './site-output.ts'
import { createScales, type ReadAsset } from './weigh-page.ts'

/** The pages that stand for planned routes, and the one for an address without a page. */
export type SmallPages = Pick<MadeSite, 'problems' | 'pages' | 'cards' | 'pictures' | 'weights'> & {
  notFound: PageSummary | undefined
}

type Input = {
  shared: SharedSite
  input: SharedInput
  /** Left out while nothing is to be written. */
  output?: {
    files: SiteOutput
    bundled: Pick<Bundle, 'renderer' | 'assets'>
    /** A file that a page names. */
    readAsset: ReadAsset
  }
}

/** Few, and made of the settings. */
export function makeSmallPages({ shared, input, output }: Input): SmallPages {
  const { context, schema, merged, placeNames } = shared
  const small: SmallPages = {
    problems: [],
    pages: [],
    notFound: undefined,
    cards: [],
    pictures: [],
    weights: [],
  }
  const weigh = output && createScales(output.readAsset)
  const make = (entry: RawPage, planned: boolean): PageSummary => {
    const page = resolvePage(entry, context, planned)
    const problems = checkPage(page, {
      schema,
      raw: {},
      settings: merged.settings,
      placeholders: input.placeholders,
    })
    small.problems.push(...problems)
    small.pictures.push(...page.findings.pictures)
    const summary = summarizePage(page, placeNames)
    if (!output || hasErrors(problems)) return summary
    const { files } = output
    const { pieces, json } = renderPage(page, input, output.bundled)
    const html = joinPieces(pieces)
    files.put(planned ? documentOf(page.route) : '/404.html', html)
    if (json !== undefined) files.put(dataUrlOf(page.route), json)
    if (planned)
      small.weights.push({
        route: page.route,
        ...weigh!({ route: page.route, pieces, bytes: Buffer.from(html), ...describeKind(page) }),
      })
    if (planned && input.draws)
      small.cards.push({ route: page.route, card: cardOf(page, input.site!) })
    return summary
  }
  small.pages = shared.planned.map((entry) => make(entry, true))
  small.notFound = shared.notFoundEntry && make(shared.notFoundEntry, false)
  return small
}
