import { localizeCommands } from '../../launch/commands.mjs'
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
import type { ProblemFix, StudioProblem } from '../protocol.ts'
import { tryParseTree } from '../../edit/yaml/find-node.ts'
import { findPathAt } from './source-view.ts'

/** The problems that `npm run check` lists, in its order. */
export const listReported = (problems: Problem[]): Problem[] =>
  sortProblems(hideSecondaryProblems(collapseRowProblems(problems))).filter(
    (problem) => !isForLaunchOnly(problem),
  )

/** The first lines after the correction of a problem. Undefined if there is no correction. */
function listCorrected(problem: Problem, text: string): string[] | undefined {
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

/**
 * Finds what problems are about.
 * @param texts of the files, by name; a file that is missing here has no paths
 */
export function locateProblems(problems: Problem[], texts: Map<string, string>): StudioProblem[] {
  return problems.map((problem) => {
    const { code, severity, message, fix, expected, suggestion, file, line, column } = problem
    const text = texts.get(file) ?? ''
    const tree = line === undefined ? undefined : tryParseTree(text)
    const path = problem.pendingLocation?.path ?? (tree && findPathAt(tree, line!, column ?? 1))
    const corrected = listCorrected(problem, text)
    const route = problem.setOrigin?.route ?? (path?.[0] === 'pages' ? path[1] : undefined)
    return {
      code,
      severity,
      message,
      fix: localizeCommands(fix),
      ...(expected !== undefined && { expected }),
      ...(suggestion !== undefined && { suggestion }),
      file,
      ...(line !== undefined && { line }),
      ...(column !== undefined && { column }),
      ...(corrected && { corrected }),
      ...(path && { address: { file, path } }),
      ...(typeof route === 'string' && { route }),
    }
  })
}
