import { realpath } from 'node:fs/promises'
import { locateSiteBlocks } from '../../../schema/block-types/site-blocks.ts'
import { ChangeQueue } from '../../watch/change-queue.ts'
import { createWatchFilter } from '../../watch/watch-filter.ts'
import { watchFolder } from '../../watch/watch-folder.ts'
import type { BudgetViolation } from '../budgets/budgets.ts'
import { reportNewViolations } from '../budgets/measure-output.ts'
import { abandonOutput } from '../output/replace-folder.ts'
import { isBelow } from '../read/changed-paths.ts'
import { runFirstUpdate } from './build-site.ts'
import { colorReport } from '../../shared/color-report.ts'
import { describeReported, formatReported, reportUpdate } from './report-build.ts'
import type { Updater } from './updater.ts'
import type { BuildOptions, UpdateOutcome } from './update-types.ts'
import { hashSources } from './workspace.ts'
import type { Problem } from '../../../schema/problems/types.ts'

/** The maximum number of routes to list. */
const maxListedRoutes = 5

/**
 * Builds a site and keeps running. A saved page is in the output as soon as it is made; then it is
 * checked with all others, and rolled back if that finds an error. Ends with its process.
 */
export async function watchSite(options: BuildOptions): Promise<never> {
  const { site, out } = options
  const sourceHash = hashSources(site)
  const folder = await realpath(site)
  const changes = new ChangeQueue()
  await watchFolder(folder, {
    ...createWatchFilter(folder, [out]),
    onChange: (path) => changes.add(path),
  })
  let updater: Updater | undefined
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      updater?.rollBack()
      abandonOutput(out)
      process.exit(0)
    })
  }
  const report = new WatchReport(options)
  const build = async () => {
    updater?.rollBack()
    const first = await runFirstUpdate(options, true)
    updater = first.updater
    report.printBuild(first.outcome, first.workspace.startedAt)
  }
  const showError = (error: Error) =>
    console.error(changes.hasChanges ? error.message : error.stack)
  await build().catch(showError)
  console.log(`Watching ${site}. Ctrl-C ends.`)
  const blocks = locateSiteBlocks(site)
  const isBlockFile = (path: string) => blocks !== undefined && isBelow(path, blocks)
  /** Changes that no finished update includes. */
  const pending = new Set<string>()
  for (;;) {
    for (const path of await changes.takeChanges()) pending.add(path)
    try {
      if (!updater || [...pending].some(isBlockFile)) {
        await build()
        pending.clear()
      } else report.print(await updateOnce(updater, pending, changes, report))
    } catch (error) {
      // The file was saved again while it was read: the next round handles it.
      if (await changes.waitForMoreChanges()) continue
      if (hashSources(site) !== sourceHash) {
        console.error('The program itself has changed. Press Ctrl-C and start it again.')
        continue
      }
      console.error((error as Error).message)
      await build().catch(showError)
    }
  }
}

async function updateOnce(
  updater: Updater,
  pending: Set<string>,
  changes: ChangeQueue,
  report: WatchReport,
): Promise<UpdateOutcome> {
  report.start()
  const outcome = await updater.update(new Set(pending), {
    onPreview: (written) => report.printPreview(written),
    isInterrupted: () => changes.hasChanges,
  })
  if (outcome.status === 'updated') pending.clear()
  return outcome
}

/** What `--watch` prints. A warning or a broken budget is printed once, until it changes. */
class WatchReport {
  readonly #options: BuildOptions
  #startedAt = 0
  #hasPreview = false
  #warnings = ''
  #violations: BudgetViolation[] = []

  constructor(options: BuildOptions) {
    this.#options = options
  }

  start(): void {
    this.#startedAt = performance.now()
    this.#hasPreview = false
  }

  printBuild(outcome: UpdateOutcome, startedAt: number): void {
    this.#violations = reportUpdate(outcome, { ...this.#options, startedAt }) ?? []
    if (outcome.status === 'updated') this.#warnings = this.#format(outcome.update.problems)
  }

  printPreview(written: string[]): void {
    this.#hasPreview = true
    const routes = written
      .filter((path) => path.endsWith('/index.html'))
      .map((path) => path.slice(0, -'/index.html'.length) || '/')
    const after = `changed, ${Math.round(performance.now() - this.#startedAt)} ms`
    if (routes.length > maxListedRoutes) console.log(`${routes.length} pages: ${after}`)
    else for (const route of routes) console.log(`${route}: ${after}`)
  }

  print(outcome: UpdateOutcome): void {
    if (outcome.status === 'failed') {
      this.#printFailure(outcome.problems)
      return
    }
    if (outcome.status === 'interrupted') return
    const { problems, pageCount, weights, written } = outcome.update
    if (!this.#hasPreview) this.printPreview(written)
    this.#printWarnings(problems)
    const seconds = ((performance.now() - this.#startedAt) / 1000).toFixed(1)
    const { out } = this.#options
    console.log(`${out}: up to date, ${pageCount} pages, all checked after ${seconds} s`)
    this.#violations = reportNewViolations(out, weights, this.#violations)
  }

  #printFailure(problems: Problem[] | string): void {
    this.#warnings = ''
    if (typeof problems === 'string') {
      console.error(`Nothing was changed: ${problems}`)
      return
    }
    const { text, summary } = describeReported(problems, this.#options.site)
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
    return formatReported(problems, this.#options.site)
  }
}
