import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate, setTimeout as pause } from 'node:timers/promises'
import type { DevSite, DevSiteListener } from '../../renderer/dev/vite-plugin-signpost.ts'
import { formatProblems } from '../../schema/problems/format-problems.ts'
import type { PictureFile } from '../../schema/page-data.ts'
import { hasErrors, type Problem } from '../../schema/problems/problem.ts'
import { getSimilarityLimit, type KnownSimilarity } from '../../schema/rules/similarity.ts'
import { BuildCache } from '../prerender/cache/build-cache.ts'
import { hashRenderSources } from '../prerender/bundle/bundle.ts'
import { prepareCrossPageChecks } from '../prerender/make/check-across-pages.ts'
import { makeAllPages, type MadePages } from '../prerender/make/make-all-pages.ts'
import type { PagePlan } from '../prerender/make/plan-pages.ts'
import { makeSpecialPages, type SpecialPages } from '../prerender/make/make-special-pages.ts'
import { toSimilarRoutes } from '../prerender/cache/save-records.ts'
import { listReportedProblems } from '../prerender/session/report-build.ts'
import { schemaFile } from '../prerender/session/start-build.ts'
import type { SiteInput } from '../prerender/read/load-site-input.ts'
import { SiteSession } from '../prerender/session/site-session.ts'
import { createWorkerPool, type WorkerPool } from '../prerender/workers/worker-pool.ts'
import { ChangeQueue } from '../watch/change-queue.ts'
import { createWatchFilter } from '../watch/watch-filter.ts'
import { watchFolder } from '../watch/watch-folder.ts'
import { EntryCache, LazySiteSnapshot } from './lazy-site-snapshot.ts'

const root = join(import.meta.dirname, '../..')
/** So many pages are looked at before they are shown; more of them later, side by side. */
const maxEagerPages = 100
/** Milliseconds in which the browser fetches what it was told of, before the rules take the processor. */
const checkDelayMs = 150

/**
 * A site as it is edited, for the development server. A save costs what the saved file takes; its pages are shown with what is wrong in
 * them, and then all pages are checked with each other, one rule after another, until the next save.
 */
export class DevSession implements DevSite {
  readonly #dir: string
  readonly #changes = new ChangeQueue()
  readonly #entryCache = new EntryCache()
  readonly #pictures = new Map<string, PictureFile>()
  #pool!: WorkerPool
  #pendingRead: ReturnType<SiteSession['read']> | undefined
  #session!: SiteSession
  #listener!: DevSiteListener
  #snapshot: LazySiteSnapshot | undefined
  /** Whether a version without errors has been seen. */
  #hadValidVersion = false
  /** Whether the schema may be another one. */
  #needsFullRead = false
  #lastWarnings = ''
  /** What is known of likenesses, and the pages that are others since. */
  #knownSimilarity: Omit<KnownSimilarity, 'changed'> | undefined
  readonly #changedRoutes = new Set<string>()
  #checkQueue: Promise<void> = Promise.resolve()
  #version = 0

  constructor(dir: string) {
    this.#dir = dir
  }

  /** Begins to read, while the server is being prepared. */
  startReading(): void {
    this.#pendingRead = this.#readFromScratch()
    this.#pendingRead.catch(() => {})
  }

  async start(listener: DevSiteListener): Promise<void> {
    this.#listener = listener
    const folder = await realpath(this.#dir)
    await watchFolder(folder, {
      ...createWatchFilter(folder, [join(folder, 'dist')]),
      onChange: (path) => this.#changes.add(path),
    })
    await this.#applyRead(this.#pendingRead ?? this.#readFromScratch())
    void this.#processChanges()
  }

  restart(): void {
    this.#needsFullRead = true
    this.#changes.add(this.#dir)
  }

  /** Everything, as if nothing were known. */
  async #readFromScratch(): ReturnType<SiteSession['read']> {
    this.#pool = createWorkerPool()
    this.#knownSimilarity = undefined
    // What builds have left serves as well here; only the entries of sets are written there, under what they are made of.
    const cache = new BuildCache(
      join(root, 'node_modules/.cache/signpost'),
      this.#dir,
      'dist',
      hashRenderSources(root),
    )
    await cache.prepare()
    this.#session = new SiteSession({ dir: this.#dir, cache, pool: this.#pool, schemaFile })
    return this.#session.read()
  }

  findGeneratedFile(path: string): (() => Promise<string | Uint8Array>) | undefined {
    return this.#snapshot?.findDerivedFile(path)
  }

