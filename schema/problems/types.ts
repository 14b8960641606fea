import type { ProblemCode, Severity } from './problem-codes.ts'
import type { SetOrigin } from '../source/position-types.ts'

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
  /**
   * For a page of a set: its template and row, the number of other rows with the same problem, and
   * the line numbers of the first few.
   */
  setOrigin?: SetOrigin & { otherRowCount?: number; otherLines?: number[] }
}

export type ProblemDetails = Partial<Pick<Problem, 'expected' | 'found' | 'suggestion' | 'fix'>>
