import { replaceInPosition, type Corrector } from './correct-value.ts'
import { problemCodes, type ProblemCode } from './problem-codes.ts'
import type { Problem, ProblemDetails, PendingLocation, Replacement } from './types.ts'
import type { SourceFile, SourceLocation } from './source-file.ts'

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
