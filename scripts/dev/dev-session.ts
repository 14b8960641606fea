import { realpath } from 'node:fs/promises'
import { getDevState } from '../../renderer/dev/dev-state.ts'
import type { PageData } from '../../schema/page-data.ts'
import { hasErrors, type Problem } from '../../schema/problems/problem.ts'
import { formatProblems } from '../../schema/problems/format-problems.ts'
import type { Severity } from '../../schema/problems/problem-codes.ts'
import { localizeCommands } from '../launch/commands.mjs'
import { toSiteArgs } from '../shared/usage.ts'
import { collectAddresses, listRedirects } from '../../schema/resolve/site-addresses.ts'
import type { PagePlan } from '../prerender/make/plan-pages.ts'
import { getPrintedSite } from '../prerender/make/make-pages.ts'
import { getDefaultOutput } from '../prerender/output/check-output-folder.ts'
import { renderSiteFiles, type SiteFilesInput } from '../prerender/output/render-site-files.ts'
import type { SiteInput } from '../prerender/read/load-site-input.ts'
import { hasReportedErrors, listReportedProblems } from '../prerender/run/reported-problems.ts'
import { Session } from '../prerender/read/session.ts'
import { run, type CheckedRun, type ReadSite } from '../prerender/run/run.ts'
import { hashCode } from '../prerender/bundle/bundle.ts'
import { BuildCache } from '../prerender/cache/build-cache.ts'
import { writeEditorSchema } from '../shared/editor-schema.ts'
import { SiteChanges } from '../watch/site-changes.ts'
import { type LazySiteSnapshot, ShownVersion } from './shown-version.ts'
import { searchIndexPath } from '../../schema/util/route-paths.ts'
import { memoizeByObject } from '../../schema/util/memoize-by-object.ts'
import type { OutputFile } from '../prerender/output/output-file.ts'
import { renderSearchIndex } from '../prerender/output/search-index.ts'

/** Time for the browser to fetch an unsaved edit before its pages are made. */
const fetchDelayMs = 60

/** Time for the browser to fetch a change before the rules across pages use the processor. */
const checkDelayMs = 150

/** Up to this many changed pages are checked before they are shown; more are checked afterward. */
const maxEagerPages = 100

/** What follows the site while it is being edited. */
type SessionObserver = {
  /** Called before changed files are read, with their paths. */
  onFilesChanged?(paths: Set<string>): Promise<void>
  /** Called once another version is shown, whose problems are reported again. */
  onShown?(): void
  /** Called when the problems may have changed. */
  onChecked?(): void
  /** Called with an error that must not stop the server. */
  onError?(error: Error): void
}

/**
 * The development server's session: what happens when a file has changed. After a save, its pages
 * are shown with their own problems at once; then all pages are checked together, rule by rule,
 * until the next save.
 */
export class DevSession {
  readonly #dir: string
  readonly #startedAt: string
  #now: string
  readonly #changes = new SiteChanges()
  readonly #shown: ShownVersion
  /** What is rendered, for the one whose session this is. */
  readonly #state = getDevState()
  readonly #observers: SessionObserver[] = []
  #session: Session
  #start!: () => void
  readonly #started = new Promise<void>((resolve) => void (this.#start = resolve))
  /** The update that is running, or has run last. */
  #updating: Promise<void> | undefined
  #read: ReadSite | undefined
  #problems: Problem[] = []
  /** Whether the rules across pages have run, too. */
  #isComplete = false
  /** What the version that was checked last lists, even if it has errors. */
  #siteFiles: SiteFilesInput | undefined
  /** Called once the changes so far are shown. */
  #waiting: (() => void)[] = []
  #watcher: Promise<{ close(): void }> | undefined

