import { problemCodes, type ProblemCode, type Severity, type Trait } from './problem-codes.ts'
import type { Problem } from './problem.ts'
import { groupBy } from '../util/group-by.ts'
import { formatPosition } from './location.ts'

const severityRanks: Record<Severity, number> = { error: 0, warning: 1, note: 2 }

type Condition = (problem: Problem) => boolean

/** Whether a problem has one of some codes or traits. */
function has(...names: (Trait | ProblemCode)[]): Condition {
  const codes = new Set(
    (Object.keys(problemCodes) as ProblemCode[]).filter(
      (code) => names.includes(code) || problemCodes[code].traits.some((it) => names.includes(it)),
    ),
  )
  return ({ code }) => codes.has(code)
}
const isError: Condition = ({ severity }) => severity === 'error'
const isDamagedText = has('damaged-text')
const isUnusedFile = has('unused-file')
const isSecondary = has('secondary')
const isMissingPage = has('missing-page')
const isOnReadablePage = has('readable-page')
const isGoneAddress = has('gone-address')
const hasMissingContent = has('missing-content')

/**
 * What hides problems that are likely its consequences.
 * @property near whether a cause hides a problem; by default, it does wherever the two are
 */
type Suppression = {
  hides: Condition
  by: (cause: Problem, all: Problem[]) => boolean
  near?: (problem: Problem, cause: Problem) => boolean
}

/** Applied one after the other, since a hidden problem hides nothing. */
const suppressions: Suppression[] = [
  { hides: ({ code }) => code !== 'OTHER_SPEC_VERSION', by: has('OTHER_SPEC_VERSION') },
  { hides: (problem) => !isDamagedText(problem), by: isDamagedText, near: isInDamagedText },
  {
    // A filter with an unknown column keeps every row, including those that it is meant to exclude.
    hides: has('EMPTY_CELL'),
    by: has('UNKNOWN_COLUMN'),
    near: ({ setOrigin }, { file }) => setOrigin?.template.file === file,
  },
  {
    // Linked pages that print different readings of the fact ask the same question.
    hides: has('UNSETTLED_FACT'),
    by: has('UNSETTLED_PROMISE'),
    near: (problem, cause) =>
      problem.file === cause.file &&
      problem.line === cause.line &&
      problem.column === cause.column &&
      problem.pendingLocation?.path.join('\n') === cause.pendingLocation?.path.join('\n'),
  },
  // Structured data is derived from the settings, the ledger and the page, so one mistake in these
  // makes it wrong on many pages.
  { hides: has('derived-data'), by: isError },
  {
    // The link to a page may be in a part that could not be read.
    hides: has('UNLINKED_PAGE'),
    by: (problem) => isError(problem) && !isOnReadablePage(problem),
  },
  {
    // The page at an address may be in a part that could not be read. The alias that the message
    // suggests would then be wrong. A file that is not used may define it, too.
    hides: isGoneAddress,
    by: (problem, all) =>
      isError(problem) &&
      !isGoneAddress(problem) &&
      (!isSecondary(problem) || all.some(isUnusedFile)),
  },
  {
    hides: has('secondary', 'unused'),
    by: (problem) => hasMissingContent(problem) || isMisplacedPage(problem),
  },
  { hides: has('missing-name'), by: has('unreadable-file') },
]

/** Drops problems that are likely consequences of others. */
const hideConsequences = (all: Problem[]): Problem[] =>
  suppressions.reduce((problems, { hides, by, near = () => true }) => {
    if (!problems.some(hides)) return problems
    const causes = problems.filter((problem) => by(problem, problems))
    if (causes.length === 0) return problems
    return problems.filter(
      (problem) => !hides(problem) || !causes.some((cause) => near(problem, cause)),
    )
  }, all)

/**
 * Whether a problem is a page that is indented like a property, and therefore not a page of the
 * site.
 */
const isMisplacedPage = ({ code, found = '' }: Problem) =>
  code === 'UNKNOWN_PROPERTY' && found.startsWith('/')

/** Whether a problem is caused by missing or wrong characters in the same text. */
function isInDamagedText(problem: Problem, cause: Problem): boolean {
  if (problem.file !== cause.file || problem.line !== cause.line) return false
  if (problem.code === 'WRONG_TYPE' || problem.code === 'EMPTY_TEXT')
    return cause.code === 'TRUNCATED_TEXT'
  const { column = 0 } = cause
  return column >= (problem.column ?? 0) && column < (problem.endColumn ?? 0)
}

/**
 * Whether the lines and columns of problems decide which are hidden, so that they must be located.
 */
export const dependOnPositions = (problems: Problem[]): boolean => problems.some(isDamagedText)

