import { getSimilarityLimit, type SimilarPages } from '../../../schema/rules/similarity.ts'
import type { SharedSite } from '../../../schema/resolve/resolve-site.ts'
import { shortHash, type SourceSummary } from '../../../schema/source/source-summary.ts'
import type { BuildCache } from './build-cache.ts'
import type { SimilarityRecord, PageRecord } from './records.ts'
import type { MadePages } from '../make/page-types.ts'
import type { LoadedSource } from '../read/loaded-source.ts'
import type { SiteFiles } from '../output/site-output.ts'
import type { FileStateRecords } from '../read/file-states.ts'

/** What a build of a whole site leaves for the next one. @property last which pages said the same before. */
export type RecordsToSave = ComparedPages & {
  cache: BuildCache
  files: SiteFiles
  sources?: FileStateRecords
  early?: IncrementalRecords
}

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
 * Writes what is known of files while the pages of others are made: of files of which nothing was known, so that nothing is lost
 * where the build fails. A page is never taken for made because of its record alone, but where its files are in the output as well.
 */
export class IncrementalRecords {
  readonly #cache: BuildCache
  readonly #new: Map<string, SourceSummary>
  readonly #written = new Set<SourceSummary>()

  constructor(cache: BuildCache, parts: LoadedSource[]) {
    this.#cache = cache
    this.#new = new Map(
      parts.flatMap(({ summary, pages, records }) =>
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

  has(part: SourceSummary): boolean {
    return this.#written.has(part)
  }
}

/** Leaves for the next build what this one knows of each file and its pages. */
export async function saveSourceRecords(
  cache: BuildCache,
  parts: LoadedSource[],
  made: MadePages,
  early?: IncrementalRecords,
): Promise<void> {
  for (const { summary, pages, records, isNew } of parts) {
    if (early?.has(summary)) continue
    // A file of which nothing has changed is known as it is.
    const isKnown =
      pages.length === Object.keys(records).length &&
      pages.every(([route]) => !made.changedRoutes.has(route) && Object.hasOwn(records, route))
    if (isNew || !isKnown) cache.writeSource({ summary, pages: made.recordsOf(summary) })
  }
  await cache.prune(parts.map(({ summary }) => summary))
}

type ComparedPages = {
  parts: LoadedSource[]
  shared: SharedSite
  made: MadePages
  alike: SimilarPages[]
  last?: SimilarityRecord
}

/** Leaves for the next build which pages say the same. */
function saveSimilarity(
  cache: BuildCache,
  { parts, shared, made, alike, last }: ComparedPages,
): void {
  const id = hashRecords(parts.map(({ summary }) => made.recordsOf(summary)))
  if (id !== last?.id)
    cache.writeSimilarity({
      id,
      limit: getSimilarityLimit(shared.merged),
      pairs: toSimilarRoutes(alike),
    })
}

export const toSimilarRoutes = (alike: SimilarPages[]): SimilarityRecord['pairs'] =>
  alike.map(({ page, other, percentage }) => [page.route, other.route, percentage])

/** What is known of all pages, in one hash. */
export const hashRecords = (records: Record<string, PageRecord>[]) =>
  shortHash(
    records
      .flatMap((pages) => Object.entries(pages).map(([route, { key }]) => `${route} ${key}`))
      .join('\n'),
  )
