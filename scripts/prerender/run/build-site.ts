import type { HostName } from '../hosts/hosts.ts'
import type { SiteEdition } from '../../../schema/site-edition.ts'
import { openFolderRun, type FolderRun } from './folder-run.ts'
import {
  reportRun,
  describeReportedProblems,
  formatReportedProblems,
  listWeights,
} from './report-build.ts'
import { withProgress } from './show-progress.ts'
import { createSiteContents } from './site-contents.ts'
import { locateSiteBlocks } from '../../../schema/block-types/site-blocks.ts'
import type { Problem } from '../../../schema/problems/types.ts'
import { colorReport } from '../../shared/color-report.ts'
import { SiteChanges } from '../../watch/site-changes.ts'
import type { BudgetViolation } from '../budgets/budgets.ts'
import { reportNewViolations } from '../budgets/measure-output.ts'
import { abandonOutput } from '../output/stage-output.ts'
import { isBelow } from './session.ts'
import type { RunResult } from './run.ts'
import { hashSources } from '../bundle/bundle.ts'

export type BuildOptions = {
  /** The site's folder. */
  site: string
  /** The output folder, which is replaced. */
  out: string
  edition?: SiteEdition
  /** Replaces the site's own hosts. */
  hosts?: HostName[]
  /** Prints figures about the output. */
  isVerbose?: boolean
}

/**
 * Builds a site, reusing everything of the last build that is still valid. @returns the exit code.
 */
export async function buildSite(options: BuildOptions): Promise<number> {
  const { update, startedAt } = openBuild(options)
  const result = await withProgress((onProgress) => update({ hooks: { onProgress } }))
  const violations = reportRun(result, { ...options, startedAt })
  return violations?.length === 0 ? 0 : 1
}

const openBuild = ({ site, out, edition, hosts }: BuildOptions): FolderRun =>
  openFolderRun({ site, out, edition, locatesLater: true }, createSiteContents(site, out, hosts))

/** The maximum number of routes to list. */
const maxListedRoutes = 5

/**
 * Builds a site and keeps running. What is saved is in the output once it is checked; an error
 * leaves the output as it was. Ends with its process.
 */
export async function watchSite(options: BuildOptions): Promise<never> {
  const { site, out } = options
  const sourceHash = hashSources(site)
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
  const isBlockFile = (path: string) => blocks !== undefined && isBelow(path, blocks)
  return changes.follow(async (changed) => {
    // The renderer and the schema differ.
    if ([...changed].some(isBlockFile)) build = openBuild(options)
    const startedAt = performance.now()
    const update = async () => {
      const hooks = { isInterrupted: () => changes.hasChanges }
      report.print(await build.update({ changed, hooks }), startedAt)
    }
    await changes.attempt(update, (error) => {
      if (hashSources(site) === sourceHash) console.error(error.message)
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
    if (result.status === 'failed') {
      this.#printFailure(result.problems)
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
    this.#violations = reportNewViolations(this.#options.out, listWeights(result), this.#violations)
  }

  #printFailure(problems: Problem[] | string): void {
    this.#warnings = ''
    if (typeof problems === 'string') {
      console.error(`Nothing was changed: ${problems}`)
      return
    }
    const { text, summary } = describeReportedProblems(problems, this.#options.site)
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
