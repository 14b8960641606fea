import { join } from 'node:path'
import { locateProblem } from '../../../schema/problems/problem.ts'
import type { Problem } from '../../../schema/problems/types.ts'
import { createLazySource } from '../../../schema/source/open-source.ts'

/**
 * Locates the problems that are printed, and those in the same files, whose order depends on it. On
 * a large site, locating all of them would take as long as making its pages.
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
    const files = new Set(
      chosen.printed.flatMap(({ pendingLocation, file }) => (pendingLocation ? [file] : [])),
    )
    if (files.size === 0) return chosen
    problems = problems.map((problem) =>
      problem.pendingLocation && files.has(problem.file) ? locateInSite(problem, site) : problem,
    )
  }
}

/** Locates every problem. */
export const locateAllProblems = (problems: Problem[], site: string): Problem[] =>
  problems.map((problem) => (problem.pendingLocation ? locateInSite(problem, site) : problem))

const locateInSite = (problem: Problem, site: string): Problem =>
  locateProblem(problem, createLazySource(join(site, problem.file), problem.file))
