import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate, setTimeout as pause } from 'node:timers/promises'
import type { DevSite, DevSiteListener } from '../../renderer/dev/vite-plugin-signpost.ts'
import { formatProblems } from '../../schema/problems/format-problems.ts'
import type { PictureFile } from '../../schema/page-data.ts'
import { hasErrors } from '../../schema/problems/problem.ts'
import { getSimilarityLimit } from '../../schema/rules/similarity.ts'
import { prepareCrossPageChecks } from '../prerender/make/check-across-pages.ts'
import type { MadePages } from '../prerender/make/made-pages.ts'
import type { PagePlan } from '../prerender/make/plan-pages.ts'
import { makeSpecialPages, type SpecialPages } from '../prerender/make/make-special-pages.ts'
import { toSimilarRoutes } from '../prerender/cache/save-records.ts'
import { listReportedProblems } from '../prerender/session/report-build.ts'
import { Session, type LoadedInput } from '../prerender/session/session.ts'
import { openCache } from '../prerender/session/workspace.ts'
import type { SiteInput } from '../prerender/read/site-input.ts'
import { createWorkerPool, type WorkerPool } from '../prerender/workers/worker-pool.ts'
import { ChangeQueue } from '../watch/change-queue.ts'
import { createWatchFilter } from '../watch/watch-filter.ts'
import { watchFolder } from '../watch/watch-folder.ts'
import { EntryCache, LazySiteSnapshot } from './lazy-site-snapshot.ts'
import type { Problem } from '../../schema/problems/types.ts'
import type { KnownSimilarity } from '../../schema/rules/types.ts'

/** Up to this many changed pages are checked before they are shown; more are checked afterwards, in threads. */
const maxEagerPages = 100
/** Time for the browser to fetch the change before the checks use the processor. */
const checkDelayMs = 150

/**
 * The development server's session. After a save, its pages are shown with their own problems at
 * once; then all pages are checked together, rule by rule, until the next save.
 */
export class DevSession implements DevSite {
  readonly #dir: string
  readonly #changes = new ChangeQueue()
  readonly #entryCache = new EntryCache()
  readonly #pictures = new Map<string, PictureFile>()
  #pool!: WorkerPool
  #pendingRead: LoadedInput | undefined
  #session!: Session
  #listener!: DevSiteListener
  #snapshot: LazySiteSnapshot | undefined
  /** Whether a version without errors has been shown. */
  #hadValidVersion = false
  /** The schema may have changed. */
  #needsFullRead = false
  #lastWarnings = ''
  /** Similar pages of the last check, and the pages that have changed since. */
  #knownSimilarity: Omit<KnownSimilarity, 'changed'> | undefined
  readonly #changedRoutes = new Set<string>()
  #checkQueue: Promise<void> = Promise.resolve()
  #version = 0

  constructor(dir: string) {
    this.#dir = dir
  }

  /** Starts to read while the server is being prepared. */
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

  /** Opens a new session, which knows nothing but what builds have cached. */
  async #readFromScratch(): LoadedInput {
    this.#pool = createWorkerPool()
    this.#knownSimilarity = undefined
    const cache = openCache(this.#dir, 'dist')
    await cache.prepare()
    this.#session = new Session({ site: this.#dir, cache, pool: this.#pool })
    return this.#session.read()
  }

  findDerivedFile(path: string): (() => Promise<string | Uint8Array>) | undefined {
    return this.#snapshot?.findDerivedFile(path)
  }

  async #processChanges(): Promise<never> {
    for (;;) {
      const changed = await this.#changes.takeChanges()
      const reading = this.#needsFullRead ? this.#readFromScratch() : this.#session.read(changed)
      this.#needsFullRead = false
      await this.#applyRead(reading).catch(async (error: Error) => {
        // The file was saved again while it was read: the next round handles it.
        if (!(await this.#changes.waitForMoreChanges())) this.#listener.onError(error)
      })
    }
  }

  /** Shows a change with its own problems. The checks across pages follow. */
  async #applyRead(reading: LoadedInput): Promise<void> {
    const version = ++this.#version
    const read = await reading
    // Reading many files starts threads.
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

  /** Makes the changed pages, unless they are many. */
  async #makePagesIfFew(read: SiteInput): Promise<MadePages | undefined> {
    const session = this.#session
    const plan = session.plan(read)
    return plan.keys.size > maxEagerPages
      ? undefined
      : this.#makePages(read, session, plan, this.#pool)
  }

  async #makePages(
    read: SiteInput,
    session: Session,
    plan: PagePlan,
    pool: WorkerPool,
  ): Promise<MadePages> {
    const made = await session.make(read, plan, { pool })
    for (const route of made.changedRoutes) this.#changedRoutes.add(route)
    session.accept(read, made)
    return made
  }

  /** Runs the rules across pages. Stops at the next change, which makes the result outdated. */
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

  /** @returns undefined when a file was saved meanwhile: the next round handles it. */
  async #makePagesInWorkers(read: SiteInput): Promise<MadePages | undefined> {
    // A pool of its own, so that this process can read the next change at once.
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
