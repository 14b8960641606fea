import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate, setTimeout as pause } from 'node:timers/promises'
import type { EditedSite, EditListener } from '../../renderer/dev/vite-plugin-signpost.ts'
import { formatProblems } from '../../schema/format-problems.ts'
import type { PictureFile } from '../../schema/page-data.ts'
import { hasErrors, type Problem } from '../../schema/problem.ts'
import { limitOf, type KnownLikeness } from '../../schema/rules/likeness.ts'
import { BuildCache } from '../build/build-cache.ts'
import { hashSources } from '../build/bundle.ts'
import { prepareChecks } from '../build/check-whole.ts'
import { makeSite, type MadeSite } from '../build/make-site.ts'
import type { Plan } from '../build/plan-pages.ts'
import { makeSmallPages, type SmallPages } from '../build/make-small-pages.ts'
import { toPairs } from '../build/remember.ts'
import { listShown } from '../build/report-build.ts'
import { schemaFile } from '../build/start-build.ts'
import type { ReadSite } from '../build/read-whole.ts'
import { SiteSession } from '../build/site-session.ts'
import { createPool, type Pool } from '../build/worker-pool.ts'
import { ChangeQueue } from '../watch/change-queue.ts'
import { watchedFiles } from '../watch/watched-files.ts'
import { watchFolder } from '../watch/watch-folder.ts'
import { ShownFiles, ShownPages } from './shown-pages.ts'

const root = join(import.meta.dirname, '../..')
/** So many pages are looked at before they are shown; more of them later, side by side. */
const fewPages = 100
/** Milliseconds in which the browser fetches what it was told of, before the rules take the processor. */
const leisure = 150

/**
 * A site as it is edited, for the development server. A save costs what the saved file takes; its pages are shown with what is wrong in
 * them, and then all pages are checked with each other, one rule after another, until the next save.
 */
export class SiteEditing implements EditedSite {
  readonly #dir: string
  readonly #changes = new ChangeQueue()
  readonly #files = new ShownFiles()
  readonly #pictures = new Map<string, PictureFile>()
  #pool!: Pool
  #reading: ReturnType<SiteSession['read']> | undefined
  #session!: SiteSession
  #listener!: EditListener
  #shown: ShownPages | undefined
  /** Whether a version without errors has been seen. */
  #wasGood = false
  /** Whether the schema may be another one. */
  #isOutdated = false
  #warned = ''
  /** What is known of likenesses, and the pages that are others since. */
  #alike: Omit<KnownLikeness, 'changed'> | undefined
  readonly #changed = new Set<string>()
  #checking: Promise<void> = Promise.resolve()
  #version = 0

  constructor(dir: string) {
    this.#dir = dir
  }

  /** Begins to read, while the server is being prepared. */
  open(): void {
    this.#reading = this.#read()
    this.#reading.catch(() => {})
  }

  async start(listener: EditListener): Promise<void> {
    this.#listener = listener
    const folder = await realpath(this.#dir)
    await watchFolder(folder, {
      ...watchedFiles(folder, [join(folder, 'dist')]),
      onChange: (path) => this.#changes.add(path),
    })
    await this.#take(this.#reading ?? this.#read())
    void this.#follow()
  }

  restart(): void {
    this.#isOutdated = true
    this.#changes.add(this.#dir)
  }

  /** Everything, as if nothing were known. */
  async #read(): ReturnType<SiteSession['read']> {
    this.#pool = createPool()
    this.#alike = undefined
    // What builds have left serves as well here; only the entries of sets are written there, under what they are made of.
    const cache = new BuildCache(
      join(root, 'node_modules/.cache/signpost'),
      this.#dir,
      'dist',
      hashSources(root),
    )
    await cache.prepare()
    this.#session = new SiteSession({ dir: this.#dir, cache, pool: this.#pool, schemaFile })
    return this.#session.read()
  }

  findDrawn(path: string): (() => Promise<string | Uint8Array>) | undefined {
    return this.#shown?.findDrawn(path)
  }

