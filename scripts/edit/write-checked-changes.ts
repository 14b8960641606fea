import { countItems } from '../../schema/util/group-by.ts'
import { assertNoErrors } from '../shared/read-site-report.ts'
import type { Problem } from '../../schema/problems/problem.ts'
import { readChanged, writeFileChanges, type FileChange } from './text-edits.ts'
import { readWholeSite, type WholeSite } from '../prerender/run/inspect-site.ts'

export type CheckedChanges = {
  /** Recorded dates that were kept; undefined if the site records none. */
  keptDates?: number
  /** Problems that the site has now and had not before. None is an error. */
  newProblems: Problem[]
}

/** @property dryRun whether to write nothing */
export type CheckOptions = { dryRun?: boolean }

/** The recorded dates as they are then, and how many were kept. */
export type PlannedDates = { change: FileChange; keptDates: number }

type WriteOptions = CheckOptions & {
  /** What happens, for messages: `renamed`. */
  done: string
  planDates?: (after: WholeSite) => Promise<PlannedDates | undefined>
}

/**
 * Checks the site with changes, and writes all files or none.
 * @param dir the site's folder
 * @param resolved as it was before
 * @throws UserError if the site would have errors
 */
export async function writeCheckedChanges(
  dir: string,
  resolved: WholeSite,
  changes: FileChange[],
  { done, dryRun = false, planDates }: WriteOptions,
): Promise<CheckedChanges> {
  const after = await readChanged(dir, changes, () =>
    readWholeSite(dir, { moment: { everything: true } }),
  )
  assertNoErrors(after.problems, done)
  const dates = await planDates?.(after)
  if (!dryRun) await writeFileChanges(dir, dates ? [...changes, dates.change] : changes)
  return { keptDates: dates?.keptDates, newProblems: findNewProblems(resolved, after) }
}

/**
 * Finds the problems that a site has and had not before. A page that has changed needs a new date,
 * which is not listed.
 */
export function findNewProblems(
  { problems: before }: Pick<WholeSite, 'problems'>,
  { problems: after }: Pick<WholeSite, 'problems'>,
): Problem[] {
  // Lines may have moved.
  const keyOf = ({ code, message }: Problem) => `${code} ${message}`
  const known = countItems(before.map(keyOf))
  return after.filter((problem) => {
    const count = known.get(keyOf(problem)) ?? 0
    known.set(keyOf(problem), count - 1)
    return count <= 0 && problem.code !== 'UNDATED_CHANGE'
  })
}
