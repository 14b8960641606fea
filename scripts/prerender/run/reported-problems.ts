import {
  arrangeProblems,
  dependOnPositions,
  sortProblems,
} from '../../../schema/problems/arrange-problems.ts'
import { hasErrors, locateProblem, type Problem } from '../../../schema/problems/problem.ts'
import { join } from 'node:path'
import { createLazySource } from '../../../schema/source/parse-file.ts'

/**
 * The problems that a build reports: everything but notes, which are for `npm run check`.
 * @param site the site's folder.
 */
export function listReportedProblems(problems: Problem[], site: string): Problem[] {
  const known = dependOnPositions(problems) ? locateProblems(problems, site) : problems
  return arrangeProblems(known).filter(({ severity }) => severity !== 'note')
}

/**
 * Whether a build that finds these problems fails. Sorts out secondary problems only if there is an
 * error at all.
 * @param site the site's folder.
 */
export const hasReportedErrors = (problems: Problem[], site: string): boolean =>
  hasErrors(problems) && hasErrors(listReportedProblems(problems, site))

/**
 * Chooses which of the reported problems are printed, and locates these. Those with the same codes on
 * the same pages are located, too, since the first of them are printed. On a large site, locating all
 * of them would take as long as making its pages.
 * @param site the site's folder
 * @param choose may choose others when some are located
 * @returns what `choose` returns, with the printed ones in order and with lines and columns
 */
export function locatePrintedProblems<T extends { printed: Problem[] }>(
  problems: Problem[],
  site: string,
  choose: (reported: Problem[]) => T,
): T {
  let reported = listReportedProblems(problems, site)
  for (;;) {
    const chosen = choose(reported)
    const pages = new Set(chosen.printed.filter(isPending).map(toPageKey))
    if (pages.size === 0) return { ...chosen, printed: sortProblems(chosen.printed) }
    const isNext = (problem: Problem) => isPending(problem) && pages.has(toPageKey(problem))
    const located = sortProblems(locateProblems(reported.filter(isNext), site))
    let next = 0
    // The pages of a file are in order.
    reported = reported.flatMap((it) => (isNext(it) ? (located[next++] ?? []) : it))
  }
}

const isPending = ({ pendingLocation }: Problem) => pendingLocation !== undefined
function toPageKey({ code, file, pendingLocation }: Problem) {
  const [section, name] = pendingLocation!.path
  return `${code} ${file} ${section === 'pages' ? name : ''}`
}

/** @returns all problems, in the same order */
export function locateProblems(problems: Problem[], site: string): Problem[] {
  // File by file, since only the last files that were parsed are kept.
  const byFile = problems
    .filter(isPending)
    .toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0))
  const located = new Map(
    byFile.map((problem) => {
      const source = createLazySource(join(site, problem.file), problem.file)
      return [problem, locateProblem(problem, source)]
    }),
  )
  return problems.map((problem) => located.get(problem) ?? problem)
}
