import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkRecordedDates } from '../../../schema/rules/dates.ts'
import type { PageData } from '../../../schema/page-data.ts'
import type { ContentDates } from '../../../schema/source/content-dates.ts'
import { getDocumentPath } from '../../../schema/resolve/route-paths.ts'
import { listPageImages } from '../../images/site-images.ts'
import type { Bundle } from '../bundle/bundle-types.ts'
import type { BuildCache } from '../cache/build-cache.ts'
import { toDictionary } from '../cache/intern.ts'
import { checkTranslations, updateTranslations } from '../cache/known-translations.ts'
import { packWeights, unpackWeights } from '../cache/packed-parts.ts'
import type { Snapshot } from '../cache/snapshot.ts'
import type { SharedInput } from '../make/page-types.ts'
import { drawMissingImages } from '../output/draw-images.ts'
import type { OutputWriter } from '../output/output-writer.ts'
import { renderSitemaps } from '../output/render-sitemaps.ts'
import { updateSearchIndex } from '../output/search-index.ts'
import { joinListingPaths, splitListingPaths, type OutputListing } from '../output/scan-folder.ts'
import { SiteOutput } from '../output/site-output.ts'
import { createFileCheck } from '../output/stage-output.ts'
import type { WrittenFile } from '../output/output-file.ts'
import type { BodyEdits } from './find-body-edits.ts'
import { areDistinct, makeBodyEdits, type MadeEdits } from './make-body-edits.ts'
import type { Update } from './update-types.ts'

type BodyUpdate = {
  site: string
  out: string
  snapshot: Snapshot
  edits: BodyEdits
  shared: SharedInput
  dates: ContentDates
  cache: BuildCache
  getBundle: () => Promise<Bundle>
  openWriter: () => Promise<OutputWriter>
  /** Resolves to false when somebody else has changed the output. */
  isOutputUnchanged: () => Promise<boolean>
}

/**
 * Updates the pages of a few edited bodies, and what follows from them alone: their share images,
 * their dates, and what visitors can find in them. Nothing else is read or checked, since nothing
 * else can differ.
 * @returns undefined, with the output as it was, when the edit turns out to affect other pages.
 */
export async function updateBodies(
  update: BodyUpdate,
): Promise<{ update: Update; snapshot: Snapshot; records: MadeEdits['records'] } | undefined> {
  const { site, out, snapshot, edits, shared, dates, cache } = update
  const writer = await update.openWriter()
  try {
    const made = await makeEdits(update, writer.folder)
    const isDone = made && areDistinct(snapshot, made.records) && (await update.isOutputUnchanged())
    if (!isDone) {
      await writer.discard()
      return undefined
    }
    const pages = replaceContentHashes(snapshot, made.records)
    const files = new SiteOutput(createFileCheck(out), writer.folder, await readFiles(update, made))
    if (!dates.isEmpty) renderDatedFiles(pages, dates, shared, files)
    const listing = updateSearch(update, made, pages, writer.folder, files)
    const images = (onCacheMiss: () => void) =>
      listPageImages({ dir: site, cards: made.shareCards, pictures: [], onCacheMiss })
    const imagesCreated = await drawMissingImages(images, files)
    const written = [...made.written, ...Object.values(files.files).map((file) => file.written)]
    const fresh = new Set([...made.written.map(({ path }) => path), ...files.written])
    const paths = splitListingPaths(listing)
    if ([...fresh].some((path) => !paths.includes(path))) {
      await writer.discard()
      return undefined
    }
    if (fresh.size === 0) await writer.discard()
    else if (fresh.size === 1) writer.replaceFile([...fresh][0]!)
    else
      await writer.commit(
        paths.filter((path) => !fresh.has(path)),
        [...fresh],
      )
    const next = replaceInSnapshot({ ...snapshot, files: listing }, edits, made, written, pages)
    await saveEdits(cache, edits, made, files, next.snapshot)
    const mainFile = snapshot.sources[0]!.file
    return {
      records: made.records,
      snapshot: next.snapshot,
      update: {
        problems: [
          ...snapshot.problems,
          ...next.snapshot.pageProblems.flatMap(([, problems]) => problems),
          ...checkRecordedDates(pages, dates, mainFile),
          ...checkTranslations(next.snapshot.translations),
        ],
        pageCount: pages.length,
        written: [...fresh],
        bytes: next.bytes,
        imagesCreated,
        weights: next.weights,
      },
    }
  } catch (error) {
    await writer.discard()
    throw error
  }
}

