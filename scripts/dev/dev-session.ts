import { realpath } from 'node:fs/promises'
import type { DevPage } from '../../renderer/dev/dev-page.ts'
import type { DevSite, DevSiteListener } from '../../renderer/dev/dev-site.ts'
import type { PageData } from '../../schema/page-data.ts'
import { hasErrors } from '../../schema/problems/problem.ts'
import type { Problem } from '../../schema/problems/types.ts'
import type { PageSummary } from '../../schema/resolve/page-summary.ts'
import type { MadePages } from '../prerender/make/made-pages.ts'
import { makeSpecialPages, type SpecialPages } from '../prerender/make/make-special-pages.ts'
import { getDefaultOutput } from '../prerender/output/check-output-folder.ts'
import { renderSiteFiles } from '../prerender/output/render-site-files.ts'
import { hasReportedErrors } from '../prerender/session/report-build.ts'
import { Session, type LoadedInput } from '../prerender/session/session.ts'
import { openCache } from '../prerender/session/workspace.ts'
import type { SiteInput } from '../prerender/read/site-input.ts'
import { createWorkerPool, type WorkerPool } from '../prerender/workers/worker-pool.ts'
import { writeEditorSchema } from '../shared/editor-schema.ts'
import { ChangeQueue } from '../watch/change-queue.ts'
import { createWatchFilter } from '../watch/watch-filter.ts'
import { watchFolder } from '../watch/watch-folder.ts'
import { CrossPageChecks } from './cross-page-checks.ts'
import { renderDocumentFile } from './document-files.ts'
import { makePagesIfFew, makePagesInWorkers } from './make-changed-pages.ts'
import { ProblemReporter } from './problem-reporter.ts'
import { ShownVersion } from './shown-version.ts'

/** Time for the browser to fetch an unsaved edit before its pages are made. */
const fetchDelayMs = 60

/** What follows the site while it is being edited. */
export type SessionObserver = {
  /** Called before changed files are read, with their paths. */
  onFilesChanged(paths: Set<string>): Promise<void>
  /** Called once another version is shown. */
  onShown(): void
  /** Called after the site was read. */
  onRead(): void
  /** Called when the problems may have changed. */
  onChecked(): void
}

/** A site as it was read and made last. */
export type ReadSite = { input: SiteInput; pages: PageSummary[]; records: MadePages['records'] }

/**
 * The development server's session. After a save, its pages are shown with their own problems at
 * once; then all pages are checked together, rule by rule, until the next save.
 */
export class DevSession implements DevSite {
  readonly #dir: string
  readonly #now: string
  readonly #changes = new ChangeQueue()
  readonly #shown: ShownVersion
  #pool!: WorkerPool
  #pendingRead: LoadedInput | undefined
  #session!: Session
  #listener!: DevSiteListener
  #reporter!: ProblemReporter
  /** The schema may have changed. */
  #needsFullRead = false
  readonly #checks = new CrossPageChecks()
  #checkQueue: Promise<void> = Promise.resolve()
  #version = 0
  #read: ReadSite | undefined
  /** Called once the changes so far are shown. */
  #waiting: (() => void)[] = []
  #observer: SessionObserver | undefined

