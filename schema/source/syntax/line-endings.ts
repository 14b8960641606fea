import { createCorrection } from '../../problems/correction.ts'
import { problemInFile } from '../../problems/problem.ts'
import type { OffsetLocator } from '../position-types.ts'
import type { Problem } from '../../problems/types.ts'

/** Finds the line endings of old Mac files, which the parser does not recognize as line endings. */
export function findOldLineEndings(
  file: string,
  text: string,
  at: OffsetLocator,
): Problem | undefined {
  const returns = [...text.matchAll(/\r(?!\n)/g)].map(({ index }) => index)
  const [first] = returns
  if (first === undefined) return undefined
  const edits = returns.map((start) => ({ start, end: start + 1, text: '\n' }))
  const position = at(first, first + 1)
  const details = {
    fix: 'Save it with Unix (LF) or Windows (CRLF) line endings.',
    correction: { ...createCorrection(text, edits, true), lines: [] },
  }
  return {
    ...problemInFile(file, 'YAML_SYNTAX', 'This file uses old Mac line endings (CR).', details),
    ...position,
    excerpt: position.excerpt.slice(0, position.column - 1),
  }
}