async function makeEdits(
  { site, edits, shared, getBundle }: BodyUpdate,
  folder: string,
): Promise<MadeEdits | undefined> {
  if (edits.files.every(({ pages }) => pages.length === 0))
    return { records: new Map(), written: [], shareCards: [] }
  const target = { folder, bundle: await getBundle(), publicDir: join(site, 'public') }
  return makeBodyEdits(edits.files, shared, target)
}

/** The records of the output files that are not pages, if one of them may change. */
const readFiles = ({ cache, dates }: BodyUpdate, { shareCards }: MadeEdits) =>
  dates.isEmpty && shareCards.length === 0 ? {} : cache.readOutputFiles()

type SnapshotPage = {
  route: string
  head: Pick<PageData['head'], 'canonical' | 'alternates'>
  indexed: boolean
  contentHash: string
}

function replaceContentHashes({ pages }: Snapshot, records: MadeEdits['records']): SnapshotPage[] {
  return pages.routes.map((route, index) => ({
    route,
    head: { canonical: pages.canonical[index]!, alternates: pages.alternates.get(route) },
    indexed: pages.indexed[index]!,
    contentHash: records.get(route)?.result.summary.meta.contentHash ?? pages.contentHash[index]!,
  }))
}

/** An edited page loses its recorded date, which only the sitemap shows. */
function renderDatedFiles(
  pages: SnapshotPage[],
  dates: ContentDates,
  { site }: SharedInput,
  files: SiteOutput,
): void {
  const listed = pages.map(({ route, head, indexed, contentHash }) => ({
    data: { head },
    meta: { indexed, lastmod: dates.findDate(route, contentHash) },
  }))
  for (const { path, content } of renderSitemaps(listed, site!)) files.put(path, content)
}

/** @returns the files of the output, in which the list of what visitors can find has a new name. */
function updateSearch(
  { out, snapshot }: BodyUpdate,
  { written }: MadeEdits,
  pages: SnapshotPage[],
  folder: string,
  files: SiteOutput,
): OutputListing {
  const { files: listing, hasSearch } = snapshot
  if (!hasSearch || written.length === 0) return listing
  const paths = new Set(written.map(({ path }) => path))
  const readEdited = (route: string) => {
    const path = getDocumentPath(route)
    return paths.has(path) ? readFileSync(join(folder, path), 'utf8') : undefined
  }
  const listed = pages.map(({ route, indexed }) => ({ route, meta: { indexed } }))
  const replaced = updateSearchIndex(listed, out, readEdited, files)
  if (!replaced) return listing
  const rename = (path: string) => (path === replaced.from ? replaced.to : path)
  return { ...listing, paths: joinListingPaths(splitListingPaths(listing).map(rename)) }
}

function replaceInSnapshot(
  snapshot: Snapshot,
  { sources }: BodyEdits,
  { records }: MadeEdits,
  written: WrittenFile[],
  pages: SnapshotPage[],
) {
  const { files } = snapshot
  const indexes = new Map(splitListingPaths(files).map((path, index) => [path, index]))
  for (const { path, size, modifiedMs } of written) {
    const index = indexes.get(path)!
    files.sizes[index] = size
    files.modifiedMs[index] = modifiedMs
  }
  const weights = unpackWeights(snapshot.weights).map((weight) => {
    const output = records.get(weight.route)?.result.output
    return output ? { route: weight.route, ...output.weight } : weight
  })
  const contentHash = pages.map((page) => page.contentHash)
  const translations = updateTranslations(
    snapshot.translations,
    (route) => records.get(route)?.result.summary.meta,
  )
  const pageProblems = new Map(snapshot.pageProblems)
  for (const [route, { problems }] of records) {
    if (problems) pageProblems.set(route, problems)
    else pageProblems.delete(route)
  }
  return {
    weights,
    bytes: files.sizes.reduce((sum, size) => sum + size, 0),
    snapshot: {
      ...snapshot,
      sources,
      pageProblems: [...pageProblems],
      weights: packWeights(weights),
      pages: { ...snapshot.pages, contentHash },
      translations,
    },
  }
}

async function saveEdits(
  cache: BuildCache,
  { files: edited }: BodyEdits,
  { records }: MadeEdits,
  files: SiteOutput,
  snapshot: Snapshot,
): Promise<void> {
  for (const { summary, record } of edited) {
    const pages = Object.entries(record.pages).map(
      ([route, page]) => [route, records.get(route) ?? page] as const,
    )
    cache.writeSource({ summary, pages: toDictionary(pages) })
  }
  if (Object.keys(files.files).length > 0) await cache.updateOutputFiles(files.files)
  cache.writeSnapshot(snapshot)
}
