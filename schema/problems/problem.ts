import { replaceInPosition, type Corrector } from './correct-value.ts'
import { problemCodes, type ProblemCode, type Severity } from './problem-codes.ts'
import type { Correction, Replacement } from './correction.ts'
import type { Path, SetOrigin, SourceFile, SourceLocation } from './location.ts'

/** A mistake in the site's files, described for its author. Lines and columns start at 1. */
export type Problem = {
  code: ProblemCode
  severity: Severity
  message: string
  /** Relative to the site's folder, with forward slashes. */
  file: string
  line?: number
  column?: number
  endColumn?: number
  /** The whole source line. */
  excerpt?: string
  expected?: string
  found?: string
  /** The nearest valid name. */
  suggestion?: string
  fix: string
  correction?: Correction
  /** Set instead of line, column, excerpt and correction until the problem is located. */
  pendingLocation?: PendingLocation
  /**
   * For a page of a set: its template and row, the number of other rows with the same problem, and
   * the line numbers of the first few.
   */
  setOrigin?: SetOrigin & { otherRowCount?: number; otherLines?: number[] }
}

/**
 * A source location in the problem's file, whose line and column are not computed yet.
 * @property needle the part of the text to underline
 * @property replacement what the author certainly meant
 */
export type PendingLocation = {
  path: Path
  target?: 'key' | 'value'
  needle?: string
  replacement?: Replacement
}

/** A parsed file: its value, and what is wrong with it as far as that shows without other files. */
export type ParsedFile = SourceFile & {
  value: unknown
  problems: Problem[]
  /** The names that a file which could not be parsed may define: all text before a colon. */
  possibleNames: string[]
  /**
   * Returns the source bytes of an entry of a section such as `pages`. Undefined if entries may
   * depend on each other, for example through aliases.
   */
  entryBytes?(section: string, name: string): Uint8Array | undefined
}

export type ProblemDetails = Partial<
  Pick<Problem, 'expected' | 'found' | 'suggestion' | 'fix' | 'correction'>
>

/**
 * Creates a problem at a location in a file.
 * @param details.needle the part of the text at the location to underline
 * @param details.replacement what the author certainly meant, so that `check --fix` applies it
 * @param details.correct creates any other correction, from the position of the location
 */
export function problemAt(
  location: SourceLocation,
  code: ProblemCode,
  message: string,
  {
    needle,
    replacement,
    correct,
    ...details
  }: ProblemDetails & { needle?: string; replacement?: Replacement; correct?: Corrector } = {},
): Problem {
  const { source, path, target } = location
  const problem = problemInFile(source.file, code, message, details)
  if (source.isLocatedLater && !correct)
    return { ...problem, pendingLocation: { path: [...path], target, needle, replacement } }
  return locateInSource(problem, source, { path, target, needle, replacement }, correct)
}

/** Replaces the `pendingLocation` of a problem with a line and column, and adds its correction. */
export const locateProblem = (
  { pendingLocation, ...problem }: Problem,
  source: SourceFile,
): Problem => (pendingLocation ? locateInSource(problem, source, pendingLocation) : problem)

function locateInSource(
  problem: Problem,
  source: SourceFile,
  { path, target, needle, replacement }: PendingLocation,
  correct?: Corrector,
): Problem {
  const position = source.locate(path, target, needle)
  const correction = replacement
    ? replaceInPosition(position, replacement, source.locate(path, target))
    : correct?.(position)
  return { ...problem, ...position, ...(correction && { correction }) }
}

/** Creates a problem that concerns a whole file, without a line. */
export function problemInFile(
  file: string,
  code: ProblemCode,
  message: string,
  { fix, ...details }: ProblemDetails = {},
): Problem {
  const { severity, fix: usual } = problemCodes[code]
  return { code, severity, message, file, fix: fix ?? usual, ...details }
}

export const hasErrors = (problems: Problem[]): boolean =>
  problems.some(({ severity }) => severity === 'error')
