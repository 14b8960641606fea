import { createShareCard, getShareTexts } from '../../images/site-images.ts'
import type { PageAssets } from '../../../renderer/document.tsx'
import type { HtmlChunk, SharedChunk } from '../../../renderer/html-chunks.ts'
import { getDataPath, notFoundRoute } from '../../../renderer/routes.ts'
import { getDocumentPath } from '../../../schema/util/route-paths.ts'
import { memoizeByObject } from '../../../schema/util/memoize-by-object.ts'
import { filterPageByMoment } from '../../../schema/resolve/filter-by-moment.ts'
import { summarizePage } from '../../../schema/resolve/page-summary.ts'
import { hasErrors, type ParsedFile, type Problem } from '../../../schema/problems/problem.ts'
import type { SourceFile, SourceLocation } from '../../../schema/problems/location.ts'
import { resolvePage } from '../../../schema/resolve/resolve-page.ts'
import type { ResolvedPage } from '../../../schema/resolve/page/page-types.ts'
import { shortHash } from '../../../schema/util/short-hash.ts'
import { createLazySource, findParsedFile, openFile } from '../../../schema/source/parse-file.ts'
import { asRecord } from '../../../schema/util/records.ts'
import type { Bundle } from '../bundle/load-renderer.ts'
import { UserError } from '../../shared/user-error.ts'
import { createFolders, writeOutputFile } from '../output/output-file.ts'
import type { createPageWeigher } from '../budgets/weigh-page.ts'
import type { PageEntry, PageInputs, PageRecord, PageOutcome, RenderJob } from './page-types.ts'
import { buildJsonLd } from '../../../renderer/json-ld/build-json-ld.ts'
import type { Page } from '../../../schema/merge/merge-sources.ts'
import { runPageRules } from '../../../schema/rules/index.ts'
import { createAddressPrinter, printSiteAddresses } from '../../../renderer/print-addresses.ts'
import type { Alias, SiteData } from '../../../schema/page-data.ts'
import { listAddressKeys } from '../../../schema/resolve/site/address-keys.ts'

/** What pages are made with. */
export type PageMaker = {
  inputs: PageInputs
  /** Left out when pages are only checked, or when the site has errors. */
  output?: {
    renderer: Bundle['renderer']
    folder: string
    assets: Bundle['assets']
    weigh: ReturnType<typeof createPageWeigher>
  }
}

/**
 * Makes the pages of a job. A page with an error is left out and the others are made, so that one
 * run reports every problem.
 * @returns the outcomes in the order of the job's pages
 * @throws UserError when the file has changed since it was read
 */
export function makePages(job: RenderJob, maker: PageMaker): PageOutcome[] {
  const { output } = maker
  const { path, file, pages } = job
  const entries = readEntries(job)
  if (output)
    createFolders(
      output.folder,
      // Special pages create their folders later, since one that is not used is not written.
      pages.flatMap(({ route, entry }) => (entry?.special ? [] : getDocumentPath(route))),
    )
  const source = {
    ...createLazySource(path, file),
    isLocatedLater: job.locatesLater,
    // An entry that no file holds has no lines here. `makeAllPages` locates its problems.
    ...(path === '' && { locate: () => ({ line: 1, column: 1, endColumn: 1, excerpt: '' }) }),
  }
  const outcomes: PageOutcome[] = []
  for (let from = 0; from < pages.length; from += batchSize) {
    const batch = pages.slice(from, from + batchSize)
    const made = makeBatch(
      batch.map((page, index) => ({ ...page, entry: entries[from + index]! })),
      source,
      maker,
    )
    for (const outcome of made) outcomes.push(outcome)
  }
  return outcomes
}

/** Adds the entries of a file that this process has parsed, so that a thread need not read it again. */
export function addKnownEntries(job: RenderJob): RenderJob {
  const source = job.path === '' ? undefined : findParsedFile(job.file, job.hash)?.source
  return source ? { ...job, entries: listEntries(source, job) } : job
}

function readEntries(job: RenderJob): PageEntry[] {
  const { path, file, hash, pages, entries } = job
  if (entries) return entries
  if (path === '') return pages.map(({ entry }) => entry!)
  const opened = openFile(path, file)
  if (opened.hash !== hash)
    throw new UserError(`${file} was changed while the site was being read. Run the command again.`)
  return listEntries(opened.source, job)
}

const listEntries = ({ value }: ParsedFile, { pages }: RenderJob): PageEntry[] => {
  const entries = asRecord(asRecord(value).pages)
  return pages.map(({ route }) => ({ raw: asRecord(entries[route]) }))
}

