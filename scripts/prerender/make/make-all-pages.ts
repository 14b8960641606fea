import { availableParallelism } from 'node:os'
import type { PageSummary } from '../../../schema/resolve/page-summary.ts'
import { resolvePage } from '../../../schema/resolve/resolve-page.ts'
import type { Page } from '../../../schema/merge/merge-sources.ts'
import { listSpecialPages, type ResolvedSite } from '../../../schema/resolve/resolve-site.ts'
import type { RenderJob, PageInputs, PageRecord } from './page-types.ts'
import type { WrittenFile } from '../output/output-file.ts'
import { isNewSource, type SourceRecord } from '../read/source-record.ts'
import { runConcurrently } from '../../shared/run-concurrently.ts'
import { checkPage } from './make-pages.ts'
import { createPageRecord, type PagePlan } from './plan-pages.ts'
import { type RenderTarget, threadThresholds, type WorkerPool } from '../workers/worker-pool.ts'
import type { Problem } from '../../../schema/problems/problem.ts'
import { memoizeByObject } from '../../../schema/util/memoize-by-object.ts'

/** All pages of an update: those made now, and those kept from earlier. */
export type MadePages = {
  problems: Problem[]
  /** Every page with an entry, in the site's order. */
  pages: PageSummary[]
  /** The pages that are made from the settings. */
  planned: PageSummary[]
  notFound: PageSummary | undefined
  /** Paths of the files that were written. The others stay in the output. */
  written: string[]
  /** Routes of the pages that were made now. */
  changedRoutes: Set<string>
  /** Whether no page that had to be made is missing: see `isInterrupted`. */
  isComplete: boolean
  records: Map<string, PageRecord>
  /** Adds the pages that were made to the record of a source. @returns the same one if none was */
  updateRecord(source: SourceRecord): SourceRecord
}

/** Lists the files of all pages in the output. */
export const listOutputFiles = ({ records }: Pick<MadePages, 'records'>): WrittenFile[] =>
  [...records.values()].flatMap(({ result }) => result.output?.files ?? [])

type MakeInput = {
  plan: PagePlan
  resolved: ResolvedSite
  inputs: PageInputs
  pool: WorkerPool
  onProgress?: (done: number, all: number) => void
  /** Whether the pages that are not made yet should be left out. */
  isInterrupted?: () => boolean
  /** Left out when pages are only checked. */
  target?: RenderTarget
}

/** Makes every page of the plan, in threads when there are many, and keeps the others. */
export async function makeAllPages({
  plan,
  resolved,
  inputs,
  pool,
  onProgress,
  isInterrupted,
  target,
}: MakeInput): Promise<MadePages> {
  const problemsByRoute = new Map<string, Problem[]>()
  const summaries = new Map([...plan.kept].map(([route, { result }]) => [route, result.summary]))
  const records = new Map(plan.kept)
  const entries = new Map([
    ...listSpecialPages(resolved).map((page) => [page.route, page] as const),
    ...resolved.site.pages,
  ])
  const paths: string[] = []
  for (const [route, { problems }] of plan.kept) if (problems) problemsByRoute.set(route, problems)

  const all = plan.jobs.reduce((count, { pages }) => count + pages.length, 0)
  let done = 0
  const largest = Math.max(0, ...plan.jobs.map(({ pages }) => pages.length))
  const { rendered, checked } = threadThresholds
  if (all - largest > (target ? rendered : checked)) pool.useThreads()
  if (plan.jobs.length > 0) pool.setUp({ inputs, target })
  const makeJob = async (job: RenderJob) => {
    if (isInterrupted?.()) return
    const outcomes = await pool.make(job)
    for (const [index, { problems: own, summary, citedFacts, made }] of outcomes.entries()) {
      const { route, entry } = job.pages[index]!
      const written = entries.get(route)!
      // Threads do not have the template and the row of a page, or the settings.
      const problems =
        entry && own.length > 0
          ? checkPage(resolvePage(written, resolved.context), written, inputs)
          : own
      if (problems.length > 0) problemsByRoute.set(route, problems)
      summaries.set(route, summary)
      if (!made) continue
      const record = createPageRecord(
        plan.keys.get(route)!,
        { made, problems, citedFacts },
        plan.previous.get(route)?.result.output,
        inputs.context,
      )
      for (const { path } of made.output?.files ?? []) paths.push(path)
      records.set(route, record)
    }
    done += job.pages.length
    onProgress?.(done, all)
  }
  await runConcurrently(plan.jobs, jobsAtATime, makeJob)

  const { site, plannedPages, notFoundEntry } = resolved
  const summarize = (given: Iterable<Page | undefined>) =>
    [...given].flatMap((page): PageSummary[] => {
      const summary = page && summaries.get(page.route)
      // Otherwise, this page belongs to another shard, or was not made in time.
      return summary ? [{ route: page.route, location: page.location, ...summary }] : []
    })
  const pages = summarize(site.pages.values())
  const planned = summarize(plannedPages)
  const [notFound] = summarize([notFoundEntry])
  const listProblems = (found: (PageSummary | undefined)[]) =>
    found.flatMap((page) => (page && problemsByRoute.get(page.route)) ?? [])
  const changedRoutes = new Set(plan.keys.keys())
  const isComplete = done === all
  // Memoized, so that the session keeps the very record that the cache has written.
  const updateRecord = memoizeByObject((source: SourceRecord): SourceRecord => {
    const { hash, pages: routes } = source
    const updated = Object.fromEntries(
      routes.flatMap(([route]) => {
        const record = records.get(route)
        return record ? [[route, record] as const] : []
      }),
    )
    const isNew = isNewSource(source)
    // The same folder may have held another shard.
    const isOfOthers = Object.keys(source.records).some((route) => !records.has(route))
    if (!isNew && !isOfOthers && !routes.some(([route]) => changedRoutes.has(route))) return source
    return isNew && !isComplete
      ? { ...source, records: { ...source.records, ...updated }, recordsHash: undefined }
      : { ...source, records: updated, recordsHash: hash }
  })
  return {
    // In the site's order, whichever thread finished first.
    problems: [
      ...listProblems(pages),
      // All planned pages come from one entry, so each of them has the mistakes in it.
      ...dropSameLocations(listProblems(planned)),
      ...listProblems([notFound]),
    ],
    pages,
    planned,
    notFound,
    written: paths,
    changedRoutes,
    isComplete,
    records,
    updateRecord,
  }
}

function dropSameLocations(problems: Problem[]): Problem[] {
  const toKey = ({ code, line, column, pendingLocation }: Problem) =>
    JSON.stringify([code, line, column, pendingLocation])
  return [...new Map(problems.toReversed().map((problem) => [toKey(problem), problem])).values()]
}

/** Enough to keep all threads busy. */
const jobsAtATime = 2 * availableParallelism()