  async #follow(): Promise<never> {
    for (;;) {
      const changed = await this.#changes.take()
      const reading = this.#isOutdated ? this.#read() : this.#session.read(changed)
      this.#isOutdated = false
      await this.#take(reading).catch(async (error: Error) => {
        // A file that is saved again while it is read: the next round has it.
        if (!(await this.#changes.isFollowed())) this.#listener.onFailure(error)
      })
    }
  }

  /** Shows what has been saved; what is wrong between pages follows. */
  async #take(reading: ReturnType<SiteSession['read']>): Promise<void> {
    const version = ++this.#version
    const read = await reading
    // Where much was read, that was done in threads.
    await this.#pool.close()
    if (!read.parts) return this.#report(read.problems)
    const made = await this.#makeFew(read)
    const small = makeSmallPages({ shared: read.shared, input: read.input })
    const errors = listShown([
      ...read.problems,
      ...small.problems,
      ...(made?.problems ?? []),
    ]).filter(({ severity }) => severity === 'error')
    if (errors.length === 0 || !this.#wasGood) {
      this.#shown = new ShownPages(read, this.#dir, this.#files, this.#pictures)
      this.#listener.onShown(this.#shown)
    }
    this.#report(errors)
    const checking = this.#checking
    this.#checking = checking
      .then(() => this.#check(version, read, small, made))
      .catch((error: Error) => this.#listener.onFailure(error))
  }

  /** The pages that are others now, where they are few. */
  async #makeFew(read: ReadSite): Promise<MadeSite | undefined> {
    const session = this.#session
    const plan = session.plan(read)
    return plan.keys.size > fewPages ? undefined : this.#make(read, session, plan, this.#pool)
  }

  async #make(read: ReadSite, session: SiteSession, plan: Plan, pool: Pool): Promise<MadeSite> {
    const made = await makeSite({
      plan,
      shared: read.shared,
      input: read.input,
      pool,
      onProgress: () => {},
    })
    for (const route of made.changed) this.#changed.add(route)
    session.accept(read, made)
    return made
  }

  /** The rules across the pages. Left when something else has been saved: what it would say is out of date then. */
  async #check(
    version: number,
    read: ReadSite,
    small: SmallPages,
    known: MadeSite | undefined,
  ): Promise<void> {
    const isOld = () => version !== this.#version || this.#changes.isWaiting
    if (isOld()) return
    const made = known ?? (await this.#makeMany(read))
    if (isOld() || !made) return
    const { shared, publicFiles, dates } = read
    const alike = this.#alike && { ...this.#alike, changed: new Set(this.#changed) }
    const limit = limitOf(shared.merged)
    let pairs: KnownLikeness['pairs'] = []
    const { steps } = prepareChecks({
      shared,
      pages: [...made.pages, ...small.pages],
      notFound: small.notFound,
      publicFiles,
      dates,
      alike,
      onAlike: (all) => void (pairs = toPairs(all)),
    })
    const problems = [...read.problems, ...made.problems, ...small.problems]
    await pause(leisure)
    for (;;) {
      if (isOld()) return
      const { value, done } = steps.next()
      if (done) break
      for (const problem of value) problems.push(problem)
      await setImmediate()
    }
    this.#alike = { limit, pairs }
    this.#changed.clear()
    this.#report(problems)
    this.#warn(problems)
    if (!hasErrors(problems)) this.#wasGood = true
  }

  /** In threads. A file that is saved meanwhile is left out: the next round has it. */
  async #makeMany(read: ReadSite): Promise<MadeSite | undefined> {
    // Threads of their own: what is saved meanwhile is read by this process at once.
    const pool = createPool()
    let isWhole = true
    const make: Pool['make'] = (order) =>
      pool.make(order).catch(() => {
        isWhole = false
        return { outcomes: [] }
      })
    try {
      const session = this.#session
      const made = await this.#make(read, session, session.plan(read), { ...pool, make })
      return isWhole ? made : undefined
    } finally {
      await pool.close()
    }
  }

  #report(problems: Problem[]): void {
    this.#listener.onReport(
      formatProblems(listShown(problems).filter(({ severity }) => severity === 'error')),
    )
  }

  #warn(problems: Problem[]): void {
    const text = formatProblems(
      listShown(problems).filter(({ severity }) => severity === 'warning'),
    )
    if (text !== '' && text !== this.#warned) this.#listener.onWarnings(text)
    this.#warned = text
  }
}
