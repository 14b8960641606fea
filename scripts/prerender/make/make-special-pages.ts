import { joinChunks } from '../../../renderer/html-chunks.ts'
import { getDataPath } from '../../../renderer/routes.ts'
import type { RawPage } from '../../../schema/resolve/merge-sources.ts'
import { summarizePage, type PageSummary } from '../../../schema/resolve/page-summary.ts'
import { hasErrors } from '../../../schema/problems/problem.ts'
import { getDocumentPath } from '../../../schema/resolve/route-paths.ts'
import type { Problem } from '../../../schema/problems/types.ts'
import { resolvePage } from '../../../schema/resolve/resolve-page.ts'
import type { SharedSite } from '../../../schema/resolve/resolve-site.ts'
import { createShareCard, type PageShareCard } from '../../images/site-images.ts'
import type { Bundle } from '../bundle/load-renderer.ts'
import type { PageDocument } from '../documents/read-document.ts'
import { readPageDocument, type DocumentRenderer } from '../documents/page-document.ts'
import { checkPage, renderPage } from './check-and-render.ts'
import { describeAssetGroup } from './make-pages.ts'
import type { PageWeight } from '../budgets/page-weight.ts'
import type { PictureFile } from '../../../schema/page-data.ts'
import type { PageInputs } from './page-types.ts'
import type { SiteOutput } from '../output/site-output.ts'
import { createPageWeigher, type ReadAsset } from '../budgets/measure-page.ts'

/** Pages made from the settings: one for each planned route, and the not-found page. */
export type SpecialPages = {
  problems: Problem[]
  pages: PageSummary[]
  shareCards: PageShareCard[]
  pictures: PictureFile[]
  weights: PageWeight[]
  notFound: PageSummary | undefined
  /** See `SharedSite.unusedPlannedEntry`. */
  unusedPlanned?: PageSummary
  /** By route, if they are read. */
  documents: Map<string, PageDocument>
}

export const createSpecialPages = (): SpecialPages => ({
  problems: [],
  pages: [],
  notFound: undefined,
  shareCards: [],
  pictures: [],
  weights: [],
  documents: new Map(),
})

type SpecialPagesInput = {
  shared: SharedSite
  inputs: PageInputs
  /** Left out when nothing is written. */
  output?: {
    files: SiteOutput
    bundled: Pick<Bundle, 'renderer' | 'assets'>
    /** Reads a file that a page loads. */
    readAsset: ReadAsset
  }
  /** See `PageMaker`. */
  reads?: DocumentRenderer
}

/** Makes the pages that come from the settings. */
export function makeSpecialPages({
  shared,
  inputs,
  output,
  reads,
}: SpecialPagesInput): SpecialPages {
  const { context, placeNames } = shared
  const special = createSpecialPages()
  const weigh = output && createPageWeigher(output.readAsset)
  const make = (entry: RawPage, planned: boolean): PageSummary => {
    const page = resolvePage(entry, context, planned)
    const problems = checkPage(page, {}, inputs)
    special.problems.push(...problems)
    special.pictures.push(...page.findings.pictures)
    const summary = summarizePage(page, placeNames, undefined, inputs.reportNotes)
    const read = reads && readPageDocument(page, inputs, reads)
    if (read) special.documents.set(page.route, read)
    if (!output || hasErrors(problems)) return summary
    const { files } = output
    const { chunks, json } = renderPage(page, inputs, output.bundled)
    const html = joinChunks(chunks)
    files.put(planned ? getDocumentPath(page.route) : '/404.html', html)
    if (json !== undefined) files.put(getDataPath(page.route), json)
    if (planned)
      special.weights.push({
        route: page.route,
        ...weigh!({
          route: page.route,
          chunks,
          bytes: Buffer.from(html),
          ...describeAssetGroup(page),
        }),
      })
    if (planned && inputs.drawsShareImages)
      special.shareCards.push({ route: page.route, card: createShareCard(page, inputs.site!) })
    return summary
  }
  special.pages = shared.plannedPages.map((entry) => make(entry, true))
  // All planned pages come from one entry, so each of them has the mistakes in it.
  special.problems = dropSameLocations(special.problems)
  special.notFound = shared.notFoundEntry && make(shared.notFoundEntry, false)
  if (shared.unusedPlannedEntry) {
    const page = resolvePage(shared.unusedPlannedEntry, context, true)
    special.problems.push(...checkPage(page, {}, inputs))
    special.unusedPlanned = summarizePage(page, placeNames)
  }
  return special
}

function dropSameLocations(problems: Problem[]): Problem[] {
  const toKey = ({ code, line, column }: Problem) => `${code} ${line}:${column}`
  return [...new Map(problems.toReversed().map((problem) => [toKey(problem), problem])).values()]
}
