import {
  hasReportedLine,
  listCorrectedLines,
  toOffset,
  toSplices,
} from '../../schema/problems/correction.ts'
import type { Correction, CorrectedLine, Problem } from '../../schema/problems/types.ts'
import { spliceText, type Splice } from '../../schema/util/splice-text.ts'
import {
  readSiteText,
  reverseChange,
  writeFileChanges,
  type FileChange,
} from '../edit/text-edits.ts'

/** A problem that was fixed, with the first lines that were changed. */
type FixedProblem = { problem: Problem; lines: CorrectedLine[] }

/** @property check The result of the last check: the problems that are left. */
export type FixResult<C> = {
  check: C
  fixed: FixedProblem[]
  /** Problems that their correction did not remove, so it was undone. */
  unfixed: Problem[]
  /** The changes of all passes; only in a preview. */
  changes: FileChange[]
}

type PlannedFix = FixedProblem & { splices: Splice[] }
type FixPlan = { fixes: PlannedFix[]; changes: FileChange[] }

/** Each pass can reveal mistakes that a syntax error, now fixed, had hidden. */
const maxPasses = 10

/** Whether `fixProblems` would fix a problem. */
export const isFixable = ({ correction }: Problem): boolean => correction?.isSure === true

/**
 * Makes the unambiguous corrections, checks the site again, and undoes those that do not remove
 * their problem. Repeats this until nothing is left to correct. Writes all files of a pass, or
 * none.
 * @param site the site's folder.
 * @param check Finds the problems of the site, with files relative to it.
 */
export async function fixProblems<C extends { problems: Problem[] }>(
  site: string,
  check: () => Promise<C>,
): Promise<FixResult<C>> {
  const result: FixResult<C> = { check: await check(), fixed: [], unfixed: [], changes: [] }
  /** Texts of files before each pass, to which no correction may lead back. */
  const earlier = new Set<string>()
  for (let pass = 0; pass < maxPasses; pass++) {
    const unfixed = new Set(result.unfixed.map(describeIdentity))
    const candidates = result.check.problems.filter(
      (problem) => isFixable(problem) && !unfixed.has(describeIdentity(problem)),
    )
    const plan = await planFixes(site, candidates)
    if (plan.fixes.length === 0) return result
    for (const { file, before } of plan.changes) earlier.add(`${file}\n${before}`)
    await writeFileChanges(site, plan.changes)
    const after = await checkOrRestore(site, plan.changes, check)
    const failed = plan.fixes.filter((fix) => hasFailed(fix, plan, result.check, after, earlier))
    if (failed.length > 0) {
      await writeFileChanges(site, plan.changes.map(reverseChange))
      result.unfixed.push(...failed.map(({ problem }) => problem))
    } else {
      result.fixed.push(...plan.fixes)
      result.check = after
    }
  }
  return result
}

async function checkOrRestore<C>(
  site: string,
  changes: FileChange[],
  check: () => Promise<C>,
): Promise<C> {
  try {
    return await check()
  } catch (error) {
    await writeFileChanges(site, changes.map(reverseChange))
    throw error
  }
}

const describeIdentity = ({ code, file, line, column, message }: Problem) =>
  [code, file, line, column, message].join(' ')

/**
 * Plans the corrections that match the current files. If two overlap, only the first is planned.
 */
async function planFixes(site: string, problems: Problem[]): Promise<FixPlan> {
  const plan: FixPlan = { fixes: [], changes: [] }
  for (const file of new Set(problems.map((problem) => problem.file))) {
    const before = await readSiteText(site, file)
    const found: { problem: Problem; splices: Splice[] }[] = []
    let splices: Splice[] = []
    for (const problem of problems) {
      if (problem.file !== file || !hasReportedLine(problem, before)) continue
      const own = toSplices(before, problem.correction as Correction)
      const combined = combineSplices(splices, own)
      if (!combined) continue
      splices = combined
      found.push({ problem, splices: own })
    }
    if (found.length === 0) continue
    for (const { problem, splices: own } of found) {
      const lines = listCorrectedLines(before, splices, own)
      plan.fixes.push({ problem, splices: own, lines })
    }
    plan.changes.push({ file, before, after: spliceText(before, splices) })
  }
  return plan
}

/** Joins edits. The same edit may fix several problems. @returns undefined if edits overlap */
function combineSplices(splices: Splice[], more: Splice[]): Splice[] | undefined {
  const isSame = (one: Splice, other: Splice) =>
    one.start === other.start && one.end === other.end && one.text === other.text
  const added = more.filter((splice) => !splices.some((other) => isSame(splice, other)))
  const overlaps = added.some(({ start, end }) =>
    splices.some((other) => start <= other.end && other.start <= end),
  )
  return overlaps ? undefined : [...splices, ...added]
}

/**
 * Whether a problem is still there, something is there twice, a warning became an error, its file
 * cannot be parsed, or the file is again what it was before.
 */
function hasFailed(
  { problem }: PlannedFix,
  { fixes, changes }: FixPlan,
  before: { problems: Problem[] },
  after: { problems: Problem[] },
  earlier: Set<string>,
): boolean {
  const { file, code, message, severity, line = 1, column = 1 } = problem
  const change = changes.find((each) => each.file === file)!
  if (earlier.has(`${file}\n${change.after}`)) return true
  const splices = fixes.flatMap((fix) => (fix.problem.file === file ? fix.splices : []))
  const offset = moveOffset(toOffset(change.before, line, column), splices)
  const isHere = (other: Problem) =>
    other.file === file && toOffset(change.after, other.line ?? 1, other.column ?? 1) === offset
  const wasError = before.problems.some(
    (other) =>
      isError(other) && other.file === file && other.line === line && other.column === column,
  )
  const remains = after.problems.some(
    (other) =>
      isHere(other) &&
      ((other.code === code && other.message === message) ||
        other.code.startsWith('DUPLICATE_') ||
        (severity !== 'error' && isError(other) && !wasError)),
  )
  const isBroken = ({ problems }: { problems: Problem[] }) =>
    problems.some((other) => other.file === file && other.code === 'YAML_SYNTAX')
  return remains || (isBroken(after) && !isBroken(before))
}

const isError = ({ severity }: Problem) => severity === 'error'

/** Finds where an offset is after the edits before it were made. */
const moveOffset = (offset: number, splices: Splice[]): number => {
  const unique = new Map(splices.map((splice) => [`${splice.start} ${splice.end}`, splice]))
  return [...unique.values()]
    .filter(({ end }) => end <= offset)
    .reduce((moved, { start, end, text }) => moved + text.length - (end - start), offset)
}
