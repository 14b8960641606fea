import { realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { formatProblems, summarizeProblems } from '../../../schema/problems/format-problems.ts'
import { hasErrors, type Problem } from '../../../schema/problems/problem.ts'
import { getSimilarityLimit, type SimilarPages } from '../../../schema/rules/similarity.ts'
import { listDerivedFiles } from '../../images/site-images.ts'
import { ChangeQueue } from '../../watch/change-queue.ts'
import { relativizeProblemPaths } from '../../shared/problem-paths.ts'
import { createWatchFilter } from '../../watch/watch-filter.ts'
import { watchFolder } from '../../watch/watch-folder.ts'
import { buildSite, type BuildOptions } from './build-site.ts'
import { hashRenderSources } from '../bundle/bundle.ts'
import { prepareCrossPageChecks } from '../make/check-across-pages.ts'
import { drawMissingImages } from '../output/draw-images.ts'
import type { BuiltSite } from './finish-site.ts'
import { makeSpecialPages, type SpecialPages } from '../make/make-special-pages.ts'
import { makeAllPages, type MadePages } from '../make/make-all-pages.ts'
import { createFileCheck } from '../output/stage-output.ts'
import { patchOutput, type OutputPatch } from '../output/patch-output.ts'
import type { SiteInput } from '../read/load-site-input.ts'
import { saveRecords, toSimilarRoutes } from '../cache/save-records.ts'
import { renderSiteFiles } from '../output/render-site-files.ts'
import { listReportedProblems } from './report-build.ts'
import { abandonOutput } from '../output/replace-folder.ts'
import { SiteFiles } from '../output/site-output.ts'
import { SiteSession } from './site-session.ts'
import { schemaFile } from './start-build.ts'
import { createAssetReader, reportNewViolations } from '../budgets/measure-output.ts'
import { createWorkerPool, type WorkerPool } from '../workers/worker-pool.ts'

const root = join(import.meta.dirname, '../../..')
/** More pages than these are made by a whole build, side by side. */
const fewPages = 200
/** So many are named one by one. */
const namedPages = 5

/**
 * Builds a site, and stays: what is saved is in the output as soon as the pages it changes are made; then they are checked with all
 * others, and taken back where that finds an error. Once it says that the output is up to date, that is what a build from nothing
 * gives. Ends with its process.
 */
export async function watchSite(options: BuildOptions): Promise<never> {
  const { site, out } = options
  const engine = hashRenderSources(root)
  const folder = await realpath(site)
  const changes = new ChangeQueue()
  const pool = createWorkerPool()
  await watchFolder(folder, {
    ...createWatchFilter(folder, [out]),
    onChange: (path) => changes.add(path),
  })
  let watched: WatchedSite | undefined
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      watched?.takeBack()
      abandonOutput(out)
      process.exit(0)
    })
  }
  const build = async () => {
    let built: BuiltSite | undefined
    // What is saved meanwhile is built right after.
    await buildSite({ ...options, onBuilt: (all) => void (built = all) }).catch((error: Error) =>
      console.error(changes.hasChanges ? error.message : error.stack),
    )
    if (built) watched = await WatchedSite.open(options, built, pool)
  }
  await build()
  console.log(`Watching ${site}. Ctrl-C ends.`)
  for (;;) {
    const changed = await changes.takeChanges()
    try {
      if (await watched?.update(changed, changes)) continue
    } catch (error) {
      // A file that is saved again while it is made into pages: the next round has it.
      if (await changes.waitForMoreChanges()) continue
      console.error((error as Error).message)
    }
    watched?.takeBack()
    if (hashRenderSources(root) === engine) await build()
    else console.error('The program itself has changed. End it with Ctrl-C, and start it again.')
  }
}

/** What was made of a save, before it is checked with all other pages. */
type PendingUpdate = {
  read: SiteInput
  made: MadePages
  small: SpecialPages
  files: SiteFiles
  problems: Problem[]
  started: number
  changes: ChangeQueue
}

/** A site that has been built, with all that is known of it. */
class WatchedSite {
  readonly #options: BuildOptions
  readonly #session: SiteSession
  readonly #pool: WorkerPool
  readonly #patch: OutputPatch
  readonly #publicDir: string
  #built: BuiltSite
  /** Every file of the output. */
  #paths: Set<string>
  /** What has been saved since then. */
  readonly #unsettled = new Set<string>()
  /** What was only warned of, the last time. */
  #warned = ''

  static async open(
    options: BuildOptions,
    built: BuiltSite,
    pool: WorkerPool,
  ): Promise<WatchedSite> {
    // What the first save would wait for: the schema is compiled once.
    const { path, file } = built.read.sources[0]!.summary
    await pool.read({ path, file, schema: schemaFile, pictures: [] })
    return new WatchedSite(
      options,
      built,
      pool,
      await patchOutput(options.out),
      await realpath(options.site),
    )
  }