/** Drops repeated problems on the same line. Keeps the first. */
function dropRepeated(problems: Problem[]): Problem[] {
  const unique = new Map<string, Problem>()
  for (const problem of problems) {
    const { code, file, line, pendingLocation, message } = problem
    const position = pendingLocation
      ? `${pendingLocation.path.join('\n')}\n${pendingLocation.needle}`
      : line
    const key = `${code} ${file}:${position} ${message}`
    if (!unique.has(key)) unique.set(key, problem)
  }
  return [...unique.values()]
}

/**
 * Sorts problems by severity, then by file and line. Files with causes come before files with only
 * consequences, and an unused file comes before links to pages that it may define. Problems without a
 * line keep the order of the pages.
 */
function orderProblems(problems: Problem[]): Problem[] {
  const toFileKey = ({ severity, file }: Problem) => `${severity} ${file}`
  const filesWithCauses = new Set(
    problems.some(isSecondary) ? problems.filter((it) => !isSecondary(it)).map(toFileKey) : [],
  )
  const hasMissingPages = problems.some(isMissingPage)
  const getSeverityRank = (problem: Problem) =>
    hasMissingPages && isUnusedFile(problem) ? 0 : severityRanks[problem.severity]
  return problems
    .map((problem) => ({
      problem,
      severityRank: getSeverityRank(problem),
      fileRank: isSecondary(problem) && !filesWithCauses.has(toFileKey(problem)) ? 1 : 0,
    }))
    .sort(
      (a, b) =>
        a.severityRank - b.severityRank ||
        a.fileRank - b.fileRank ||
        compareLocations(a.problem, b.problem),
    )
    .map(({ problem }) => problem)
}

/** Orders problems, without repeated ones. */
export const sortProblems = (problems: Problem[]): Problem[] =>
  orderProblems(dropRepeated(problems))

/** Arranges the problems of a whole site as a report lists them. */
export const arrangeProblems = (problems: Problem[]): Problem[] =>
  sortProblems(hideConsequences(collapseRowProblems(problems)))

const compareLocations = (a: Problem, b: Problem): number =>
  (a.file === b.file ? 0 : a.file < b.file ? -1 : 1) ||
  (a.line ?? 0) - (b.line ?? 0) ||
  (a.column ?? 0) - (b.column ?? 0)

/** Cells that are listed one by one. Further cells are only counted. */
const maxShownCells = 10
/** Rows whose line numbers are listed. Further rows are only counted. */
const maxListedRows = 5

/**
 * Merges repeated problems of a set's pages. A problem in the template is reported for its first
 * row, with the number of other rows. Problems in cells are listed one by one, up to a limit.
 */
function collapseRowProblems(all: Problem[]): Problem[] {
  if (!all.some(({ setOrigin }) => setOrigin)) return all
  const problems = dropRepeatedCells(all)
  const groups = groupBy(problems, getGroupKey)
  return problems.flatMap((problem) => {
    const key = getGroupKey(problem)
    if (key === undefined) return [problem]
    const group = groups.get(key)!
    const last = problem.setOrigin!.inRow ? Math.min(group.length, maxShownCells) - 1 : 0
    // Search only the first few, so that large groups do not take quadratic time.
    const index = group.slice(0, last + 1).indexOf(problem)
    return index < 0 ? [] : index < last ? [problem] : [addOtherRows(problem, group.slice(last))]
  })
}

/** Drops repeated problems of a cell that several pages or sets use. Keeps the first. */
function dropRepeatedCells(problems: Problem[]): Problem[] {
  const seen = new Set<string>()
  return problems.filter((problem) => {
    const { code, found, setOrigin } = problem
    // Cells that a row lacks have one position.
    const key = `${code} ${formatPosition(problem)} ${found} ${setOrigin?.cell?.at(-1)}`
    if (setOrigin?.inRow && seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/**
 * Returns a key of the code and the position in the template: of the text itself, or of the column
 * for a problem in a cell.
 */
function getGroupKey({ code, file, line, column, setOrigin }: Problem): string | undefined {
  if (!setOrigin) return undefined
  const location = setOrigin.inRow ? setOrigin.template : { file, line, column }
  return `${code} ${formatPosition(location)} ${setOrigin.inRow}`
}

function addOtherRows(problem: Problem, group: Problem[]): Problem {
  const origin = problem.setOrigin!
  const lines = new Map(
    group.map((other) => [other.setOrigin!.route, other.setOrigin!.rows.at(-1)!.line]),
  )
  lines.delete(origin.route)
  return lines.size === 0
    ? problem
    : {
        ...problem,
        setOrigin: {
          ...origin,
          otherRowCount: lines.size,
          otherLines: [...new Set(lines.values())].slice(0, maxListedRows),
        },
      }
}
