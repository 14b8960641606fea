import { codes, type Code, type Severity } from './codes.ts'
import type { SourceFile } from './parse-file.ts'
import type { MadeOf } from './positions.ts'

/** Where something stands in a parsed file: keys and indexes from the top, and whether the key or the value is meant. */
export type Place = { source: SourceFile; path: Path; part?: 'key' | 'value' }
export type Path = (string | number)[]

/** Something wrong in the site, in the author's words. Lines and columns count from 1. */
export type Problem = {
  code: Code
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
  mend: string
  /** On a page of a set: its template and row, and how many rows more have the same problem, with the lines of the first few. */
  made?: MadeOf & { more?: number; others?: number[] }
}

export type Details = Partial<Pick<Problem, 'expected' | 'found' | 'suggestion' | 'mend'>>

/**
 * A problem with its place looked up in the file.
 * @param details.needle what the caret shall stand under, when it is a part of a longer text.
 */
export function problemAt(
  place: Place,
  code: Code,
  message: string,
  { needle, ...details }: Details & { needle?: string } = {},
): Problem {
  return {
    ...problemInFile(place.source.file, code, message, details),
    ...place.source.locate(place.path, place.part, needle),
  }
}

/** A problem of a whole file. */
export function problemInFile(
  file: string,
  code: Code,
  message: string,
  details: Details = {},
): Problem {
  const { severity, mend } = codes[code]
  return { code, severity, message, file, mend, ...details }
}

const gravity: Record<Severity, number> = { error: 0, warning: 1, note: 2 }

/** What another error may have brought about comes after all others, so that the cause is read first. */
const consequences = new Set<Code>([
  'BROKEN_LINK',
  'BROKEN_ANCHOR',
  'UNKNOWN_FACT',
  'UNKNOWN_READING',
  'H1_COUNT',
  'PPC_WITHOUT_CALL',
  'NO_HOME_PAGE',
])
const rank = ({ code }: Problem) => (consequences.has(code) ? 1 : 0)

/** A file that is not there, or rows that cannot be read: nobody knows which pages they would have made. */
const leavesOut = new Set<Code>([
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
export function hideConsequences(problems: Problem[]): Problem[] {
  const missing = problems.some(({ code }) => leavesOut.has(code))
  const unreadable = problems.some(({ code }) =>
    ['YAML_SYNTAX', 'FILE_TOO_LARGE', 'FILE_UNREADABLE', 'NOT_UTF8', 'TOO_MANY_ALIASES'].includes(
      code,
    ),
  )
  if (missing) return problems.filter(({ code }) => !consequences.has(code) || code === 'H1_COUNT')
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
      gravity[a.severity] - gravity[b.severity] ||
      rank(a) - rank(b) ||
      (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) ||
      (a.line ?? 0) - (b.line ?? 0) ||
      (a.column ?? 0) - (b.column ?? 0),
  )
}

export const hasErrors = (problems: Problem[]): boolean =>
  problems.some(({ severity }) => severity === 'error')
