import { getSimilarityLimit } from '../../../schema/rules/similarity.ts'
import type { SharedSite } from '../../../schema/resolve/resolve-site.ts'
import { shortHash } from '../../../schema/util/short-hash.ts'
import type { SourceSummary } from '../../../schema/source/source-summary.ts'
import type { BuildCache } from './build-cache.ts'
import type { SimilarityRecord, PageRecord } from './records.ts'
import type { MadePages } from '../make/made-pages.ts'
import type { LoadedSource } from '../read/loaded-source.ts'
import type { SiteOutput } from '../output/site-output.ts'
import type { FileStateRecords } from '../read/file-states.ts'
import type { SimilarPages } from '../../../schema/rules/types.ts'

/** @property last the similar pages of the build before. */
export type RecordsToSave = ComparedPages & {
  cache: BuildCache
  files: SiteOutput
  sources?: FileStateRecords
  early?: IncrementalRecords
}

/** Caches what the next build of the whole site can reuse. */
export async function saveRecords({
  cache,
  files,
  sources,
  early,
  ...compared
}: RecordsToSave): Promise<void> {
  await saveSourceRecords(cache, compared.parts, compared.made, early)
  saveSimilarity(cache, compared)
  cache.writeOutputFiles(files.files)
  if (sources) cache.writeFileStates(sources)
}

/**
 * Caches the records of new sources while other pages are still being made, so that a failed build
 * loses little. A record counts only while the page's files are in the output, too.
 */
export class IncrementalRecords {
  readonly #cache: BuildCache
  readonly #new: Map<string, SourceSummary>
  readonly #written = new Set<SourceSummary>()

  constructor(cache: BuildCache, sources: LoadedSource[]) {
    this.#cache = cache
    this.#new = new Map(
      sources.flatMap(({ summary, pages, records }) =>
        pages.length > 0 && Object.keys(records).length === 0 ? [[summary.file, summary]] : [],
      ),
    )
  }

  write(file: string, recordsOf: MadePages['recordsOf']): void {
    const summary = this.#new.get(file)
    if (!summary) return
    this.#cache.writeSource({ summary, pages: recordsOf(summary) })
    this.#written.add(summary)
  }

  has(source: SourceSummary): boolean {
    return this.#written.has(source)
  }
}

/** Caches each changed source with the records of its pages. */
export async function saveSourceRecords(
  cache: BuildCache,
  sources: LoadedSource[],
  made: MadePages,
  early?: IncrementalRecords,
): Promise<void> {
  for (const { summary, pages, records, isNew } of sources) {
    if (early?.has(summary)) continue
    // An unchanged source is cached already.
    const isKnown =
      pages.length === Object.keys(records).length &&
      pages.every(([route]) => !made.changedRoutes.has(route) && Object.hasOwn(records, route))
    if (isNew || !isKnown) cache.writeSource({ summary, pages: made.recordsOf(summary) })
  }
  await cache.prune(sources.map(({ summary }) => summary))
}

type ComparedPages = {
  parts: LoadedSource[]
  shared: SharedSite
  made: MadePages
  alike: SimilarPages[]
  last?: SimilarityRecord
}

function saveSimilarity(
  cache: BuildCache,
  { parts, shared, made, alike, last }: ComparedPages,
): void {
  const id = hashRecords(parts.map(({ summary }) => made.recordsOf(summary)))
  if (id !== last?.id)
    cache.writeSimilarity({
      id,
      limit: getSimilarityLimit(shared.merged),
      pairs: toSimilarityPairs(alike),
    })
}

export const toSimilarityPairs = (alike: SimilarPages[]): SimilarityRecord['pairs'] =>
  alike.map(({ page, other, percentage }) => [page.route, other.route, percentage])

/** One hash of the records of all pages. */
export const hashRecords = (records: Record<string, PageRecord>[]) =>
  shortHash(
    records
      .flatMap((pages) => Object.entries(pages).map(([route, { key }]) => `${route} ${key}`))
      .join('\n'),
  )