/**
 * Pages that take each step together: running one step for many pages in a row keeps its code in the
 * processor's cache. More pages at a time would only take more memory.
 */
const batchSize = 25

/** Makes up to `batchSize` pages. */
function makeBatch(
  batch: (RenderJob['pages'][number] & { entry: PageEntry })[],
  source: SourceFile,
  { inputs, output }: PageMaker,
): PageOutcome[] {
  const { context, placeNames } = inputs
  const asked = batch.map(
    ({ entry: { facts } }) =>
      new TrackedMap(facts ? new Map([...context.facts, ...facts]) : context.facts),
  )
  const shown = batch.map(({ route, entry: { raw, routeValues, special } }) => {
    const location: SourceLocation = { source, path: ['pages', route], target: 'key' }
    const page = { route, raw, location, routeValues, special }
    return filterPageByMoment(page, context.moment, context.schema)
  })
  const resolved = shown.map(({ page }, index) =>
    resolvePage(page, { ...context, facts: asked[index]! }),
  )
  const found = resolved.map((page, index) => {
    const { page: entry, problems } = shown[index]!
    return [...problems, ...checkPage(page, entry, inputs)]
  })
  const summaries = resolved.map((page, index) => {
    const {
      route: _,
      location: __,
      ...summary
    } = summarizePage(page, placeNames, batch[index]!.entry.routeValues, inputs.reportNotes)
    const days = shown[index]!.parts
    return {
      ...summary,
      ...(inputs.reportNotes && { jsonLdTypes: listJsonLdTypes(page, inputs) }),
      ...(days.length > 0 && { days }),
    }
  })
  const rendered = resolved.map((page, index) =>
    output && !hasErrors(found[index]!) ? renderPage(page, inputs, output) : undefined,
  )
  return batch.map(({ previousHash: last }, index): PageOutcome => {
    const [page, problems, summary, citedFacts, document] = [
      resolved[index]!,
      found[index]!,
      summaries[index]!,
      [...asked[index]!.requested],
      rendered[index],
    ]
    if (hasErrors(problems)) return { problems, summary, citedFacts }
    const known = { summary, pictures: page.findings.pictures }
    if (!output || !document)
      return { problems, summary, citedFacts, made: { ...known, filesHash: '' } }
    const { chunks, assets } = document
    const bytes = encodeChunks(chunks)
    const contents = listPageFiles(page, bytes, document)
    const filesHash = shortHash(
      contents.length === 1 ? bytes : Buffer.concat(contents.map(([, content]) => content)),
    )
    const made: PageRecord['result'] = {
      ...known,
      ...(inputs.drawsShareImages &&
        batch[index]!.entry.special !== 'notFound' && {
          shareCard: createShareCard(page, inputs.siteData!),
        }),
      filesHash,
    }
    // An unchanged file stays in the output.
    if (last !== filesHash) {
      const files = contents.map(([path, content]) => writeOutputFile(output.folder, path, content))
      made.output = {
        files,
        weight: output.weigh({
          ...{ chunks, bytes, assets },
          hasWidget: page.data.blocks.some(({ type }) => type === 'booking-widget'),
        }),
      }
    }
    return { problems, summary, citedFacts, made }
  })
}

/** Lists the types of what the structured data of a page describes: `Service`, `FAQPage`. */
function listJsonLdTypes(page: ResolvedPage, inputs: PageInputs): string[] {
  try {
    const types = getJsonLd(page, inputs).map((thing) => (thing as { '@type'?: unknown })['@type'])
    return [...new Set(types.map(String))]
  } catch {
    // A page that breaks the schema may lack any property.
    return []
  }
}

/** Lists the files of a page with their contents: the document and its data. */
function listPageFiles(
  { route }: ResolvedPage,
  bytes: Buffer,
  { json }: ReturnType<typeof renderPage>,
): [path: string, content: Buffer][] {
  const files: [string, Buffer][] = [[getDocumentPath(route), bytes]]
  if (json !== undefined) files.push([getDataPath(route), Buffer.from(json)])
  return files
}

/** A map that records which names were looked up. */
export class TrackedMap<T> extends Map<string, T> {
  readonly requested = new Set<string>()
  readonly #entries: Map<string, T>
  constructor(all: Map<string, T>) {
    super()
    this.#entries = all
  }
  override get(name: string): T | undefined {
    this.requested.add(name)
    return this.#entries.get(name)
  }
  override has(name: string): boolean {
    this.requested.add(name)
    return this.#entries.has(name)
  }
  override keys() {
    return this.#entries.keys()
  }
}

