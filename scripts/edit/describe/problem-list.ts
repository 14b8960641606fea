import type { ProblemFix } from '../inputs.ts'
import { localizeCommands } from '../../launch/commands.mjs'
import { arrangeProblems } from '../../../schema/problems/arrange-problems.ts'
import {
  hasReportedLine,
  listCorrectedLines,
  toSplices,
} from '../../../schema/problems/correction.ts'
import type { Problem } from '../../../schema/problems/problem.ts'
import { spliceText } from '../../../schema/util/splice-text.ts'
import { isForLaunchOnly } from '../../check/describe-launch.ts'
import type { FileChange } from '../text-edits.ts'
import { RequestFailure } from '../request-failure.ts'

import type { ReadSite } from '../../prerender/run/run.ts'
import { type Cure, findContradiction, findRule, listCures } from './cures.ts'
import { wordFix } from '../plain-words.ts'
import type { ValuePlace } from '../source-address.ts'
import { findValueAt } from './source-view.ts'

/** `GET problems`, sorted as `npm run check` does. */
export type ListedProblem = Pick<
  Problem,
  'code' | 'severity' | 'message' | 'suggestion' | 'file' | 'line' | 'column'
> & {
  /** What to do in the studio; empty if there is nothing more to say. */
  fix: string
  /** The lines as they would be after `POST fixes`, if there is a correction. */
  corrected?: string[]
  /** What can be done about it with a button, by label. */
  cures?: string[]
  /** The statement of the site that it is about. */
  rule?: ValuePlace
  /** The fact that is to be settled. */
  contradiction?: ValuePlace
  /** The deepest value or property at its line and column. */
  address?: ValuePlace
  /** The page that it is on. */
  route?: string
}

/** `GET problems` */
export type ProblemList = { version: number; isComplete: boolean; problems: ListedProblem[] }

/** The problems that `npm run check` lists, in its order. */
export const listReported = (problems: Problem[]): Problem[] =>
  arrangeProblems(problems).filter((problem) => !isForLaunchOnly(problem))

/** The first lines after the correction of a problem. Undefined if there is no correction. */
function listCorrected(problem: Problem, text: string): string[] | undefined {
  if (!problem.correction || !hasReportedLine(problem, text)) return undefined
  const splices = toSplices(text, problem.correction)
  return listCorrectedLines(text, splices).map((line) => line.text.trim())
}

/** The path of the value that a problem is about. */
function findPath({ pendingLocation, setOrigin, ...problem }: Problem, text: string) {
  const { file, line, column = 1 } = problem
  const known = pendingLocation?.path ?? setOrigin?.cell
  if (known) return known
  if (line === undefined) return undefined
  return findValueAt(file, text, line, column)
}

const isChanged = () =>
  new RequestFailure('refused', 'This has changed meanwhile. Look at the problem again.')

/** @throws RequestFailure if the problem is gone */
function findProblem(problems: Problem[], wanted: ProblemFix): Problem {
  const isSame = (problem: Problem, names: (keyof ProblemFix & keyof Problem)[]) =>
    names.every((name) => problem[name] === wanted[name])
  const found = problems.filter((each) => isSame(each, ['code', 'message', 'file']))
  // It may have moved by what was typed before it.
  const problem = found.find((each) => isSame(each, ['line', 'column'])) ?? found[0]
  if (!problem || (found.length > 1 && !isSame(problem, ['line', 'column']))) throw isChanged()
  return problem
}

/**
 * Makes the correction of a problem.
 * @param text of its file
 * @throws RequestFailure if the problem is gone
 */
export function planFix(problems: Problem[], wanted: ProblemFix, text: string): FileChange {
  const problem = findProblem(problems, wanted)
  if (!problem.correction || !hasReportedLine(problem, text)) throw isChanged()
  const after = spliceText(text, toSplices(text, problem.correction))
  return { file: problem.file, before: text, after }
}

/**
 * Finds what the author has chosen of what can be done about a problem.
 * @param text of its file
 * @throws RequestFailure if the problem is gone
 */
export function findCure(
  site: ReadSite,
  problems: Problem[],
  wanted: ProblemFix,
  text: string,
): Cure {
  const problem = findProblem(listReported(problems), wanted)
  const cure = listCures(site, problem, findPath(problem, text), text).find(
    ({ label }) => label === wanted.cure,
  )
  if (!cure) throw isChanged()
  return cure
}

/**
 * Finds what problems are about.
 * @param texts of the files, by name; a file that is missing here has no paths
 */
export function describeProblems(
  site: ReadSite,
  problems: Problem[],
  texts: Map<string, string>,
): ListedProblem[] {
  return problems.map((problem) => {
    const { code, severity, message, suggestion, file, line, column } = problem
    const text = texts.get(file) ?? ''
    const path = findPath(problem, text)
    const cures = listCures(site, problem, path, text).map(({ label }) => label)
    const route = problem.setOrigin?.route ?? (path?.[0] === 'pages' ? path[1] : undefined)
    return {
      ...{ code, severity, message, suggestion, file, line, column },
      fix: localizeCommands(wordFix(problem)),
      corrected: listCorrected(problem, text),
      ...(cures.length > 0 && { cures }),
      rule: findRule(site, problem),
      contradiction: findContradiction(site, problem, path),
      ...(path && { address: { file, path } }),
      ...(typeof route === 'string' && { route }),
    }
  })
}
