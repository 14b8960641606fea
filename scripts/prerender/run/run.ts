import { statSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join, basename, dirname, sep } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { formatDay } from '../../../schema/days/moment.ts'
import { hasErrors } from '../../../schema/problems/problem.ts'
import type { Problem } from '../../../schema/problems/types.ts'
import type { MergedSite } from '../../../schema/resolve/merge-sources.ts'
import type { PageSummary } from '../../../schema/resolve/page-summary.ts'
import { runSiteRules } from '../../../schema/rules/index.ts'
import { getSimilarityLimit } from '../../../schema/rules/similarity.ts'
import type { KnownSimilarity, SimilarPages } from '../../../schema/rules/types.ts'
import type { RowFileCache } from '../../../schema/sets/read-row-files.ts'
import type { SiteEdition } from '../../../schema/site-edition.ts'
import { describeFileState, isSettled } from '../../../schema/source/file-state.ts'
import { listPublicFiles, type PublicFolder } from '../../../schema/source/list-public-files.ts'
import type { PictureInfo } from '../../../schema/source/pictures.ts'
import type { ReadSource } from '../../../schema/source/read-site-sources.ts'
import { isUnsaved, tryReadSourceBytes } from '../../../schema/source/text/source-bytes.ts'
import { shortHash } from '../../../schema/util/short-hash.ts'
import { readWhenSaved } from '../../watch/site-changes.ts'
import type { SimilarityRecord } from '../cache/build-cache.ts'
import { makeAllPages, type MadePages } from '../make/make-all-pages.ts'
import { planPages, type PagePlan } from '../make/plan-pages.ts'
import type { FileCheck } from '../output/output-file.ts'
import { loadSiteInput, type MissingSite, type SiteInput } from '../read/load-site-input.ts'
import { resolveRoute } from '../read/resolve-pages.ts'
import {
  toSiteSource,
  type KnownSources,
  type SiteSource,
  type SourceRecord,
} from '../read/site-source.ts'
import { selectShardRoutes, type Shard } from '../shards/shard.ts'
import { createWorkerPool, threadThresholds, type RenderTarget } from '../workers/worker-pool.ts'
import { hasReportedErrors } from './reported-problems.ts'
import type { ReportProgress } from './show-progress.ts'

export type RunOptions = {
  /** Paths that may have changed since the last run of the session; everything when left out. */
  changed?: Set<string>
  /** Makes only these pages, and leaves out the rules across pages. */
  filter?: Shard
  /** Where the pages go. Left out, they are only checked. */
  sink?: Sink
  /** Whether evidence is compared with the day of the moment. */
  comparesEvidence?: boolean
  hooks?: RunHooks
}

/** Where the pages of a run go: a folder, or memory. */
export type Sink = {
  /**
   * Receives all pages that can be rendered, unless the site's files have errors. The rules across
   * pages are left out.
   */
  acceptsErrors?: boolean
  /** Called with the raw settings of the site as soon as they are read. */
  onSettings?(settings: Record<string, unknown>): void
  /**
   * Prepares for pages.
   * @returns what they are made with, and as `current` which are there already; if they cannot be
   * received, the reason
   */
  open(input: SiteInput): Promise<{ current?: FileCheck; target?: RenderTarget } | string>
  /** Receives everything, if no error was found. */
  publish?(run: CheckedRun, onProgress?: ReportProgress): Promise<Published>
  /** Leaves everything as it was. */
  discard?(): void
}

/** Called on the way. */
type RunHooks = {
  /** The site has been read, and its pages have been compared with those of the last run. */
  onPlanned?(input: SiteInput, plan: PagePlan): void | Promise<void>
  onProgress?: ReportProgress
  /** The pages are made. The rules across pages follow. @param problems those known so far */
  onMade?(input: SiteInput, problems: Problem[]): void | Promise<void>
  /** Whether something has changed, which makes the rest of this run useless. */
  isInterrupted?(): boolean
}

/** A site as it was read and made last. */
export type ReadSite = Pick<MadePages, 'pages' | 'records'> & { input: SiteInput }

/** A site whose pages were made and checked. */
export type CheckedRun = {
  input: SiteInput
  made: MadePages
  /** All pages, with planned pages at the end, and the date of the last change of each. */
  pages: PageSummary[]
  problems: Problem[]
  /** Left out if the pages were not compared. */
  similarPages?: SimilarPages[]
}

/** @property written paths of the files that changed. @property bytes of all files */
export type Published = { written: string[]; bytes: number; imagesCreated: number }

/** The result of a run. A sink that publishes has done so only if it is `done`. */
export type RunResult =
  | ({ status: 'done'; published?: Published } & CheckedRun)
  | FailedRun
  | { status: 'interrupted' }

/** The site has errors, or the sink can't receive it. */
export type FailedRun =
  | { status: 'failed'; problems: Problem[] }
  | { status: 'refused'; reason: string }

/**
 * Brings a site up to date: read, plan, make, check, publish. Every command that reads a whole site
 * calls this.
 */
export async function run(session: Session, options: RunOptions = {}): Promise<RunResult> {
  const { sink } = options
  try {
    const result = await runOpened(session, options)
    if (result.status !== 'done') sink?.discard?.()
    return result
  } catch (error) {
    // Threads that are still writing would recreate a folder.
    await session.pool.close()
    sink?.discard?.()
    throw error
  }
}