  private constructor(
    options: BuildOptions,
    built: BuiltSite,
    pool: WorkerPool,
    patch: OutputPatch,
    folder: string,
  ) {
    this.#options = options
    this.#built = built
    this.#pool = pool
    this.#patch = patch
    this.#publicDir = createWatchFilter(folder).publicDir
    this.#paths = listPaths(built)
    this.#session = new SiteSession({
      dir: options.site,
      origin: options.origin,
      cache: built.cache,
      pool: this.#pool,
      schemaFile,
    })
    this.#session.accept(built.read, built.made)
  }

  takeBack(): void {
    this.#patch.rollBack()
  }

  /** @returns false where a whole build is needed. */
  async update(changed: Iterable<string>, changes: ChangeQueue): Promise<boolean> {
    const started = performance.now()
    for (const path of changed) this.#unsettled.add(path)
    if (
      [...this.#unsettled].some(
        (path) => path === this.#publicDir || path.startsWith(this.#publicDir + sep),
      )
    )
      return false
    const read = await this.#session.read(this.#unsettled)
    if (!read.sources) return this.#refuse(read.problems)
    const plan = this.#session.plan(read)
    if (plan.keys.size > fewPages) return false
    const { bundled, files: known } = this.#built
    const { out } = this.#options
    const files = new SiteFiles(createFileCheck(out), this.#patch.folder, known.files)
    const isGood = read.shared.site !== undefined && !hasErrors(read.problems)
    const output = isGood
      ? {
          folder: this.#patch.folder,
          renderer: bundled.rendererModule,
          assets: bundled.assets,
          files: [out],
        }
      : undefined
    const { shared, plainInput } = read
    const made = await makeAllPages({
      plan,
      shared,
      input: plainInput,
      pool: this.#pool,
      onProgress: () => {},
      ...(output && { output }),
    })
    const small = makeSpecialPages({
      shared,
      input: plainInput,
      ...(output && { output: { files, bundled, readAsset: createAssetReader(out) } }),
    })
    const problems = [...read.problems, ...made.problems, ...small.problems]
    // What else is wrong is told with it.
    if (hasErrors(listReportedProblems(problems))) this.#patch.rollBack()
    else this.#show([...made.written, ...files.written], performance.now() - started)
    await this.#pool.close()
    await this.#settle({ read, made, small, files, problems, started, changes })
    return true
  }

  #show(written: string[], milliseconds: number): void {
    this.#patch.rollBack(written)
    this.#patch.apply(written)
    announce(written, milliseconds)
  }

  /** The rest of a build: what is left of it when another save comes in between, is done with that. */
  async #settle({
    read,
    made,
    small,
    files,
    problems,
    started,
    changes,
  }: PendingUpdate): Promise<void> {
    const { site: dir, out } = this.#options
    const { sources, shared, publicFiles, dates } = read
    const { cache, bundled } = this.#built
    let similarPages: SimilarPages[] = []
    const last = this.#built
    const known = {
      limit: getSimilarityLimit(last.read.shared.merged),
      pairs: toSimilarRoutes(last.similarPages),
      changed: made.changedRoutes,
    }
    const { pages, aliases, steps } = prepareCrossPageChecks({
      shared,
      pages: [...made.pages, ...small.pages],
      notFound: small.notFound,
      publicFiles,
      dates,
      knownSimilarity: known,
      onSimilarityMeasured: (all) => void (similarPages = all),
    })
    for (const found of steps) {
      for (const problem of found) problems.push(problem)
      await setImmediate()
      if (changes.hasChanges) return
    }
    const shown = listReportedProblems(problems)
    if (hasErrors(shown)) return void this.#refuse(problems)
    this.#warn(shown)
    const first = files.written.length
    for (const file of publicFiles) files.copy(file, join(dir, 'public', file))
    for (const file of bundled.files) files.copy(`/${file}`, join(bundled.clientDir, file))
    for (const { path, content } of renderSiteFiles(
      { site: shared.site!, pages, aliases },
      bundled,
    ))
      files.put(path, content)
    const shows = {
      cards: [...made.shareCards, ...small.shareCards],
      pictures: [...made.pictures, ...small.pictures, ...shared.shellFindings.pictures],
    }
    await drawMissingImages(
      (onCacheMiss) =>
        listDerivedFiles({ dir, site: shared.site!, publicFiles, onCacheMiss, ...shows }),
      files,
    )
    this.#patch.apply(files.written.slice(first))
    const paths = listPaths({ made, files })
    this.#patch.remove([...this.#paths].filter((path) => !paths.has(path)))
    this.#paths = paths
    this.#patch.accept()
    await saveRecords({ cache, parts: sources, shared, made, files, alike: similarPages })
    this.#built = { ...this.#built, read, made, files, similarPages }
    this.#session.accept(read, made)
    this.#unsettled.clear()
    console.log(
      `${out}: up to date, ${pages.length} pages, all checked after ${((performance.now() - started) / 1000).toFixed(1)} s`,
    )
    this.#built.violations = reportNewViolations(
      out,
      [...made.weights, ...small.weights],
      this.#built.violations,
    )
  }

  #refuse(problems: Problem[]): true {
    this.#patch.rollBack()
    const shown = listReportedProblems(problems)
    this.#warned = ''
    console.error(
      `${formatProblems(relativizeProblemPaths(shown, this.#options.site))}\n\nNothing was changed: ${summarizeProblems(shown)}.`,
    )
    return true
  }

  #warn(shown: Problem[]): void {
    const text = formatProblems(relativizeProblemPaths(shown, this.#options.site))
    if (text !== this.#warned && text !== '') console.error(`${text}\n`)
    this.#warned = text
  }
}

const listPaths = ({ made, files }: Pick<BuiltSite, 'made' | 'files'>) =>
  new Set([...made.kept, ...made.written, ...files.kept, ...files.written])

function announce(written: string[], milliseconds: number): void {
  const routes = written.flatMap((path) =>
    path.endsWith('/index.html') ? [path.slice(0, -'/index.html'.length) || '/'] : [],
  )
  const after = `changed, ${Math.round(milliseconds)} ms`
  if (routes.length > namedPages) console.log(`${routes.length} pages: ${after}`)
  else for (const route of routes) console.log(`${route}: ${after}`)
}
