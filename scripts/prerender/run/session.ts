import { realpath } from 'node:fs/promises'
import { join, basename, dirname, sep } from 'node:path'
import type { PictureInfo } from '../../../schema/source/pictures.ts'
import { listPublicFiles, type PublicFolder } from '../../../schema/source/list-public-files.ts'
import { isUnsaved } from '../../../schema/source/text/source-bytes.ts'
import type { SiteEdition } from '../../../schema/site-edition.ts'
import type { MergedSite } from '../../../schema/resolve/merge-sources.ts'
import { getSimilarityLimit } from '../../../schema/rules/similarity.ts'
import type { KnownSimilarity, SimilarPages } from '../../../schema/rules/types.ts'
import type { RowFileCache } from '../../../schema/sets/read-row-files.ts'
import { shortHash } from '../../../schema/util/short-hash.ts'
import { readWhenSaved } from '../../watch/saved-files.ts'
import type { SimilarityRecord, FileStateRecords, KnownSources } from '../cache/build-cache.ts'
import type { MadePages } from '../make/make-all-pages.ts'
import { planPages, type PagePlan } from '../make/plan-pages.ts'
import type { FileCheck } from '../output/output-file.ts'
import { KnownFiles, type SiteSource } from '../read/site-source.ts'
import { loadSiteInput, type MissingSite, type SiteInput } from '../read/load-site-input.ts'
import { createWorkerPool } from '../workers/worker-pool.ts'

export type SessionOptions = {
  /** The site's folder. */
  site: string
  edition?: SiteEdition
  /** What earlier processes left; nothing when left out. */
  known?: KnownSources & {
    readFileStates?(): FileStateRecords | undefined
    readSimilarity?(): SimilarityRecord | undefined
  }
  /** Hashes the content of each page, even if no date is recorded yet. */
  recordsDates?: boolean
  /** Whether problems get a `pendingLocation`, for `locatePrintedProblems`. */
  locatesLater?: boolean
  /** Reports notes, too. */
  reportNotes?: boolean
}

/** What a process knows of a site between two runs. `run` brings it up to date. */
export class Session {
  readonly options: SessionOptions
  readonly pool = createWorkerPool()
  readonly #files: KnownFiles
  #publicFolder: PublicFolder | undefined
  readonly #pictures = new Map<string, PictureInfo | undefined>()
  readonly #rows: RowFileCache = new Map()
  #similarity: Omit<KnownSimilarity, 'changed'> | undefined
  /** Routes of the pages that have changed since the similarity was measured. */
  readonly #changedRoutes = new Set<string>()

  constructor(options: SessionOptions) {
    this.options = options
    this.#files = new KnownFiles({ ...options, pool: this.pool })
  }

  /**
   * Reads the site as it is now.
   * @param changed paths of files and folders that may differ from the last read. Everything may
   * when left out.
   * @param onSettings called with the raw settings of the site as soon as they are read
   */
  async read(
    changed?: Iterable<string>,
    onSettings?: (settings: Record<string, unknown>) => void,
  ): Promise<SiteInput | MissingSite> {
    if (!changed) return this.#read(onSettings)
    const paths = await resolveLinks(changed)
    const publicDir = join(await realpath(this.options.site), 'public')
    const isPublic = (path: string) => path === publicDir || isBelow(path, publicDir)
    if ([...paths].some(isPublic) || includesPath(paths, publicDir)) {
      this.#publicFolder = undefined
      this.#pictures.clear()
    }
    const onDisk = [...paths].filter((path) => !isUnsaved(path))
    return readWhenSaved(onDisk, () => this.#read(onSettings))
  }

  async #read(onSettings?: (settings: Record<string, unknown>) => void) {
    const { site, edition, recordsDates, reportNotes } = this.options
    this.#publicFolder ??= listPublicFiles(site)
    const input = await loadSiteInput({
      dir: site,
      edition,
      recordsDates,
      files: this.#files,
      onSettings,
      publicFolder: this.#publicFolder,
      pictures: this.#pictures,
      rows: this.#rows,
      reportNotes,
    })
    if (input.sources) this.#files.keep(input.sources)
    return input
  }

  /** The state of the files that were read last, for the next process. */
  get fileStates(): FileStateRecords | undefined {
    return this.#files.states
  }

  /** @param current the output, if pages whose files are not in it must be made again. */
  plan(
    { sources, shared: { merged }, pageInputs }: SiteInput,
    filter: (route: string) => boolean,
    current?: FileCheck,
  ): PagePlan {
    const { locatesLater } = this.options
    return planPages({ sources, merged, inputs: pageInputs, filter, out: current, locatesLater })
  }

  /** Returns the similar pages that were found before, if all changes since then are known. */
  getKnownSimilarity({ sources }: SiteInput, made: MadePages): KnownSimilarity | undefined {
    if (this.#similarity)
      return {
        ...this.#similarity,
        changed: new Set([...this.#changedRoutes, ...made.changedRoutes]),
      }
    const last = this.options.known?.readSimilarity?.()
    const isSame = last?.id === hashRecordKeys(sources.map(({ records }) => records))
    return last && isSame ? { ...last, changed: made.changedRoutes } : undefined
  }

  /**
   * Takes over the pages of a run: from now on, pages are compared with these.
   * @param similarPages left out if they were not compared
   */
  accept({ sources, shared }: SiteInput, made: MadePages, similarPages?: SimilarPages[]): void {
    for (const route of made.changedRoutes) this.#changedRoutes.add(route)
    if (similarPages) {
      this.#similarity = describeSimilarity(shared.merged, similarPages)
      this.#changedRoutes.clear()
    }
    for (const source of sources) {
      const { pages } = source.summary
      if (!source.isNew && !pages.some(([route]) => made.changedRoutes.has(route))) continue
      const records = made.recordsOf(source.summary)
      source.isNew &&= Object.keys(records).length < pages.length
      source.records = source.isNew ? { ...source.records, ...records } : records
    }
  }
}

/** What the next process can know of the pages that are similar. */
export const toSimilarityRecord = (
  { sources, shared }: SiteInput,
  made: MadePages,
  similarPages: SimilarPages[],
): SimilarityRecord => ({
  id: hashRecordKeys(sources.map(({ summary }) => made.recordsOf(summary))),
  ...describeSimilarity(shared.merged, similarPages),
})

const describeSimilarity = (merged: MergedSite, similarPages: SimilarPages[]) => ({
  limit: getSimilarityLimit(merged),
  pairs: similarPages.map(({ page, other, percentage }): SimilarityRecord['pairs'][number] => [
    page.route,
    other.route,
    percentage,
  ]),
})

/** One hash of the keys of all page records. */
const hashRecordKeys = (records: SiteSource['records'][]): string =>
  shortHash(
    records
      .flatMap((pages) => Object.entries(pages).map(([route, { key }]) => `${route} ${key}`))
      .join('\n'),
  )

export const isBelow = (path: string, folder: string) => path.startsWith(folder + sep)

/** Whether a file, or a folder above it, has changed. */
const includesPath = (changed: Set<string>, path: string) =>
  changed.has(path) || [...changed].some((folder) => isBelow(path, folder))

/** Resolves symbolic links. If a file is gone, resolves its folder. */
async function resolveLinks(paths: Iterable<string>): Promise<Set<string>> {
  const resolveGone = async (path: string) =>
    join(await realpath(dirname(path)).catch(() => dirname(path)), basename(path))
  const resolved = [...paths].map((path) => realpath(path).catch(() => resolveGone(path)))
  return new Set(await Promise.all(resolved))
}
