import type { ProblemCode, Severity } from './problem-codes.ts'
import type { Problem } from './types.ts'

const severityRanks: Record<Severity, number> = { error: 0, warning: 1, note: 2 }

/** Often consequences of another error, so files with only these come last. */
const secondaryCodes = new Set<ProblemCode>([
  'BROKEN_LINK',
  'BROKEN_ANCHOR',
  'UNKNOWN_FACT',
  'UNKNOWN_READING',
  'PPC_WITHOUT_CALL_BUTTON',
  'MISSING_HOME_PAGE',
  'ADDRESS_GONE',
])
const getCauseRank = ({ code }: Problem) => (secondaryCodes.has(code) ? 1 : 0)

/** A file cannot be read. The names that it seems to define are not reported as missing. */
const unreadableFileCodes = new Set<ProblemCode>([
  'YAML_SYNTAX',
  'FILE_TOO_LARGE',
  'FILE_UNREADABLE',
  'NOT_UTF8',
  'TOO_MANY_ALIASES',
])

/** A file without a mistake in it that the site does not get its pages from. */
const unusedFileCodes = new Set<ProblemCode>(['NOT_INCLUDED', 'EMPTY_FILE'])

/** A file or table cannot be read, so the pages it defines are unknown. */
const missingContentCodes = new Set<ProblemCode>([
  'MISSING_INCLUDE',
  'INCLUDE_NOT_FOUND',
  'INCLUDE_OUTSIDE',
  'INCLUDE_CYCLE',
  'FILE_UNREADABLE',
  'ROWS_NOT_FOUND',
  'ROWS_UNREADABLE',
  'UNMATCHED_CSV_QUOTE',
  'INVALID_COLUMN_NAME',
  'CELL_COUNT_MISMATCH',
])

/** Something is not used, since what would use it is missing. */
const absenceCodes = new Set<ProblemCode>([
  'NOT_INCLUDED',
  'SET_WITHOUT_PAGES',
  'UNKNOWN_OVERRIDE',
  'UNLISTED_ARTICLE',
])

/** A text that YAML or a page cannot hold as written, so that its value is another one. */
const damagedTextCodes = new Set<ProblemCode>(['CONTROL_CHARACTER', 'TRUNCATED_TEXT'])

/** About values that are derived from a page, which a mistake on the page changes or removes. */
const derivedDataCodes = new Set<ProblemCode>([
  'INVALID_STRUCTURED_DATA',
  'SPARSE_STRUCTURED_DATA',
  'UNPRINTED_STRUCTURED_DATA',
])

/**
 * Drops problems of structured data while there are other errors. The data comes from the settings,
 * the ledger and the page, so a mistake in one of them makes it wrong on many pages.
 */
function hideDerivedData(problems: Problem[]): Problem[] {
  const isDerived = ({ code }: Problem) => derivedDataCodes.has(code)
  return problems.some((problem) => problem.severity === 'error' && !isDerived(problem))
    ? problems.filter((problem) => !isDerived(problem))
    : problems
}

/** Drops problems that are likely consequences of others. */
export function hideSecondaryProblems(all: Problem[]): Problem[] {
  const direct = hideRepeatedQuestions(hideUnselectedCells(hideDamagedTexts(all)))
  const problems = hideGoneAddresses(hideUnlinkedPages(hideDerivedData(direct)))
  const missing = problems.some(
    (problem) => missingContentCodes.has(problem.code) || isMisplacedPage(problem),
  )
  const unreadable = problems.some(({ code }) => unreadableFileCodes.has(code))
  if (missing)
    return problems.filter(
      ({ code }) =>
        code === 'MAIN_HEADING_COUNT' || !(secondaryCodes.has(code) || absenceCodes.has(code)),
    )
  const hidden: ProblemCode[] = ['MISSING_HOME_PAGE', 'UNLISTED_ARTICLE']
  return unreadable ? problems.filter(({ code }) => !hidden.includes(code)) : problems
}

/** A page that is indented like a property, so that the site does not have it. */
const isMisplacedPage = ({ code, found = '' }: Problem) =>
  code === 'UNKNOWN_PROPERTY' && found.startsWith('/')

/**
 * If there is another error, the page at an address may be in a part that could not be read. An
 * alias would then be wrong.
 */
