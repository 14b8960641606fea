import type { HostName } from '../hosts/hosts.ts'
import type { Edition } from '../../../schema/resolve/resolve-site.ts'
import { type FolderRun, openFolderRun } from './folder-run.ts'
import { withProgress } from './show-progress.ts'
import { createSiteContents } from './site-contents.ts'
import type { Problem } from '../../../schema/problems/problem.ts'
import { colorReport } from '../../shared/color-report.ts'
import type { BudgetViolation } from '../budgets/budgets.ts'
import { reportBudgets } from '../budgets/report-weights.ts'
import { type FailedRun, listWeights, type Published, type RunResult } from './run.ts'
import { listDatedParts } from '../../../schema/days/coming-changes.ts'
import { describeMoment } from '../../../schema/days/moment.ts'
import { toPrintableLines } from '../../../schema/problems/printable.ts'
import { formatProblems, summarizeProblems } from '../../../schema/problems/format-problems.ts'
import { relativizeProblemPaths } from '../../shared/problem-paths.ts'
import { describeCorrections } from '../../shared/next-steps.ts'
import { formatCommand } from '../../launch/commands.mjs'
import { toSiteArgs } from '../../shared/usage.ts'
import { locatePrintedProblems } from './reported-problems.ts'
import { formatCount } from '../../../schema/util/format-first-items.ts'
import { groupBy } from '../../../schema/util/group-by.ts'

/** What `npm run build` was asked for. */
export type BuildOptions = {
  /** The site's folder. */
  site: string
  /** The output folder, which is replaced. */
  out: string
  edition?: Edition
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

/** Opens the output folder of a site for one build, or for many with `--watch`. */
export const openBuild = ({ site, out, edition, hosts }: BuildOptions): FolderRun =>
  openFolderRun({ site, out, edition, locatesLater: true }, createSiteContents(site, out, hosts))

/**
 * Of more warnings with one code, only the first are printed as examples, and the others are counted:
 * `npm run check` lists all of them. Each has to be located in its file.
 */
const maxPrintedPerCode = 10
const examplesPerCode = 3

/**
 * Formats the problems that a build reports: all errors, and the first warnings with each code.
 * @param site the site's folder.
 */
export const formatReportedProblems = (problems: Problem[], site: string): string =>
  describeReportedProblems(problems, site).text

/**
 * Describes the problems that a build reports.
 * @param site the site's folder.
 * @returns as `printed` those in the text, and as `summary` how many there are
 */
export function describeReportedProblems(problems: Problem[], site: string) {
  const chosen = locatePrintedProblems(problems, site, choosePrinted)
  const { printed, reported } = chosen
  return { text: formatPrinted(chosen, site), printed, summary: summarizeProblems(reported) }
}

function formatPrinted({ printed, counts }: ReturnType<typeof choosePrinted>, site: string) {
  const command = formatCommand('check', toSiteArgs(site))
  const omitted = [...counts].flatMap(([code, count]) =>
    count > maxPrintedPerCode ? [`… and ${count - examplesPerCode} more ${code}`] : [],
  )
  return [
    formatProblems(relativizeProblemPaths(printed, site)),
    ...(omitted.length > 0 ? [`${omitted.join('\n')}\n\`${command}\` lists all warnings.`] : []),
  ].join('\n\n')
}

function choosePrinted(reported: Problem[]) {
  const warnings = groupBy(
    reported.filter(({ severity }) => severity !== 'error'),
    ({ code }) => code,
  )
  const counts = new Map([...warnings].map(([code, { length }]) => [code, length]))
  const omitted = new Set(
    [...warnings.values()].flatMap((group) =>
      group.length > maxPrintedPerCode ? group.slice(examplesPerCode) : [],
    ),
  )
  return { reported, printed: reported.filter((problem) => !omitted.has(problem)), counts }
}

/** @param site the site's folder. */
export function printWarnings(problems: Problem[], site: string): void {
  const text = formatReportedProblems(problems, site)
  if (text !== '') console.error(`${colorReport(text, process.stderr)}\n`)
}

/** Prints why nothing was built. @returns the exit code. */
export function reportFailure(result: FailedRun, site: string): number {
  if (result.status === 'refused') {
    console.error(toPrintableLines(`Nothing was built: ${result.reason}`))
    return 1
  }
  const { text, printed, summary } = describeReportedProblems(result.problems, site)
  const errors = printed.filter(({ severity }) => severity === 'error')
  const next = describeCorrections(relativizeProblemPaths(errors, site), site)
  const report = `${text}\n\nNothing was built: ${summary}.\n${next}`
  console.error(colorReport(report, process.stderr))
  return 1
}

type ReportOptions = { site: string; out: string; startedAt: number; isVerbose?: boolean }

/**
 * Prints the result of a build. @returns the exceeded budgets, or undefined when nothing was built.
 */
export function reportRun(
  result: RunResult,
  { site, out, startedAt, isVerbose = false }: ReportOptions,
): BudgetViolation[] | undefined {
  if (result.status === 'interrupted') return undefined
  if (result.status !== 'done') {
    reportFailure(result, site)
    return undefined
  }
  const { problems, pages, published, input, made } = result
  printWarnings(problems, site)
  const { resolved } = input
  const hasDays = listDatedParts(resolved.site, made.pages).length > 0
  const at = hasDays ? ` as of ${describeMoment(resolved.context.moment)}` : ''
  console.log(`${out}: ${formatCount(pages.length, 'page')}${at}, ${formatDuration(startedAt)}`)
  const leftOut = pages.reduce(
    (sum, page) => sum + (page.leftOut ?? 0),
    resolved.shellFindings.leftOut ?? 0,
  )
  if (leftOut > 0) {
    const check = formatCommand('check', [...toSiteArgs(site), '--launch'])
    console.log(
      `Left out as samples, or until real or proven: ${formatCount(leftOut, 'part')} of pages. ${check} lists those that wait for an answer, if any do.`,
    )
  }
  const { photosCleaned } = published!
  if (photosCleaned > 0)
    console.log(
      `Published without their location and other private data: ${formatCount(photosCleaned, 'file')}. public/ still has it.`,
    )
  if (isVerbose) console.log(formatFigures(published!))
  return reportBudgets(listWeights(result), { isVerbose })
}

/** `4.21 MB, 12 images created`. */
export const formatFigures = ({ bytes, imagesCreated }: Published) =>
  `${(bytes / 1e6).toFixed(2)} MB, ${formatCount(imagesCreated, 'image')} created`

/** `1.2 s`. @param startedAt as `performance.now()`. */
export const formatDuration = (startedAt: number) =>
  `${((performance.now() - startedAt) / 1000).toFixed(1)} s`
