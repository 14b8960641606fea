import { problemCodes, type ProblemCode, type Severity } from './problem-codes.ts'
import type { Problem, ProblemDetails } from './types.ts'
import type { SourceLocation } from '../source/types.ts'

/**
 * Creates a problem at a location in a file.
 * @param details.needle the part of the text at the location to underline
 */
export function problemAt(
  location: SourceLocation,
  code: ProblemCode,
  message: string,
  { needle, ...details }: ProblemDetails & { needle?: string } = {},
): Problem {
  return {
    ...problemInFile(location.source.file, code, message, details),
    ...location.source.locate(location.path, location.target, needle),
  }
}

/** Creates a problem that concerns a whole file, without a line. */
export function problemInFile(
  file: string,
  code: ProblemCode,
  message: string,
  details: ProblemDetails = {},
): Problem {
  const { severity, fix } = problemCodes[code]
  return { code, severity, message, file, fix, ...details }
}

const severityRanks: Record<Severity, number> = { error: 0, warning: 1, note: 2 }

/** Often a consequence of another error, so listed after the errors that may have caused them. */
const secondaryCodes = new Set<ProblemCode>([
  'BROKEN_LINK',
  'BROKEN_ANCHOR',
  'UNKNOWN_FACT',
  'UNKNOWN_READING',
  'MAIN_HEADING_COUNT',
  'PPC_WITHOUT_CALL_BUTTON',
  'MISSING_HOME_PAGE',
])
const getCauseRank = ({ code }: Problem) => (secondaryCodes.has(code) ? 1 : 0)

/** A file or table cannot be read, so the pages it defines are unknown. */
const missingContentCodes = new Set<ProblemCode>([
  'INCLUDE_NOT_FOUND',
  'INCLUDE_OUTSIDE',
  'INCLUDE_CYCLE',
  'ROWS_NOT_FOUND',
  'ROWS_UNREADABLE',
  'UNMATCHED_CSV_QUOTE',
  'INVALID_COLUMN_NAME',
  'CELL_COUNT_MISMATCH',
])

/** Drops problems that are likely consequences of a missing or unreadable file. */
export function hideSecondaryProblems(problems: Problem[]): Problem[] {
  const missing = problems.some(({ code }) => missingContentCodes.has(code))
  const unreadable = problems.some(({ code }) =>
    ['YAML_SYNTAX', 'FILE_TOO_LARGE', 'FILE_UNREADABLE', 'NOT_UTF8', 'TOO_MANY_ALIASES'].includes(
      code,
    ),
  )
  if (missing)
    return problems.filter(({ code }) => !secondaryCodes.has(code) || code === 'MAIN_HEADING_COUNT')
  return unreadable ? problems.filter(({ code }) => code !== 'MISSING_HOME_PAGE') : problems
}

/**
 * Sorts problems by severity, causes before consequences, then by file and line. Drops duplicates
 * on the same line.
 */
export function sortProblems(problems: Problem[]): Problem[] {
  const unique = new Map<string, Problem>()
  for (const problem of problems) {
    const key = `${problem.code} ${problem.file}:${problem.line} ${problem.message}`
    if (!unique.has(key)) unique.set(key, problem)
  }
  return [...unique.values()].sort(
    (a, b) =>
      severityRanks[a.severity] - severityRanks[b.severity] ||
      getCauseRank(a) - getCauseRank(b) ||
      (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) ||
      (a.line ?? 0) - (b.line ?? 0) ||
      (a.column ?? 0) - (b.column ?? 0),
  )
}

export const hasErrors = (problems: Problem[]): boolean =>
  problems.some(({ severity }) => severity === 'error')
