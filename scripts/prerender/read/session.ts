import { statSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { limitFunction } from 'p-limit'
import { basename, dirname, join } from 'node:path'
import type { Problem } from '../../../schema/problems/problem.ts'
import type { KnownSimilarity, SimilarPages } from '../../../schema/rules/types.ts'
import type { RowFileCache } from '../../../schema/sets/read-row-files.ts'
import type { Edition } from '../../../schema/resolve/resolve-site.ts'
import { findActiveFiles } from '../../../schema/source/active-files/find-active-files.ts'
import { listPublicFiles, type PublicFolder } from '../../../schema/source/list-public-files.ts'
import type { PictureInfo } from '../../../schema/source/pictures.ts'
import type { ReadSource } from '../../../schema/source/read-site-sources.ts'
import {
  describeSourceState,
  isUnsaved,
  tryReadSourceBytes,
} from '../../../schema/source/text/source-bytes.ts'
import { shortHash } from '../../../schema/util/short-hash.ts'
import { isOutsideFolder } from '../../../schema/util/site-paths.ts'
import { readWhenSaved } from '../../shared/read-when-saved.ts'
import type { SimilarityRecord } from '../cache/build-cache.ts'
import type { MadePages } from '../make/make-all-pages.ts'
import { createWorkerPool, threadThresholds } from '../workers/worker-pool.ts'
import { loadSiteInput, type SiteInput } from './load-site-input.ts'
import {
  toRunSource,
  type KnownSources,
  type RunSource,
  type SourceRecord,
} from './source-record.ts'

/** Which site a session reads, and for whom. */
export type SessionOptions = {
  /** The site's folder. */
  site: string
  edition?: Edition
  /** What earlier processes left; nothing when left out. */
  known?: KnownSources & { readSimilarity?(): SimilarityRecord | undefined }
  /** Hashes the content of each page, even if no date is recorded yet. */
  recordsDates?: boolean
  /** Whether problems get a `pendingLocation`, for `locatePrintedProblems`. */
  locatesLater?: boolean
  /** Reports notes, too. */
  reportNotes?: boolean
}

/** What a process knows of a site between two runs. `run` brings it up to date. */
export class Session implements KnownSources {
  readonly options: SessionOptions
  readonly pool = createWorkerPool()
  /** The sources as they were read last, by file or set. */
  #sources = new Map<string, RunSource>()
  #publicFolder: PublicFolder | undefined
  #activeFiles: Problem[] | undefined
  readonly #pictures = new Map<string, PictureInfo | undefined>()
  readonly #rows: RowFileCache = new Map()
  #similarity: Omit<KnownSimilarity, 'changed'> | undefined
  /** Routes of the pages that have changed since the similarity was measured. */
  readonly #changedRoutes = new Set<string>()

  constructor(options: SessionOptions) {
    this.options = options
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
  ): ReturnType<typeof loadSiteInput> {
    if (!changed) return this.#read(onSettings)
    const paths = await resolveLinks(changed)
    const publicDir = join(await realpath(this.options.site), 'public')
    const concernsPublic = (path: string) =>
      !isOutsideFolder(publicDir, path) || !isOutsideFolder(path, publicDir)
    if ([...paths].some(concernsPublic)) {
      this.#publicFolder = undefined
      this.#activeFiles = undefined
      this.#pictures.clear()
    }
    const onDisk = [...paths].filter((path) => !isUnsaved(path))
    return readWhenSaved(onDisk, () => this.#read(onSettings))
  }

  async #read(onSettings?: (settings: Record<string, unknown>) => void) {
    const { site, edition, recordsDates, reportNotes } = this.options
    this.#publicFolder ??= listPublicFiles(site)
    this.#activeFiles ??= await findActiveFiles(site, this.#publicFolder.files)
    const input = await loadSiteInput({
      dir: site,
      edition,
      recordsDates,
      createReader: (pictures) => this.#createReader(pictures),
      known: this,
      onSettings,
      publicFolder: this.#publicFolder,
      activeFiles: this.#activeFiles,
      pictures: this.#pictures,
      rows: this.#rows,
      reportNotes,
    })
    if (input.sources)
      this.#sources = new Map(input.sources.map((source) => [source.record.file, source]))
    return input
  }

  readSource(file: string): SourceRecord | undefined {
    return this.#sources.get(file)?.record ?? this.options.known?.readSource(file)
  }

  /**
   * Creates a reader that takes unchanged files from what is known, and parses others in threads.
   * @param pictures the URL paths of those in public/
   */
  #createReader(pictures: string[]): ReadSource<RunSource> {
    const { site, locatesLater = false } = this.options
    // If a picture is new, every file is read again to find whether it refers to it.
    const picturesHash = shortHash(pictures.join('\n'))
    const toSource = (path: string, record: SourceRecord) => {
      const last = this.#sources.get(record.file)
      return last?.record === record ? last : toRunSource(path, record, locatesLater)
    }
    let newBytes = 0
    const read = limitFunction(
      async (path: string, file: string, state?: string, known?: SourceRecord) => {
        const bytes = known && tryReadSourceBytes(path)
        if (bytes instanceof Error) return bytes
        // An unchanged file may refer to a picture that was added to public/ since.
        const isKnown =
          bytes &&
          shortHash(bytes) === known.hash &&
          pictures.every((picture) => known.pictures.includes(picture) || !bytes.includes(picture))
        if (isKnown) return toSource(path, state === undefined ? known : { ...known, state })
        const record = await this.pool.read({ site, path, file, pictures })
        if (!('hash' in record))
          return Object.assign(new Error(record.message), { code: record.code })
        const { records = {}, recordsHash } = known ?? {}
        return toSource(path, { ...record, state, records, recordsHash })
      },
      { concurrency: maxConcurrentReads },
    )
    return (path, file) => {
      const settled = describeSourceState(path)
      // Edits that are not saved have no state that another process could know.
      const state = typeof settled === 'string' ? `${settled} ${picturesHash}` : undefined
      const known = this.readSource(file)
      if (known && known.state === state && state !== undefined)
        return Promise.resolve(toSource(path, known))
      // Synchronous, so that all files that one file includes are counted, and threads are started,
      // before the first of them is read.
      newBytes += statSync(path, { throwIfNoEntry: false })?.size ?? 0
      if (newBytes > threadThresholds.bytes) this.pool.useThreads()
      return read(path, file, state, known)
    }
  }

  /** Returns the similar pages that were found before, if all changes since then are known. */
  getKnownSimilarity({ sources }: SiteInput, made: MadePages): KnownSimilarity | undefined {
    if (this.#similarity)
      return {
        ...this.#similarity,
        changed: new Set([...this.#changedRoutes, ...made.changedRoutes]),
      }
    const last = this.options.known?.readSimilarity?.()
    const isSame = last?.id === hashRecordKeys(sources.map(({ record }) => record))
    return last && isSame ? { ...last, changed: made.changedRoutes } : undefined
  }

  /**
   * Takes over the pages of a run: from now on, pages are compared with these.
   * @param similarPages left out if they were not compared
   */
  accept({ sources }: SiteInput, made: MadePages, similarPages?: SimilarPages[]): void {
    for (const route of made.changedRoutes) this.#changedRoutes.add(route)
    if (similarPages) {
      this.#similarity = describeSimilarity(similarPages)
      this.#changedRoutes.clear()
    }
    for (const source of sources) {
      const record = made.updateRecord(source.record)
      if (record !== source.record) this.#sources.set(record.file, { ...source, record })
    }
  }
}

/** What the next process can know of the pages that are similar. */
export const toSimilarityRecord = (
  { sources }: SiteInput,
  made: MadePages,
  similarPages: SimilarPages[],
): SimilarityRecord => ({
  id: hashRecordKeys(sources.map(({ record }) => made.updateRecord(record))),
  ...describeSimilarity(similarPages),
})

const describeSimilarity = (similarPages: SimilarPages[]) => ({
  pairs: similarPages.map(({ page, other, percentage }): SimilarityRecord['pairs'][number] => [
    page.route,
    other.route,
    percentage,
  ]),
})

/** One hash of the keys of all page records. */
const hashRecordKeys = (sources: SourceRecord[]): string =>
  shortHash(
    sources
      .flatMap(({ records }) =>
        Object.entries(records).map(([route, { key }]) => `${route} ${key}`),
      )
      .join('\n'),
  )

/** Enough to read files while others are hashed, without having all in memory. */
const maxConcurrentReads = 8

/** Resolves symbolic links. If a file is gone, resolves its folder. */
async function resolveLinks(paths: Iterable<string>): Promise<Set<string>> {
  const resolveGone = async (path: string) =>
    join(await realpath(dirname(path)).catch(() => dirname(path)), basename(path))
  const resolved = [...paths].map((path) => realpath(path).catch(() => resolveGone(path)))
  return new Set(await Promise.all(resolved))
}
