import type { ProblemCode, Severity } from './problem-codes.ts'
import type { Path, SetOrigin } from './position.ts'

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

/** Edits of the problem's file that fix the problem. Both people and tools use them. */
export type Correction = {
  /** In any order, without overlaps. */
  edits: CorrectionEdit[]
  /** Whether the author can have meant nothing else, so that `check --fix` applies the edits. */
  isSure: boolean
  /** The first corrected lines, with their numbers in the corrected file. */
  lines?: CorrectedLine[]
}

export type CorrectedLine = { line: number; text: string }

/** Replaces the text from line and column to endLine and endColumn. The end is exclusive. */
type CorrectionEdit = {
  line: number
  column: number
  endLine: number
  endColumn: number
  text: string
}

/** Replaces a part of the text at a problem's location. */
export type Replacement = { from: string; to: string }

export type ProblemDetails = Partial<
  Pick<Problem, 'expected' | 'found' | 'suggestion' | 'fix' | 'correction'>
>