  /** @param now the moment that is shown: see `MomentOptions`. */
  constructor(dir: string, now = new Date(Date.now()).toISOString()) {
    this.#dir = dir
    this.#startedAt = now
    this.#now = now
    this.#session = this.#openSession()
    this.#shown = new ShownVersion(dir, (snapshot) => {
      this.#state.snapshot = snapshot
      this.#state.reports.site = ''
      for (const { onShown } of this.#observers) onShown?.()
    })
  }

  observe(observer: SessionObserver): void {
    this.#observers.push(observer)
  }

  /** The last version that could be read, and its pages that were checked last. */
  get site(): ReadSite | undefined {
    return this.#read
  }

  /** The version that is shown: as it is now, or as it was when it was valid last. */
  get snapshot(): LazySiteSnapshot | undefined {
    return this.#shown.snapshot
  }

  /** All problems that are known, notes included, and whether all rules have run since the last edit. */
  get problems(): { problems: Problem[]; isComplete: boolean } {
    return { problems: this.#problems, isComplete: this.#isComplete && !this.#changes.isBusy }
  }

  /** Formats the problems that are known as `npm run check` does. @returns '' if there are none */
  formatProblems(severity: Severity): string {
    const reported = listReportedProblems(this.#problems, this.#dir).filter(
      (each) => each.severity === severity,
    )
    return formatProblems(
      reported.map((each) => ({ ...each, fix: localizeCommands(each.fix, toSiteArgs(this.#dir)) })),
    )
  }

  /** Reads files again, as after a save. */
  readAgain(paths: string[]): void {
    this.#changes.addComplete(paths)
  }

  /** Resolves once a change that is known now is shown, after it was read. */
  async whenShown(): Promise<void> {
    if (this.#changes.isBusy) await new Promise<void>((done) => void this.#waiting.push(done))
  }

  /** Resolves once a change that is known now is checked, too. */
  async whenChecked(): Promise<void> {
    await this.whenShown()
    await this.#updating
  }

  /** Resolves a page as it is now, or as it was when it was valid last. */
  findPage(route: string): PageData | undefined {
    return this.#shown.snapshot?.findPage(route)
  }

  /** Whether a mistake keeps a page as it was when it was valid last. */
  isOutdated(route: string): boolean {
    return this.#shown.isOutdated(route)
  }

  /** Starts to read while the server is being prepared. What changes meanwhile is read again. */
  startReading(): void {
    this.#watcher ??= realpath(this.#dir).then((dir) =>
      this.#changes.watch(dir, getDefaultOutput(dir)),
    )
    this.#updating ??= this.#watcher.then(
      () => this.#update(),
      // `start` rejects.
      () => {},
    )
  }

  /** Shows the site, and watches it for changes. Resolves once there is a version to show. */
  async start(): Promise<void> {
    const shown = new Promise<void>((done) => void this.#waiting.push(done))
    this.startReading()
    await this.#watcher
    this.#start()
    await shown
    void this.#followChanges()
  }

  async #followChanges(): Promise<never> {
    await this.#updating
    return this.#changes.follow(async (changed) => {
      for (const { onFilesChanged } of this.#observers)
        await onFilesChanged?.(changed).catch((error: Error) => this.#reportError(error))
      this.#updating = this.#update(changed)
      await this.#updating
    })
  }

  /** Ends it: changes are not noticed anymore. */
  close(): void {
    void this.#watcher?.then((watcher) => watcher.close())
    void this.#session.pool.close()
  }

  /** Shows another moment. @param now see `MomentOptions`; by default, the one at the start */
  showMoment(now = this.#startedAt): void {
    this.#now = now
    this.restart()
  }

  /** Reads everything again: the schema may have changed. */
  restart(): void {
    this.#session = this.#openSession()
    this.#changes.add(this.#dir)
  }

  /** Opens a session that knows nothing but what builds have cached. */
  #openSession(): Session {
    return new Session({
      site: this.#dir,
      // Authors see their placeholders, wherever the site is published.
      edition: { launch: false, moment: { now: this.#now, drafts: true } },
      known: new BuildCache(this.#dir, getDefaultOutput(this.#dir), hashCode(this.#dir)),
      reportNotes: true,
    })
  }

  /**
   * Renders a file that a build derives from the whole site, such as `/sitemap.xml`, or from
   * documents, such as the index of the search. Waits for the checks of the current version, which
   * collect what these files list.
   * @param readDocument reads the HTML of a route
   */
  async renderSiteFile(
    path: string,
    readDocument: ReadDocument,
  ): Promise<string | Uint8Array | undefined> {
    await this.#updating
    if (!this.#siteFiles) return undefined
    const file = [...renderSiteFiles(this.#siteFiles, true)].find((each) => each.path === path)
    return file?.content ?? renderDocumentFile(path, this.#siteFiles, readDocument)
  }

  /** @param changed paths that may have changed since the last update; everything when left out */
  async #update(changed?: Set<string>): Promise<void> {
    const update = async () => {
      const result = await run(this.#session, {
        changed,
        hooks: {
          onPlanned: (input, plan) => this.#showPlanned(input, plan),
          onMade: async (input, problems) => {
            this.#showMade(input, problems)
            await this.#changes.waitForChange(checkDelayMs)
          },
          isInterrupted: () => this.#changes.hasChanges,
        },
      })
      await this.#started
      if (result.status === 'failed') {
        this.#shown.noteUnreadable()
        this.#reportErrors(result.problems)
      }
      if (result.status === 'done') await this.#noteChecked(result)
    }
    await this.#changes.attempt(update, async (error) => {
      await this.#started
      this.#reportError(error)
    })
    this.#noteShown()
  }

  /** Shows unsaved edits at once, and whatever changes many pages. */
  async #showPlanned(input: SiteInput, plan: PagePlan): Promise<void> {
    await this.#started
    this.#read = { ...input, pages: this.#read?.pages ?? [] }
    if (this.#shown.showUnsaved(input)) {
      await this.#changes.waitForChange(fetchDelayMs)
      // What is typed next is read before this is checked.
      if (this.#changes.hasChanges) return
    }
    if (plan.keys.size > maxEagerPages) this.#showMade(input, input.problems)
  }

  /** Shows a change with the problems that are known so far. */
  #showMade(input: SiteInput, problems: Problem[]): void {
    this.#shown.showMade(input, !hasReportedErrors(problems, this.#dir))
    this.#reportErrors(problems)
    this.#noteShown()
  }

  #noteShown(): void {
    if (this.#changes.hasChanges) return
    this.#changes.noteProcessed()
    for (const done of this.#waiting.splice(0)) done()
  }

  async #noteChecked({ input, made, pages, problems }: CheckedRun): Promise<void> {
    const { resolved, pageInputs } = input
    const { siteData: site } = resolved
    const aliases = listRedirects(collectAddresses(resolved))
    this.#siteFiles = site && { site, printed: getPrintedSite(pageInputs), pages, aliases }
    this.#read = { ...input, pages: made.pages }
    this.#reportErrors(problems, true)
    await writeEditorSchema(this.#dir, { ...input, pages })
    if (!hasErrors(problems)) this.#shown.noteValid()
  }

  #reportErrors(problems: Problem[], isComplete = false): void {
    this.#problems = problems
    this.#isComplete = isComplete
    this.#state.reports.site = this.formatProblems('error')
    for (const { onChecked } of this.#observers) onChecked?.()
  }

  #reportError(error: Error): void {
    for (const { onError } of this.#observers) onError?.(error)
  }
}

/** Reads the HTML of a route. */
type ReadDocument = (route: string) => Promise<string>

/**
 * Renders a file that a build makes from documents: what search blocks find.
 * @returns undefined if the path is not one of these
 */
async function renderDocumentFile(
  path: string,
  site: SiteFilesInput,
  readDocument: ReadDocument,
): Promise<string | Uint8Array | undefined> {
  if (path !== searchIndexPath && !path.startsWith('/assets/search.')) return undefined
  const lists = getSearchLists(site)
  if (!lists.files || path === searchIndexPath)
    lists.files = renderSearchIndex(site.pages, site.site, searchScript, ({ route }) =>
      readDocument(route),
    )
  return (await lists.files).find((file) => file.path === path)?.content
}

/** Vite serves the source; without Vite, the studio does. */
export const searchScript = '/blocks/search/find-pages.ts'

/** The lists that were rendered last for a version of the site. */
const getSearchLists = memoizeByObject(
  (_: SiteFilesInput): { files?: Promise<OutputFile[]> } => ({}),
)