  /** @param now the moment that is shown: see `MomentOptions`. */
  constructor(dir: string, now = new Date(Date.now()).toISOString()) {
    this.#dir = dir
    this.#now = now
    this.#shown = new ShownVersion(dir, (snapshot) => {
      this.#listener.onUpdate(snapshot)
      this.#observer?.onShown()
    })
  }

  observe(observer: SessionObserver): void {
    this.#observer = observer
  }

  /** The last version that could be read, and its pages that were checked last. */
  get site(): ReadSite | undefined {
    return this.#read
  }

  /** All problems that are known, notes included, and whether all rules have run. */
  get problems(): Pick<ProblemReporter, 'problems' | 'isComplete'> {
    return this.#reporter
  }

  /** Reads files again, as after a save. */
  readAgain(paths: string[]): void {
    this.#changes.addComplete(paths)
  }

  /** Resolves once a change that is known now is shown, after it was read. */
  async whenShown(): Promise<void> {
    if (this.#changes.isBusy) await new Promise<void>((done) => void this.#waiting.push(done))
  }

  /** Resolves a page as it is now, or as it was when it was valid last. */
  findPage(route: string): PageData | undefined {
    return this.#shown.snapshot?.findPage(route)
  }

  /** Whether a mistake keeps a page as it was when it was valid last. */
  isOutdated(route: string): boolean {
    return this.#shown.snapshot?.isOutdated(route) === true
  }

  /** Starts to read while the server is being prepared. */
  startReading(): void {
    this.#pendingRead = this.#readFromScratch()
    this.#pendingRead.catch(() => {})
  }

  async start(listener: DevSiteListener): Promise<void> {
    this.#listener = listener
    this.#reporter = new ProblemReporter(listener, this.#dir)
    const folder = await realpath(this.#dir)
    await watchFolder(folder, {
      ...createWatchFilter(folder, [getDefaultOutput(folder)]),
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
    this.#checks.forgetSimilarity()
    const cache = openCache(this.#dir, getDefaultOutput(this.#dir))
    await cache.prepare()
    // Authors see their placeholders, wherever the site is published.
    this.#session = new Session({
      site: this.#dir,
      edition: { launch: false, moment: { now: this.#now, drafts: true } },
      cache,
      reportNotes: true,
      pool: this.#pool,
    })
    return this.#session.read()
  }

  findDerivedFile(path: string): (() => Promise<string | Uint8Array>) | undefined {
    return this.#shown.snapshot?.findDerivedFile(path)
  }

  /** @param path the URL path of a file in public/ */
  isPublished(path: string): boolean {
    return this.#shown.snapshot?.isPublished(path) === true
  }

  /** Waits for the checks of the current version, which collect what these files list. */
  async renderSiteFile(
    path: string,
    readDocument: (route: string) => Promise<string>,
  ): Promise<string | Uint8Array | undefined> {
    await this.#checkQueue
    const { siteFiles } = this.#checks
    if (!siteFiles) return undefined
    const file = [...renderSiteFiles(siteFiles, true)].find((each) => each.path === path)
    return file?.content ?? renderDocumentFile(path, siteFiles, readDocument)
  }

  describePage(route: string): DevPage | undefined {
    return this.#shown.snapshot?.describePage(route, this.#reporter.problems)
  }

  async #processChanges(): Promise<never> {
    for (;;) {
      const changed = await this.#changes.takeChanges()
      await this.#observer?.onFilesChanged(changed).catch(this.#listener.onError)
      // Threads know the unsaved texts with which they were started.
      await this.#pool.close()
      const reading = this.#needsFullRead ? this.#readFromScratch() : this.#session.read(changed)
      this.#needsFullRead = false
      await this.#applyRead(reading).catch(async (error: Error) => {
        // The file was saved again while it was read: the next round handles it.
        if (!(await this.#changes.waitForMoreChanges())) this.#listener.onError(error)
      })
      if (this.#changes.hasChanges) continue
      for (const done of this.#waiting.splice(0)) done()
    }
  }

  /** Shows a change with its own problems. The checks across pages follow. */
  async #applyRead(reading: LoadedInput): Promise<void> {
    const version = ++this.#version
    const read = await reading
    // Reading many files starts threads.
    await this.#pool.close()
    if (!read.sources) return this.#reportErrors(read.problems)
    const { pages = [], records = new Map() } = this.#read ?? {}
    this.#read = { input: read, pages, records }
    if (this.#shown.showUnsaved(read)) {
      await this.#changes.waitForChange(fetchDelayMs)
      // What is typed next is read before this is checked.
      if (this.#changes.hasChanges) return this.#observer?.onRead()
    }
    const made = await makePagesIfFew(this.#session, read, this.#pool, this.#noteMade)
    const small = makeSpecialPages({ shared: read.shared, input: read.plainInput })
    const problems = [...read.problems, ...small.problems, ...(made?.problems ?? [])]
    this.#shown.showMade(read, !hasReportedErrors(problems, this.#dir))
    this.#observer?.onRead()
    this.#reportErrors(problems)
    const checking = this.#checkQueue
    this.#checkQueue = checking
      .then(() => this.#checkAcrossPages(version, read, small, made))
      .catch((error: Error) => this.#listener.onError(error))
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
    const made = known ?? (await makePagesInWorkers(this.#session, read, this.#noteMade))
    if (isOld() || !made) return
    const checked = await this.#checks.run({ read, made, small, isOld })
    if (!checked) return
    const { problems, pages } = checked
    this.#read = { input: read, pages: made.pages, records: made.records }
    this.#reportErrors(problems, true)
    this.#reporter.reportWarnings()
    const { shared, publicFolder } = read
    await writeEditorSchema(this.#dir, { shared, publicFolder, pages })
    if (!hasErrors(problems)) this.#shown.noteValid()
  }

  readonly #noteMade = ({ changedRoutes }: MadePages) => this.#checks.noteChanged(changedRoutes)

  #reportErrors(problems: Problem[], isComplete = false): void {
    this.#reporter.reportErrors(problems, isComplete)
    this.#observer?.onChecked()
  }
}
