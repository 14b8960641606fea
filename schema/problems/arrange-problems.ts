import { hasErrors } from './problem.ts'
import type { Severity, Trait } from './codes/define-code.ts'
import { problemCodes } from './problem-codes.ts'
import type { Problem } from './types.ts'
import { groupBy } from '../util/group-by.ts'

const severityRanks: Record<Severity, number> = { error: 0, warning: 1, note: 2 }

/** Whether the code of a problem has a trait. */
const is = ({ code }: Problem, trait: Trait): boolean => problemCodes[code].traits.includes(trait)
const getCauseRank = (problem: Problem) => (is(problem, 'secondary') ? 1 : 0)

/**
 * Drops problems of structured data while there are other errors. Structured data is derived from
 * the settings, the ledger and the page, so one mistake in these makes it wrong on many pages.
 */
const hideDerivedData = (problems: Problem[]): Problem[] =>
  hasErrors(problems) ? problems.filter((problem) => !is(problem, 'derived-data')) : problems

/** Drops problems that are likely consequences of others. */
export function hideSecondaryProblems(all: Problem[]): Problem[] {
  const otherVersion = all.filter(({ code }) => code === 'OTHER_SPEC_VERSION')
  if (otherVersion.length > 0) return otherVersion
  const direct = hideRepeatedQuestions(hideEmptyCellsIfFilterFails(hideDamagedTexts(all)))
  const problems = hideGoneAddresses(hideUnlinkedPages(hideDerivedData(direct)))
  if (problems.some((problem) => is(problem, 'missing-content') || isMisplacedPage(problem)))
    return problems.filter((problem) => !is(problem, 'secondary') && !is(problem, 'unused'))
  return problems.some((problem) => is(problem, 'unreadable-file'))
    ? problems.filter((problem) => !is(problem, 'missing-name'))
    : problems
}

/**
 * Whether a problem is a page that is indented like a property, and therefore not a page of the
 * site.
 */
const isMisplacedPage = ({ code, found = '' }: Problem) =>
  code === 'UNKNOWN_PROPERTY' && found.startsWith('/')

/**
 * Drops problems about missing addresses if there is another error, since the page at an address
 * may be in a part that could not be read. The alias that the message suggests would then be wrong.
 */
function hideGoneAddresses(problems: Problem[]): Problem[] {
  const hasCause = problems.some(
    (problem) => problem.severity === 'error' && getCauseRank(problem) === 0,
  )
  const hasUnusedFile = problems.some((problem) => is(problem, 'unused-file'))
  const kept = problems.filter(({ code }) => code !== 'ADDRESS_GONE' && code !== 'ANCHOR_GONE')
  // An unused file is only a warning, so it hides these problems only if an error remains.
  const isHidden = hasCause || (hasUnusedFile && kept.some(({ severity }) => severity === 'error'))
  return isHidden ? kept : problems
}

/**
 * Drops problems of empty cells if a filter has an unknown column. Such a filter keeps every row,
 * including those that it is meant to exclude.
 */
function hideEmptyCellsIfFilterFails(problems: Problem[]): Problem[] {
  const files = new Set(
    problems.filter(({ code }) => code === 'UNKNOWN_COLUMN').map(({ file }) => file),
  )
  return problems.filter(
    ({ code, setOrigin }) => code !== 'EMPTY_CELL' || !files.has(setOrigin?.template.file ?? ''),
  )
}

/**
 * Drops the question about a fact if another one asks it too, with linked pages that print different
 * readings.
 */
function hideRepeatedQuestions(problems: Problem[]): Problem[] {
  const locate = ({ file, line, column }: Problem) => `${file}:${line}:${column}`
  const asked = new Set(problems.filter(({ code }) => code === 'UNSETTLED_PROMISE').map(locate))
  return problems.filter(
    (problem) => problem.code !== 'UNSETTLED_FACT' || !asked.has(locate(problem)),
  )
}

/**
 * Drops problems about unlinked pages if there is another error, since the link to a page may be in
 * a part that could not be read.
 */
const hideUnlinkedPages = (problems: Problem[]): Problem[] =>
  problems.some((problem) => problem.severity === 'error' && !is(problem, 'readable-page'))
    ? problems.filter(({ code }) => code !== 'UNLINKED_PAGE')
    : problems

/** Drops problems that are caused by missing or wrong characters in the same text. */
function hideDamagedTexts(problems: Problem[]): Problem[] {
  const damaged = problems.filter((problem) => is(problem, 'damaged-text'))
  if (damaged.length === 0) return problems
  const isCausedBy = (problem: Problem, cause: Problem) => {
    if (problem.file !== cause.file || problem.line !== cause.line) return false
    if (problem.code === 'WRONG_TYPE' || problem.code === 'EMPTY_TEXT')
      return cause.code === 'TRUNCATED_TEXT'
    const { column = 0 } = cause
    return column >= (problem.column ?? 0) && column < (problem.endColumn ?? 0)
  }
  return problems.filter(
    (problem) => damaged.includes(problem) || !damaged.some((cause) => isCausedBy(problem, cause)),
  )
}

/**
 * Whether the lines and columns of problems decide which are hidden, so that they must be located.
 */
export const dependOnPositions = (problems: Problem[]): boolean =>
  problems.some((problem) => is(problem, 'damaged-text'))

/**
 * Sorts problems by severity, then by file and line. Files with causes come before files with only
 * consequences, and an unused file comes before links to pages that it may define. Drops duplicates
 * on the same line. Problems without a line keep the order of the pages.
 */
export function sortProblems(problems: Problem[]): Problem[] {
  const unique = new Map<string, Problem>()
  for (const problem of problems) {
    const { code, file, line, pendingLocation, message } = problem
    const position = pendingLocation
      ? [...pendingLocation.path, pendingLocation.needle].join('\n')
      : line
    const key = `${code} ${file}:${position} ${message}`
    if (!unique.has(key)) unique.set(key, problem)
  }
  const fileRanks = new Map<string, number>()
  const toFileKey = ({ severity, file }: Problem) => `${severity} ${file}`
  for (const problem of unique.values()) {
    const key = toFileKey(problem)
    fileRanks.set(key, Math.min(fileRanks.get(key) ?? 1, getCauseRank(problem)))
  }
  const hasMissingPages = [...unique.values()].some((problem) => is(problem, 'missing-page'))
  const getSeverityRank = (problem: Problem) =>
    hasMissingPages && is(problem, 'unused-file') ? 0 : severityRanks[problem.severity]
  return [...unique.values()]
    .map((problem) => ({
      problem,
      severityRank: getSeverityRank(problem),
      fileRank: fileRanks.get(toFileKey(problem))!,
    }))
    .sort(
      (a, b) =>
        a.severityRank - b.severityRank ||
        a.fileRank - b.fileRank ||
        compareLocations(a.problem, b.problem),
    )
    .map(({ problem }) => problem)
}

/** Arranges the problems of a whole site as a report lists them. */
export const arrangeProblems = (problems: Problem[]): Problem[] =>
  sortProblems(hideSecondaryProblems(collapseRowProblems(problems)))

const compareLocations = (a: Problem, b: Problem): number =>
  (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) ||
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
  return problems.filter(({ code, file, line, column, found, setOrigin }) => {
    // Cells that a row lacks have one position.
    const key = `${code} ${file}:${line}:${column} ${found} ${setOrigin?.cell?.at(-1)}`
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
  return `${code} ${location.file}:${location.line}:${location.column} ${setOrigin.inRow}`
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