let scratchBuffer = Buffer.allocUnsafe(0)

/** Encodes a document in a shared buffer. @returns a view that is valid until the next call. */
function encodeChunks(chunks: HtmlChunk[]): Buffer {
  // A UTF-16 code unit takes at most three bytes.
  const most = chunks.reduce(
    (sum, piece) =>
      sum + (typeof piece === 'string' ? 3 * piece.length : getChunkBytes(piece).length),
    0,
  )
  if (scratchBuffer.length < most) scratchBuffer = Buffer.allocUnsafeSlow(2 * most)
  let length = 0
  for (const piece of chunks)
    length +=
      typeof piece === 'string'
        ? scratchBuffer.write(piece, length)
        : getChunkBytes(piece).copy(scratchBuffer, length)
  return scratchBuffer.subarray(0, length)
}

const getChunkBytes = memoizeByObject(({ html }: SharedChunk) => Buffer.from(html))

/**
 * Runs the page rules, structured data included, on one page.
 * @param entry as written
 */
export function checkPage(
  page: ResolvedPage,
  { raw, special }: Pick<Page, 'raw' | 'special'>,
  inputs: PageInputs,
): Problem[] {
  const { context, settings, siteData, reportNotes } = inputs
  return runPageRules(page, {
    schema: context.schema,
    statements: context.statements,
    raw: special ? {} : raw,
    settings,
    site: siteData,
    getJsonLd: (page) => getJsonLd(page, inputs),
    ...(inputs.drawsShareImages && { getShareTexts }),
    showsAlternatives: context.moment.everything,
    reportNotes,
  })
}

/** @property json the page's data, on a site with scripts. */
type RenderedPage = { chunks: HtmlChunk[]; assets: PageAssets; json?: string }

/** @throws UserError what a component throws, with its name and that of the page */
function renderPage(
  page: ResolvedPage,
  inputs: PageInputs,
  { renderer, assets }: Pick<Bundle, 'renderer' | 'assets'>,
): RenderedPage {
  const { site, print } = getPrintedSite(inputs)
  const data = print({ ...page.data, jsonLd: getJsonLd(page, inputs) })
  try {
    return {
      chunks: renderer.renderDocumentChunks(data, site!, assets),
      assets: renderer.getPageAssets(data, site!, assets),
      json: assets.scripts && JSON.stringify({ ...data, release: renderer.getRelease(assets) }),
    }
  } catch (error) {
    const { message, stack = '' } = error as Error
    const [, component] = /\n\s+at (?:exports\.)?([A-Z]\w*) \(/.exec(stack) ?? []
    const where = component === undefined ? '' : ` in the component ${component}`
    throw new UserError(`The page ${page.route} cannot be rendered. An error${where}: ${message}`)
  }
}

const jsonLdByPage = new WeakMap<ResolvedPage, object[]>()

/** Returns a page's structured data, which is both checked and rendered, so it is built once. */
export function getJsonLd(
  page: ResolvedPage,
  { siteData: site, business }: Pick<PageInputs, 'siteData' | 'business'>,
): object[] {
  // Search engines ignore the not-found page.
  if (!site || !business || page.route === notFoundRoute) return []
  const known = jsonLdByPage.get(page)
  if (known) return known
  const things = buildJsonLd(page, { site, business })
  jsonLdByPage.set(page, things)
  return things
}

type PrintData = <T>(data: T) => T

/**
 * Returns a site as visitors get it, and the function that prints the addresses in its pages.
 * Memoized, because the renderer caches by site what pages share.
 */
export const getPrintedSite: (inputs: Pick<PageInputs, 'siteData' | 'context' | 'settings'>) => {
  site: SiteData | undefined
  print: PrintData
} = memoizeByObject(({ siteData: site, context, settings }) => {
  if (!site) return { site, print: (data) => data }
  const print = createAddressPrinter({
    site,
    publicFiles: context.pictures.files,
    externalPaths: settings.externalPaths,
    keys: listAddressKeys(context.schema),
  })
  return { site: printSiteAddresses(site, print), print }
})

/** Prints where aliases lead to. Their own paths stay below the base path. */
export const printAliases = (aliases: Alias[], { print }: { print: PrintData }): Alias[] =>
  aliases.map(({ from, to }) => ({ from, to: print({ href: to }).href }))
