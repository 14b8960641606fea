import { setImmediate } from 'node:timers/promises'
import { formatDay } from '../../../schema/days/moment.ts'
import type { Problem } from '../../../schema/problems/problem.ts'
import type { PageSummary } from '../../../schema/resolve/page-summary.ts'
import { runSiteRules } from '../../../schema/rules/index.ts'
import type { SimilarPages } from '../../../schema/rules/types.ts'
import { memoizeByText } from '../../../schema/util/memoize.ts'
import { makeAllPages, type MadePages } from '../make/make-all-pages.ts'
import { planPages, type PagePlan } from '../make/plan-pages.ts'
import type { FileCheck } from '../output/output-file.ts'
import type { SiteInput } from '../read/load-site-input.ts'
import { resolveRoute } from '../read/resolve-pages.ts'
import type { Session } from '../read/session.ts'
import { selectShardRoutes, type Shard } from '../shards/shard.ts'
import type { RenderTarget } from '../workers/worker-pool.ts'
import { hasReportedErrors } from './reported-problems.ts'
import type { ReportProgress } from './show-progress.ts'
import type { PageWeight } from '../budgets/budgets.ts'

/** What a run does. By default, it checks the whole site as it is on the disk. */
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

/** A site as it was read last, with the pages that were made of it. */
export type ReadSite = SiteInput & { pages: PageSummary[] }

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

/**
 * @property written paths of the files that changed
 * @property bytes of all files
 * @property photosCleaned how many photographs and films among them lost private data
 */
export type Published = {
  written: string[]
  bytes: number
  imagesCreated: number
  photosCleaned: number
}

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

  const selected = filter && selectShardRoutes(input.resolved.site.pages.keys(), filter)
  const isSelected = (route: string) => selected?.has(route) ?? true
  const { sources, resolved, pageInputs } = input
  const plan = planPages({
    sources,
    site: resolved.site,
    inputs: pageInputs,
    filter: isSelected,
    out: opened.current,
    locatesLater: session.options.locatesLater,
  })
  await hooks.onPlanned?.(input, plan)
  if (hooks.isInterrupted?.()) return { status: 'interrupted' }

  const made = await makeAllPages({
    plan,
    resolved,
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
  if (!filter && !(await checkAcrossPages(session, checked, options)))
    return { status: 'interrupted' }
  if (sink?.publish && hasReportedErrors(problems, session.options.site))
    return { status: 'failed', problems }
  const published = await sink?.publish?.(checked, hooks.onProgress)
  session.accept(input, made, checked.similarPages)
  return { status: 'done', ...checked, published }
}

/** What each page that was written weighs, in bytes. */
export const listWeights = ({ made, pages }: Pick<CheckedRun, 'made' | 'pages'>): PageWeight[] =>
  pages.flatMap(({ route }) => {
    const output = made.records.get(route)?.result.output
    return output ? [{ route, ...output.weight }] : []
  })

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
  const { resolved, publicFolder, dates } = input
  const steps = runSiteRules({
    ...resolved,
    pages: [...made.pages, ...made.planned],
    notFound: made.notFound,
    // Each of many problems of a page asks for it.
    getResolvedPage: memoizeByText((route) => resolveRoute(resolved, route)!, 50),
    publicFiles: publicFolder.files,
    dates,
    knownSimilarity: session.getKnownSimilarity(input, made),
    onSimilarityMeasured: (found) => void (checked.similarPages = found),
    ...(comparesEvidence && { today: formatDay(resolved.context.moment) }),
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