async function runOpened(session: Session, options: RunOptions): Promise<RunResult> {
  const { changed, filter, sink, hooks = {} } = options
  hooks.onProgress?.('reading')
  const input = await session.read(changed, sink?.onSettings?.bind(sink))
  if (!input.sources) return { status: 'failed', problems: input.problems }
  hooks.onProgress?.('bundling')
  const opened = (await sink?.open(input)) ?? {}
  if (typeof opened === 'string') return { status: 'refused', reason: opened }

  const selected = filter && selectShardRoutes(input.shared.merged.pages.keys(), filter)
  const isSelected = (route: string) => selected?.has(route) ?? true
  const { sources, shared, pageInputs } = input
  const plan = planPages({
    sources,
    merged: shared.merged,
    inputs: pageInputs,
    filter: isSelected,
    out: opened.current,
    locatesLater: session.options.locatesLater,
  })
  await hooks.onPlanned?.(input, plan)
  if (hooks.isInterrupted?.()) return { status: 'interrupted' }

  const made = await makeAllPages({
    plan,
    shared,
    inputs: pageInputs,
    pool: session.pool,
    onProgress: (done, all) => hooks.onProgress?.('pages', done, all),
    isInterrupted: hooks.isInterrupted,
    target: opened.target,
  })
  // Frees the threads' memory for the remaining steps.
  await session.pool.close()
  if (!sink?.publish) session.accept(input, made)
  if (!made.isComplete) return { status: 'interrupted' }
  const problems = [...input.problems, ...made.problems]
  // A copy, since the rules across pages add to it.
  await hooks.onMade?.(input, [...problems])
  if (hooks.isInterrupted?.()) return { status: 'interrupted' }

  const checked: CheckedRun = {
    ...{ input, made, problems },
    pages: datePages(input, [...made.pages, ...made.planned]),
  }
  if (!filter && !sink?.acceptsErrors && !(await checkAcrossPages(session, checked, options)))
    return { status: 'interrupted' }
  const isRefused = sink?.acceptsErrors
    ? hasErrors(input.problems) || !shared.site
    : hasReportedErrors(problems, session.options.site)
  if (sink?.publish && isRefused) return { status: 'failed', problems }
  const published = await sink?.publish?.(checked, hooks.onProgress)
  session.accept(input, made, checked.similarPages)
  return { status: 'done', ...checked, published }
}

const datePages = ({ dates }: SiteInput, pages: PageSummary[]): PageSummary[] =>
  pages.map((page) => {
    const lastmod = dates.findDate(page.route, page.meta.contentHash)
    return lastmod === page.meta.lastmod ? page : { ...page, meta: { ...page.meta, lastmod } }
  })

/** Runs the rules across pages, and adds what they find. @returns false if interrupted */
async function checkAcrossPages(
  session: Session,
  checked: CheckedRun,
  { comparesEvidence, hooks = {} }: RunOptions,
): Promise<boolean> {
  const { input, made, problems } = checked
  const { shared, publicFolder, dates } = input
  const steps = runSiteRules({
    ...shared,
    pages: [...made.pages, ...made.planned],
    notFound: made.notFound,
    unusedPlanned: made.unusedPlanned,
    getResolvedPage: (route) => resolveRoute(shared, route)!,
    publicFiles: publicFolder.files,
    dates,
    knownSimilarity: session.getKnownSimilarity(input, made),
    onSimilarityMeasured: (found) => void (checked.similarPages = found),
    ...(comparesEvidence && { today: formatDay(shared.context.moment) }),
  })
  for (const found of steps) {
    // One by one, since the number of arguments of a call is limited.
    for (const problem of found) problems.push(problem)
    if (!hooks.isInterrupted) continue
    await setImmediate()
    if (hooks.isInterrupted()) return false
  }
  return true
}

export type SessionOptions = {
  /** The site's folder. */
  site: string
  edition?: SiteEdition
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
  #sources = new Map<string, SiteSource>()
  #publicFolder: PublicFolder | undefined
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
      createReader: (pictures) => this.#createReader(pictures),
      known: this,
      onSettings,
      publicFolder: this.#publicFolder,
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
  #createReader(pictures: string[]): ReadSource<SiteSource> {
    const { site, locatesLater = false } = this.options
    // If a picture is new, every file is read again to find whether it refers to it.
    const picturesHash = shortHash(pictures.join('\n'))
    const toSource = (path: string, record: SourceRecord) => {
      const last = this.#sources.get(record.file)
      return last?.record === record ? last : toSiteSource(path, record, locatesLater)
    }
    let newBytes = 0
    const read = limitConcurrency(
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
      maxConcurrentReads,
    )
    return (path, file) => {
      const settled = getSettledState(path)
      const state = settled && `${settled} ${picturesHash}`
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
  accept({ sources, shared }: SiteInput, made: MadePages, similarPages?: SimilarPages[]): void {
    for (const route of made.changedRoutes) this.#changedRoutes.add(route)
    if (similarPages) {
      this.#similarity = describeSimilarity(shared.merged, similarPages)
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
  { sources, shared }: SiteInput,
  made: MadePages,
  similarPages: SimilarPages[],
): SimilarityRecord => ({
  id: hashRecordKeys(sources.map(({ record }) => made.updateRecord(record))),
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

/** Wraps a function so that at most `count` calls run concurrently. */
function limitConcurrency<A extends unknown[], T>(
  run: (...args: A) => Promise<T>,
  count: number,
): (...args: A) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (...args) => {
    if (running >= count) await new Promise<void>((resolve) => waiting.push(resolve))
    running++
    try {
      return await run(...args)
    } finally {
      running--
      waiting.shift()?.()
    }
  }
}

/**
 * @returns undefined if the file does not exist, may change unnoticed, or has edits that are not
 *   saved
 */
function getSettledState(path: string): string | undefined {
  const found = isUnsaved(path) ? undefined : statSync(path, { throwIfNoEntry: false })
  return found && isSettled(found) ? describeFileState(found) : undefined
}

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
