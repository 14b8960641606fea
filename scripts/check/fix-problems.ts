import {
  hasReportedLine,
  listCorrectedLines,
  toOffset,
  toSplices,
  type Correction,
  type CorrectedLine,
} from '../../schema/problems/correction.ts'
import type { Problem } from '../../schema/problems/problem.ts'
import { spliceText, type Splice } from '../../schema/util/splice-text.ts'
import { readChanged, readSiteText, writeFileChanges, type FileChange } from '../edit/text-edits.ts'

/** A problem that was fixed, with the first lines that were changed. */
type FixedProblem = { problem: Problem; lines: CorrectedLine[] }

export type FixResult<C> = {
  /** The result of the check without the corrections, and of the one with all of them. */
  before: C
  after: C
  fixed: FixedProblem[]
  /** Problems that their correction did not remove, so it was not made. */
  unfixed: Problem[]
  changes: FileChange[]
}

type PlannedFix = FixedProblem & { splices: Splice[] }
type FixPlan = { fixes: PlannedFix[]; changes: FileChange[] }

/** Each pass can reveal mistakes that a syntax error, now fixed, had hidden. */
const maxPasses = 10

/** Whether `fixProblems` would fix a problem. */
export const isFixable = ({ correction }: Problem): boolean => correction?.isSure === true

/**
 * Makes the unambiguous corrections, checks the site again, and takes back those that do not remove
 * their problem. Repeats this until nothing is left to correct. Then writes all files, or none.
 * @param site the site's folder.
 * @param check Finds the problems of the site, with files relative to it.
 * @param options.dryRun whether to write nothing
 */
export async function fixProblems<C extends { problems: Problem[] }>(
  site: string,
  check: () => Promise<C>,
  { dryRun = false } = {},
): Promise<FixResult<C>> {
  const before = await check()
  const result: FixResult<C> = { before, after: before, fixed: [], unfixed: [], changes: [] }
  /** Texts of files before each pass, to which no correction may lead back. */
  const earlier = new Set<string>()
  for (let pass = 0; pass < maxPasses; pass++) {
    const unfixed = new Set(result.unfixed.map(describeIdentity))
    const candidates = result.after.problems.filter(
      (problem) => isFixable(problem) && !unfixed.has(describeIdentity(problem)),
    )
    const plan = await planFixes(site, result.changes, candidates)
    if (plan.fixes.length === 0) break
    for (const change of plan.changes) earlier.add(`${change.file}\n${change.before}`)
    const changes = joinChanges(result.changes, plan.changes)
    const after = await readChanged(site, changes, check)
    const failed = plan.fixes.filter((fix) => hasFailed(fix, plan, result.after, after, earlier))
    if (failed.length > 0) result.unfixed.push(...failed.map(({ problem }) => problem))
    else {
      result.fixed.push(...plan.fixes)
      Object.assign(result, { after, changes })
    }
  }
  if (!dryRun) await writeFileChanges(site, result.changes)
  return result
}

/** Adds the changes of a pass to those of the passes before it. */
function joinChanges(changes: FileChange[], more: FileChange[]): FileChange[] {
  const byFile = new Map(changes.map((change) => [change.file, change]))
  for (const change of more)
    byFile.set(change.file, { ...change, before: byFile.get(change.file)?.before ?? change.before })
  return [...byFile.values()]
}

const describeIdentity = ({ code, file, line, column, message }: Problem) =>
  [code, file, line, column, message].join(' ')

/**
 * Plans the corrections that match the files with the changes so far. If two overlap, only the first
 * is planned.
 */
async function planFixes(
  site: string,
  changes: FileChange[],
  problems: Problem[],
): Promise<FixPlan> {
  const plan: FixPlan = { fixes: [], changes: [] }
  for (const file of new Set(problems.map((problem) => problem.file))) {
    const changed = changes.find((change) => change.file === file)
    const before = changed?.after ?? (await readSiteText(site, file))
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
  const isSameEdit = (one: Splice, other: Splice) =>
    one.start === other.start && one.end === other.end && one.text === other.text
  const added = more.filter((splice) => !splices.some((other) => isSameEdit(splice, other)))
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
