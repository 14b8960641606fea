import { dependOnPositions, arrangeProblems } from '../../../schema/problems/arrange-problems.ts'
import { hasErrors } from '../../../schema/problems/problem.ts'
import type { Problem } from '../../../schema/problems/types.ts'
import { locateProblems } from './locate-printed-problems.ts'

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
