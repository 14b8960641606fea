import { dependOnPositions, arrangeProblems } from '../../../schema/problems/arrange-problems.ts'
import { hasErrors, locateProblem } from '../../../schema/problems/problem.ts'
import type { Problem } from '../../../schema/problems/types.ts'
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
 * Locates the problems that are printed, and those with the same codes in the same files, since the
 * first of them are printed. On a large site, locating all of them would take as long as making its
 * pages.
 * @param site the site's folder
 * @param choose lists the problems to print; it may choose others when some are located
 * @returns what `choose` lists, with lines and columns
 */
export function locatePrintedProblems<T extends { printed: Problem[] }>(
  problems: Problem[],
  site: string,
  choose: (problems: Problem[]) => T,
): T {
  for (;;) {
    const chosen = choose(problems)
    const toKey = ({ file, code }: Problem) => `${code} ${file}`
    const pending = new Set(
      chosen.printed.flatMap((problem) => (problem.pendingLocation ? [toKey(problem)] : [])),
    )
    if (pending.size === 0) return chosen
    problems = locateProblems(problems, site, (problem) => pending.has(toKey(problem)))
  }
}

/**
 * Locates the problems that are accepted: all of them by default.
 * @returns all problems, in the same order
 */
export function locateProblems(
  problems: Problem[],
  site: string,
  accept: (problem: Problem) => boolean = () => true,
): Problem[] {
  const pending = problems.filter((problem) => problem.pendingLocation && accept(problem))
  // File by file, since only the last files that were parsed are kept.
  const byFile = pending.toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0))
  const located = new Map(
    byFile.map((problem) => {
      const source = createLazySource(join(site, problem.file), problem.file)
      return [problem, locateProblem(problem, source)]
    }),
  )
  return problems.map((problem) => located.get(problem) ?? problem)
}
