import { cardOf } from '../images/site-images.ts'
import type { Card } from '../images/share-image.ts'
import { buildJsonLd } from '../../renderer/json-ld.ts'
import type { Piece, SharedPiece } from '../../renderer/pieces.ts'
import { dataUrlOf, notFoundRoute } from '../../renderer/routes.ts'
import type { MergedSite } from '../../schema/merge-sources.ts'
import type { LoadedSite, PictureFile, SiteData } from '../../schema/page-data.ts'
import { onceFor } from '../../schema/once-for.ts'
import { summarizePage, type PageSummary } from '../../schema/page-summary.ts'
import { hasErrors, type Problem } from '../../schema/problem.ts'
import { resolvePage, type PageContext, type ResolvedPage } from '../../schema/resolve-page.ts'
import { checkPage } from '../../schema/rules/index.ts'
import type { SourceFile } from '../../schema/parse-file.ts'
import { hashOfFile, listEntries, sourceOnDisk, type SitePart } from '../../schema/site-part.ts'
import type { Validator } from '../../schema/validate-file.ts'
import type { Bundle } from './bundle.ts'
import { openPages, type Entry } from './open-pages.ts'
import { makeFolders, writeInto, type Written } from './output-tree.ts'
import type { createScales, PageBurden, PageLoad } from './weigh-page.ts'

/** What the pages of a site share, as plain data: the same for all pages of one build. */
export type SharedInput = {
  context: PageContext
  site: SiteData | undefined
  business: LoadedSite['business']
  /** As they are written. */
  settings: MergedSite['settings']
  placeNames: string[]
  /** Whether a picture is drawn for each page. */
  draws: boolean
  /** See `PageRuleContext`. */
  placeholders?: boolean
}

/** A page to be made: its place among the entries, and the hash of its last look when that is still in the output. */
export type PageOrder = { route: string; index: number; known?: string }
/**
 * Pages of a file, or of a set: then `ofSet` says where their entries are kept. @property hash of what they are made of. @property state of the
 * file when it was hashed, where that can be told again: see `settledState`.
 */
export type PagesOrder = {
  path: string
  file: string
  hash: string
  state?: string
  pages: PageOrder[]
  ofSet?: { entries: string; chunk: number }
  /** Whether the file is to be checked first. */
  isUnchecked?: boolean
  /** Where the entries stand, if these are all pages of the file, and all that is in it: see `CutFile`. */
  bounds?: number[]
}

/** What came of a page; plain data, kept for the next build. `look` is empty and there are no files where nothing is written. */
export type MadePage<Load = PageLoad> = {
  summary: Omit<PageSummary, 'route' | 'place'>
  pictures: PictureFile[]
  card?: Card
  /** A hash of the document, and of its data where the application reads them. */
  look: string
  /** The files that were written, and their weight; left out when they would have come out the same. */
  output?: PageOutput<Load>
}

export type PageOutput<Load = PageLoad> = {
  files: Written[]
  weight: { html: PageBurden['html']; load: Load }
}

/** `made` is left out while something is wrong in the page. @property facts those that its texts ask for. */
export type PageOutcome = {
  problems: Problem[]
  summary: MadePage['summary']
  facts: string[]
  made?: MadePage
}

/** What came of an order, page by page; `isUnfit` where something is wrong in an unchecked file, of which nothing is made. */
export type Made = { outcomes: PageOutcome[]; isUnfit?: boolean; entries?: SitePart['pages'] }

export type PageMaker = {
  shared: SharedInput
  validate: Validator
  /** Undefined while nothing is to be written, since the site has errors. */
  output?: {
    folder: string
    renderer: Bundle['renderer']
    assets: Bundle['assets']
    weigh: ReturnType<typeof createScales>
  }
}

/**
 * Makes pages. An error in one of them leaves that page out and goes on, so that all is reported.
 * @throws Refusal when the file has been changed since the build began.
 */
export function makePages(order: PagesOrder, maker: PageMaker): Made {
  const { output } = maker
  const { path, file, pages } = order
  const reader = openPages(order, maker.validate)
  if (!reader) return unfit
  if (output)
    makeFolders(
      output.folder,
      pages.map(({ route }) => documentOf(route)),
    )
  const source = { ...sourceOnDisk(path, file), ...(order.ofSet && { locate: nowhere }) }
  const outcomes: PageOutcome[] = []
  for (let from = 0; from < pages.length; from += batchSize) {
    const entries = reader.read(from, Math.min(from + batchSize, pages.length))
    if (!entries) return unfit
    const batch = entries.map((entry, index) => ({ ...pages[from + index]!, entry }))
    for (const outcome of makeBatch(batch, source, maker)) outcomes.push(outcome)
  }
  // Entries that depend on one another are not known by their texts alone.
  const whole = order.isUnchecked ? reader.whole() : undefined
  return { outcomes, ...(whole && !whole.entryBytes && { entries: listEntries(whole) }) }
}

const unfit: Made = { outcomes: [], isUnfit: true }

/**
 * So many pages take each step together: a processor that does the same for many in a row is done in 0.85 of the time, since the
 * code of one step is at hand and that of all is not. With more, what they hold at a time is all that grows.
 */
const batchSize = 25

