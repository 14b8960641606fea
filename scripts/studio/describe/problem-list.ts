import { hideSecondaryProblems, sortProblems } from '../../../schema/problems/arrange-problems.ts'
import {
  hasReportedLine,
  listCorrectedLines,
  toSplices,
} from '../../../schema/problems/correction.ts'
import type { Problem } from '../../../schema/problems/types.ts'
import { collapseRowProblems } from '../../../schema/sets/collapse-row-problems.ts'
import { spliceText } from '../../../schema/util/splice-text.ts'
import { isForLaunchOnly } from '../../check/describe-launch.ts'
import type { FileChange } from '../../edit/text-edits.ts'
import { StudioFailure } from '../draft/studio-failure.ts'
import type { ProblemFix } from '../protocol.ts'

/** The problems that `npm run check` lists, in its order. */
export const listReported = (problems: Problem[]): Problem[] =>
  sortProblems(hideSecondaryProblems(collapseRowProblems(problems))).filter(
    (problem) => !isForLaunchOnly(problem),
  )

/** The first lines after the correction of a problem. Undefined if there is no correction. */
export function listCorrected(problem: Problem, text: string): string[] | undefined {
  if (!problem.correction || !hasReportedLine(problem, text)) return undefined
  const splices = toSplices(text, problem.correction)
  return listCorrectedLines(text, splices).map((line) => line.text.trim())
}

/**
 * Makes the correction of a problem.
 * @param text of its file
 * @throws StudioFailure if the problem is gone
 */
export function planFix(problems: Problem[], wanted: ProblemFix, text: string): FileChange {
  const names = ['code', 'message', 'file', 'line', 'column'] as const
  const problem = problems.find((each) => names.every((name) => each[name] === wanted[name]))
  if (!problem?.correction || !hasReportedLine(problem, text))
    throw new StudioFailure('refused', 'This has changed meanwhile. Look at the problem again.')
  const after = spliceText(text, toSplices(text, problem.correction))
  return { file: problem.file, before: text, after }
}