  async #processChanges(): Promise<never> {
    for (;;) {
      const changed = await this.#changes.takeChanges()
      const reading = this.#needsFullRead ? this.#readFromScratch() : this.#session.read(changed)
      this.#needsFullRead = false
      await this.#applyRead(reading).catch(async (error: Error) => {
        // A file that is saved again while it is read: the next round has it.
        if (!(await this.#changes.waitForMoreChanges())) this.#listener.onError(error)
      })
    }
  }

  /** Shows what has been saved; what is wrong between pages follows. */
  async #applyRead(reading: ReturnType<SiteSession['read']>): Promise<void> {
    const version = ++this.#version
    const read = await reading
    // Where much was read, that was done in threads.
    await this.#pool.close()
    if (!read.sources) return this.#reportErrors(read.problems)
    const made = await this.#makePagesIfFew(read)
    const small = makeSpecialPages({ shared: read.shared, input: read.plainInput })
    const errors = listReportedProblems([
      ...read.problems,
      ...small.problems,
      ...(made?.problems ?? []),
    ]).filter(({ severity }) => severity === 'error')
    if (errors.length === 0 || !this.#hadValidVersion) {
      this.#snapshot = new LazySiteSnapshot(read, this.#dir, this.#entryCache, this.#pictures)
      this.#listener.onUpdate(this.#snapshot)
    }
    this.#reportErrors(errors)
    const checking = this.#checkQueue
    this.#checkQueue = checking
      .then(() => this.#checkAcrossPages(version, read, small, made))
      .catch((error: Error) => this.#listener.onError(error))
  }

  /** The pages that are others now, where they are few. */
  async #makePagesIfFew(read: SiteInput): Promise<MadePages | undefined> {
    const session = this.#session
    const plan = session.plan(read)
    return plan.keys.size > maxEagerPages
      ? undefined
      : this.#makePages(read, session, plan, this.#pool)
  }

  async #makePages(
    read: SiteInput,
    session: SiteSession,
    plan: PagePlan,
    pool: WorkerPool,
  ): Promise<MadePages> {
    const made = await makeAllPages({
      plan,
      shared: read.shared,
      input: read.plainInput,
      pool,
      onProgress: () => {},
    })
    for (const route of made.changedRoutes) this.#changedRoutes.add(route)
    session.accept(read, made)
    return made
  }

  /** The rules across the pages. Left when something else has been saved: what it would say is out of date then. */
  async #checkAcrossPages(
    version: number,
    read: SiteInput,
    small: SpecialPages,
    known: MadePages | undefined,
  ): Promise<void> {
    const isOld = () => version !== this.#version || this.#changes.hasChanges
    if (isOld()) return
    const made = known ?? (await this.#makePagesInWorkers(read))
    if (isOld() || !made) return
    const { shared, publicFiles, dates } = read
    const knownSimilarity = this.#knownSimilarity && {
      ...this.#knownSimilarity,
      changed: new Set(this.#changedRoutes),
    }
    const limit = getSimilarityLimit(shared.merged)
    let pairs: KnownSimilarity['pairs'] = []
    const { steps } = prepareCrossPageChecks({
      shared,
      pages: [...made.pages, ...small.pages],
      notFound: small.notFound,
      publicFiles,
      dates,
      knownSimilarity,
      onSimilarityMeasured: (all) => void (pairs = toSimilarRoutes(all)),
    })
    const problems = [...read.problems, ...made.problems, ...small.problems]
    await pause(checkDelayMs)
    for (;;) {
      if (isOld()) return
      const { value, done } = steps.next()
      if (done) break
      for (const problem of value) problems.push(problem)
      await setImmediate()
    }
    this.#knownSimilarity = { limit, pairs }
    this.#changedRoutes.clear()
    this.#reportErrors(problems)
    this.#reportWarnings(problems)
    if (!hasErrors(problems)) this.#hadValidVersion = true
  }

  /** In threads. A file that is saved meanwhile is left out: the next round has it. */
  async #makePagesInWorkers(read: SiteInput): Promise<MadePages | undefined> {
    // Threads of their own: what is saved meanwhile is read by this process at once.
    const pool = createWorkerPool()
    let isWhole = true
    const make: WorkerPool['make'] = (order) =>
      pool.make(order).catch(() => {
        isWhole = false
        return { outcomes: [] }
      })
    try {
      const session = this.#session
      const made = await this.#makePages(read, session, session.plan(read), { ...pool, make })
      return isWhole ? made : undefined
    } finally {
      await pool.close()
    }
  }

  #reportErrors(problems: Problem[]): void {
    this.#listener.onProblems(
      formatProblems(listReportedProblems(problems).filter(({ severity }) => severity === 'error')),
    )
  }

  #reportWarnings(problems: Problem[]): void {
    const text = formatProblems(
      listReportedProblems(problems).filter(({ severity }) => severity === 'warning'),
    )
    if (text !== '' && text !== this.#lastWarnings) this.#listener.onWarnings(text)
    this.#lastWarnings = text
  }
}