/** Makes pages whose entries are at hand, few at a time: see `batchSize`. */
export function makeBatch(
  batch: (PageOrder & { entry: Entry })[],
  source: SourceFile,
  { shared, output }: Omit<PageMaker, 'validate'>,
): PageOutcome[] {
  const { context, settings, placeholders, placeNames } = shared
  const asked = batch.map(
    ({ entry: { facts } }) =>
      new AskedNames(facts ? new Map([...context.facts, ...facts]) : context.facts),
  )
  const resolved = batch.map(({ route, entry: { raw } }, index) =>
    resolvePage(
      { raw, route, place: { source, path: ['pages', route], part: 'key' } },
      { ...context, facts: asked[index]! },
    ),
  )
  const found = resolved.map((page, index) =>
    checkPage(page, {
      schema: context.schema,
      raw: batch[index]!.entry.raw,
      settings,
      placeholders,
    }),
  )
  const summaries = resolved.map((page, index) => {
    const {
      route: _,
      place: __,
      ...summary
    } = summarizePage(page, placeNames, batch[index]!.entry.names)
    return summary
  })
  const rendered = resolved.map((page, index) =>
    output && !hasErrors(found[index]!) ? renderPage(page, shared, output) : undefined,
  )
  return batch.map(({ route, known: last }, index): PageOutcome => {
    const [page, problems, summary, facts, document] = [
      resolved[index]!,
      found[index]!,
      summaries[index]!,
      [...asked[index]!.asked],
      rendered[index],
    ]
    if (hasErrors(problems)) return { problems, summary, facts }
    const known = { summary, pictures: page.findings.pictures }
    if (!output || !document) return { problems, summary, facts, made: { ...known, look: '' } }
    const { pieces, json } = document
    const bytes = encode(pieces)
    const look = hashOfFile(json === undefined ? bytes : Buffer.concat([bytes, Buffer.from(json)]))
    const made: MadePage = {
      ...known,
      ...(shared.draws && { card: cardOf(page, shared.site!) }),
      look,
    }
    // What has come out the same stays where it is.
    if (last !== look) {
      const files = [writeInto(output.folder, documentOf(route), bytes)]
      if (json !== undefined) files.push(writeInto(output.folder, dataUrlOf(route), json))
      made.output = { files, weight: output.weigh({ route, pieces, bytes, ...describeKind(page) }) }
    }
    return { problems, summary, facts, made }
  })
}

/** Of a page of a set only the entry is known here: what is wrong in it is found once more where the template and the row are. */
const nowhere = () => ({ line: 1, column: 1, endColumn: 1, excerpt: '' })

/** A map that remembers which names it was asked for. */
class AskedNames<T> extends Map<string, T> {
  readonly asked = new Set<string>()
  readonly #all: Map<string, T>
  constructor(all: Map<string, T>) {
    super()
    this.#all = all
  }
  override get(name: string): T | undefined {
    this.asked.add(name)
    return this.#all.get(name)
  }
  override has(name: string): boolean {
    this.asked.add(name)
    return this.#all.has(name)
  }
  override keys() {
    return this.#all.keys()
  }
}

/** Where the document of a route lies: /pricing → /pricing/index.html. */
export const documentOf = (route: string) => `${route === '/' ? '' : route}/index.html`

/** `json` is left out where no application reads it. */
type RenderedPage = { pieces: Piece[]; json?: string }

/** @throws what a component throws, with the route. */
export function renderPage(
  page: ResolvedPage,
  { site, business }: SharedInput,
  { renderer, assets }: Pick<Bundle, 'renderer' | 'assets'>,
): RenderedPage {
  // What is not there is nothing to tell search engines of.
  const data =
    site && business && page.route !== notFoundRoute
      ? { ...page.data, jsonLd: buildJsonLd(page, { site, business }) }
      : page.data
  try {
    return {
      pieces: renderer.renderPieces(data, site!, assets),
      json: assets.scripts && JSON.stringify(data),
    }
  } catch (error) {
    throw new Error(`Rendering ${page.route} failed: ${(error as Error).message}`, { cause: error })
  }
}

let room = Buffer.allocUnsafe(0)

/** @returns a document as UTF-8, until the next one: a place for all takes half the time of a place for each. */
function encode(pieces: Piece[]): Buffer {
  // No sign of a text takes more than three bytes.
  const most = pieces.reduce(
    (sum, piece) => sum + (typeof piece === 'string' ? 3 * piece.length : bytesOf(piece).length),
    0,
  )
  if (room.length < most) room = Buffer.allocUnsafeSlow(2 * most)
  let length = 0
  for (const piece of pieces)
    length +=
      typeof piece === 'string' ? room.write(piece, length) : bytesOf(piece).copy(room, length)
  return room.subarray(0, length)
}

const bytesOf = onceFor(({ html }: SharedPiece) => Buffer.from(html))

/** Documents of the same blocks name the same scripts, typefaces and stylesheets. */
export function describeKind({ data: { browser, blocks } }: ResolvedPage): {
  kind: string
  hasWidget: boolean
} {
  const types = new Set<string>(blocks.map(({ type }) => type))
  return {
    kind: [JSON.stringify(browser), ...types].join(' '),
    hasWidget: types.has('booking-widget'),
  }
}
