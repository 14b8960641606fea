import { problemCodes, type ProblemCode, type Severity } from './problem-codes.ts'
import type { SourceFile } from '../source/parse-file.ts'
import type { SetOrigin } from '../source/positions.ts'

/** Where something stands in a parsed file: keys and indexes from the top, and whether the key or the value is meant. */
export type SourceLocation = { source: SourceFile; path: Path; target?: 'key' | 'value' }
export type Path = (string | number)[]

/** Something wrong in the site, in the author's words. Lines and columns count from 1. */
export type Problem = {
  code: ProblemCode
  severity: Severity
  message: string
  /** Relative to the site's folder, with forward slashes. */
  file: string
  line?: number
  column?: number
  endColumn?: number
  /** The whole line, for the caret. */
  excerpt?: string
  expected?: string
  found?: string
  /** The nearest valid name. */
  suggestion?: string
  fix: string
  /** On a page of a set: its template and row, and how many rows more have the same problem, with the lines of the first few. */
  setOrigin?: SetOrigin & { otherRowCount?: number; otherLines?: number[] }
}

export type ProblemDetails = Partial<Pick<Problem, 'expected' | 'found' | 'suggestion' | 'fix'>>

/**
 * A problem with its place looked up in the file.
 * @param details.needle what the caret shall stand under, when it is a part of a longer text.
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

/** A problem of a whole file. */
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

/** What another error may have brought about comes after all others, so that the cause is read first. */
const secondaryCodes = new Set<ProblemCode>([
  'BROKEN_LINK',
  'BROKEN_ANCHOR',
  'UNKNOWN_FACT',
  'UNKNOWN_READING',
  'H1_COUNT',
  'PPC_WITHOUT_CALL',
  'NO_HOME_PAGE',
])
const getCauseRank = ({ code }: Problem) => (secondaryCodes.has(code) ? 1 : 0)

/** A file that is not there, or rows that cannot be read: nobody knows which pages they would have made. */
const missingContentCodes = new Set<ProblemCode>([
  'INCLUDE_MISSING',
  'INCLUDE_OUTSIDE',
  'INCLUDE_CYCLE',
  'ROWS_MISSING',
  'ROWS_UNREADABLE',
  'CSV_QUOTES',
  'COLUMN_NAME',
  'ROW_CELLS',
])

/** Where a whole file is missing, nearly everything else seems to be: what may follow from that is left out. */
export function hideSecondaryProblems(problems: Problem[]): Problem[] {
  const missing = problems.some(({ code }) => missingContentCodes.has(code))
  const unreadable = problems.some(({ code }) =>
    ['YAML_SYNTAX', 'FILE_TOO_LARGE', 'FILE_UNREADABLE', 'NOT_UTF8', 'TOO_MANY_ALIASES'].includes(
      code,
    ),
  )
  if (missing)
    return problems.filter(({ code }) => !secondaryCodes.has(code) || code === 'H1_COUNT')
  return unreadable ? problems.filter(({ code }) => code !== 'NO_HOME_PAGE') : problems
}

/** By gravity, then cause before consequence, then file, then line; the same thing is said once a line. */
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
