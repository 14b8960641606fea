import { listComingChanges, listDatedParts } from '../../../schema/days/coming-changes.ts'
import { formatMoment } from '../../../schema/days/moment.ts'
import { problemCodes } from '../../../schema/problems/problem-codes.ts'
import type { Problem } from '../../../schema/problems/types.ts'
import type { PageSummary } from '../../../schema/resolve/page-summary.ts'
import type { SharedSite } from '../../../schema/resolve/resolve-site.ts'

/** Each moment takes as long as a check. */
const maxMoments = 12

type CheckedMoment = { shared: SharedSite; pages: PageSummary[]; problems: Problem[] }

/**
 * Finds the errors that a site will have when something begins or ends, and does not have yet.
 * @param checkAt returns the problems of another moment
 * @returns each error once, as a warning; and how many further moments were not looked at
 */
export async function findComingErrors(
  { shared, pages, problems }: CheckedMoment,
  checkAt: (now: string) => Promise<Problem[]>,
): Promise<{ errors: Problem[]; leftOut: number }> {
  const { now, timeZone } = shared.context.moment
  const parts = listDatedParts(shared.merged, pages).filter(({ isHarmless }) => !isHarmless)
  const coming = listComingChanges(parts, now)
  const toKey = ({ code, file, line, column, found }: Problem) =>
    [code, file, line, column, found].join('\n')
  const known = new Set(problems.map(toKey))
  const errors: Problem[] = []
  for (const { at } of coming.slice(0, maxMoments)) {
    for (const problem of await checkAt(new Date(at).toISOString())) {
      if (problem.severity !== 'error' || known.has(toKey(problem))) continue
      known.add(toKey(problem))
      errors.push(toWarning(problem, formatMoment(at, timeZone)))
    }
  }
  return { errors, leftOut: Math.max(0, coming.length - maxMoments) }
}

/** No correction is offered, because the site is correct until then. */
function toWarning({ correction: _, message, ...problem }: Problem, day: string): Problem {
  const { severity } = problemCodes.BREAKS_LATER
  return { ...problem, severity, code: 'BREAKS_LATER', message: `Starting ${day}: ${message}` }
}