function hideGoneAddresses(problems: Problem[]): Problem[] {
  const hasCause = problems.some(
    (problem) => problem.severity === 'error' && getCauseRank(problem) === 0,
  )
  const hasUnusedFile = problems.some(({ code }) => unusedFileCodes.has(code))
  const kept = problems.filter(({ code }) => code !== 'ADDRESS_GONE' && code !== 'ANCHOR_GONE')
  // An unused file is only a warning, so it hides the addresses only if an error remains.
  const isHidden = hasCause || (hasUnusedFile && kept.some(({ severity }) => severity === 'error'))
  return isHidden ? kept : problems
}

/** A filter with an unknown column keeps every row, also those that it is meant to leave out. */
function hideUnselectedCells(problems: Problem[]): Problem[] {
  const files = new Set(
    problems.filter(({ code }) => code === 'UNKNOWN_COLUMN').map(({ file }) => file),
  )
  return problems.filter(
    ({ code, setOrigin }) => code !== 'EMPTY_CELL' || !files.has(setOrigin?.template.file ?? ''),
  )
}

/** Asks once about a fact: where linked pages print different readings, that is part of the question. */
function hideRepeatedQuestions(problems: Problem[]): Problem[] {
  const locate = ({ file, line, column }: Problem) => `${file}:${line}:${column}`
  const asked = new Set(
    problems.filter(({ code }) => code === 'UNSETTLED_PROMISE').map((problem) => locate(problem)),
  )
  return problems.filter(
    (problem) => problem.code !== 'UNSETTLED_FACT' || !asked.has(locate(problem)),
  )
}

/** Errors of pages that could be read. */
const understoodCodes = new Set<Problem['code']>([
  'DUPLICATE_TITLE',
  'DUPLICATE_DESCRIPTION',
  'INDEXED_PPC_PAGE',
  'PPC_WITHOUT_CALL_BUTTON',
])

/** If there is another error, the link to a page may be in a part that could not be read. */
const hideUnlinkedPages = (problems: Problem[]): Problem[] =>
  problems.some(({ severity, code }) => severity === 'error' && !understoodCodes.has(code))
    ? problems.filter(({ code }) => code !== 'UNLINKED_PAGE')
    : problems

/** Drops the problems that follow from characters that are missing or wrong in the same text. */
function hideDamagedTexts(problems: Problem[]): Problem[] {
  const damaged = problems.filter(({ code }) => damagedTextCodes.has(code))
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

/** Errors about a page that does not exist. */
const missingPageCodes = new Set<ProblemCode>(['BROKEN_LINK', 'ADDRESS_GONE'])

/** Whether positions decide which problems are hidden. */
export const dependOnPositions = (problems: Problem[]): boolean =>
  problems.some(({ code }) => damagedTextCodes.has(code))

/**
 * Sorts problems by severity, then by file and line. Files that hold causes come before files that
 * hold only consequences, and an unused file before links to pages that it may define. Drops
 * duplicates on the same line. Problems that are not located are in the order of the pages.
 */
export function sortProblems(problems: Problem[]): Problem[] {
  const unique = new Map<string, Problem>()
  for (const problem of problems) {
    const { code, file, line, place, message } = problem
    const position = place ? [...place.path, place.needle].join('\n') : line
    const key = `${code} ${file}:${position} ${message}`
    if (!unique.has(key)) unique.set(key, problem)
  }
  const fileRanks = new Map<string, number>()
  const toFileKey = ({ severity, file }: Problem) => `${severity} ${file}`
  for (const problem of unique.values()) {
    const key = toFileKey(problem)
    fileRanks.set(key, Math.min(fileRanks.get(key) ?? 1, getCauseRank(problem)))
  }
  const getFileRank = (problem: Problem) => fileRanks.get(toFileKey(problem))!
  const misses = [...unique.values()].some(({ code }) => missingPageCodes.has(code))
  const getSeverityRank = ({ code, severity }: Problem) =>
    misses && unusedFileCodes.has(code) ? 0 : severityRanks[severity]
  return [...unique.values()].sort(
    (a, b) =>
      getSeverityRank(a) - getSeverityRank(b) ||
      getFileRank(a) - getFileRank(b) ||
      (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) ||
      (a.line ?? 0) - (b.line ?? 0) ||
      (a.column ?? 0) - (b.column ?? 0),
  )
}
