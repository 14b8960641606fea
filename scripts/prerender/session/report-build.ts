import { formatProblems, summarizeProblems } from '../../../schema/problems/format-problems.ts'
import {
  hideSecondaryProblems,
  sortProblems,
  type Problem,
} from '../../../schema/problems/problem.ts'
import { collapseRowProblems } from '../../../schema/sets/collapse-row-problems.ts'
import { relativizeProblemPaths } from '../../shared/problem-paths.ts'

/** Notes are for `npm run check`; a build shows what must or should be mended. */
export const listReportedProblems = (problems: Problem[]) =>
  sortProblems(hideSecondaryProblems(collapseRowProblems(problems))).filter(
    ({ severity }) => severity !== 'note',
  )

/** Shows what should be mended in a site that is built all the same. @param shown no error is among them. @param dir the site's folder. */
export function printWarnings(shown: Problem[], dir: string): void {
  if (shown.length > 0) console.error(`${formatProblems(relativizeProblemPaths(shown, dir))}\n`)
}

/** Says why nothing was built. @returns the exit code. */
export function reportFailure(why: Problem[] | string, dir = ''): number {
  if (typeof why === 'string') {
    console.error(`Nothing was built: ${why}`)
    return 1
  }
  const shown = listReportedProblems(why)
  console.error(
    `${formatProblems(relativizeProblemPaths(shown, dir))}\n\nNothing was built: ${summarizeProblems(shown)}.`,
  )
  return 1
}

/** On a terminal; a log has no use for it. */
export function showProgress(done: number, all: number): void {
  if (process.stdout.isTTY && !process.env.CI)
    process.stdout.write(done === all ? '\r' : `\r${done}/${all} pages`)
}

/** `, 12 pictures drawn`: nothing where none was. */
export const formatDrawnCount = (drawn: number) => (drawn > 0 ? `, ${drawn} pictures drawn` : '')

/** `4.21 MB, 1.2 s` @param started as `performance.now()` gave it. */
export const formatBuildSummary = (bytes: number, started: number) =>
  `${(bytes / 1e6).toFixed(2)} MB, ${((performance.now() - started) / 1000).toFixed(1)} s`
