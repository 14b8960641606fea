import { locateSiteBlocks } from '../../schema/block-types/site-blocks.ts'
import type { Problem } from '../../schema/problems/problem.ts'
import { isOutsideFolder } from '../../schema/util/site-paths.ts'
import type { BudgetViolation } from '../prerender/budgets/budgets.ts'
import { reportBudgets } from '../prerender/budgets/report-weights.ts'
import { hashCode } from '../prerender/bundle/bundle.ts'
import { abandonOutput } from '../prerender/output/stage-output.ts'
import {
  describeReportedProblems,
  formatReportedProblems,
  openBuild,
  reportRun,
  type BuildOptions,
} from '../prerender/run/build-site.ts'
import { type FailedRun, listWeights, type RunResult } from '../prerender/run/run.ts'
import { withProgress } from '../prerender/run/show-progress.ts'
import { colorReport } from '../shared/color-report.ts'
import { SiteChanges } from './site-changes.ts'

/** The maximum number of routes to list. */
const maxListedRoutes = 5

/**
 * Builds a site and keeps running. What is saved is in the output once it is checked; an error
 * leaves the output as it was. Ends with its process.
 */
export async function watchSite(options: BuildOptions): Promise<never> {
  const { site, out } = options
  const codeHash = hashCode(site)
  const changes = new SiteChanges()
  await changes.watch(site, out)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      abandonOutput(out)
      process.exit(0)
    })
  }
  const report = new WatchReport(options)
  let build = openBuild(options)
  const first = await withProgress((onProgress) => build.update({ hooks: { onProgress } }))
  report.printFirst(first, build.startedAt)
  console.log(`Watching ${site}. Ctrl-C ends.`)
  const blocks = locateSiteBlocks(site)
  const isBlockFile = (path: string) => blocks !== undefined && !isOutsideFolder(blocks, path)
  return changes.follow(async (changed) => {
    // Blocks change the renderer and the schema, so nothing of the open build holds.
    if ([...changed].some(isBlockFile)) build = openBuild(options)
    const startedAt = performance.now()
    const update = async () => {
      const hooks = { isInterrupted: () => changes.hasChanges }
      report.print(await build.update({ changed, hooks }), startedAt)
    }
    await changes.attempt(update, (error) => {
      if (hashCode(site) === codeHash) console.error(error.message)
      else console.error('The program itself has changed. Press Ctrl-C and start it again.')
      build = openBuild(options)
    })
  })
}

/** What `--watch` prints. A warning or a broken budget is printed once, until it changes. */
class WatchReport {
  readonly #options: BuildOptions
  #warnings = ''
  #violations: BudgetViolation[] = []

  constructor(options: BuildOptions) {
    this.#options = options
  }

  printFirst(result: RunResult, startedAt: number): void {
    this.#violations = reportRun(result, { ...this.#options, startedAt }) ?? []
    if (result.status === 'done') this.#warnings = this.#format(result.problems)
  }

  print(result: RunResult, startedAt: number): void {
    if (result.status === 'interrupted') return
    if (result.status !== 'done') {
      this.#printFailure(result)
      return
    }
    const { problems, pages, published } = result
    const after = `changed, ${Math.round(performance.now() - startedAt)} ms`
    const routes = published!.written
      .filter((path) => path.endsWith('/index.html'))
      .map((path) => path.slice(0, -'/index.html'.length) || '/')
    if (routes.length > maxListedRoutes) console.log(`${routes.length} pages: ${after}`)
    else for (const route of routes) console.log(`${route}: ${after}`)
    this.#printWarnings(problems)
    console.log(`${this.#options.out}: up to date, ${pages.length} pages`)
    const known = this.#violations
    this.#violations = reportBudgets(listWeights(result), { known })
  }

  #printFailure(result: FailedRun): void {
    this.#warnings = ''
    if (result.status === 'refused') {
      console.error(`Nothing was changed: ${result.reason}`)
      return
    }
    const { text, summary } = describeReportedProblems(result.problems, this.#options.site)
    const report = `${text}\n\nNothing was changed: ${summary}.`
    console.error(colorReport(report, process.stderr))
  }

  #printWarnings(problems: Problem[]): void {
    const text = this.#format(problems)
    if (text !== this.#warnings && text !== '')
      console.error(`${colorReport(text, process.stderr)}\n`)
    this.#warnings = text
  }

  #format(problems: Problem[]): string {
    return formatReportedProblems(problems, this.#options.site)
  }
}
