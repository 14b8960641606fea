import { problemInFile, type Problem } from '../../problems/problem.ts'
import type { Path, Position } from '../../problems/location.ts'

/** Far deeper than any page, and far from exhausting the stack. */
const maxNesting = 100

/** Finds the first value below `maxNesting` lists and maps. @returns its path */
export function findDeepValue(value: unknown, path: Path = []): Path | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (path.length === maxNesting) return path
  for (const key of Object.keys(value)) {
    const step = Array.isArray(value) ? Number(key) : key
    const child = (value as Record<string, unknown>)[key]
    // Most values are texts, which need no path.
    const found = typeof child === 'object' ? findDeepValue(child, [...path, step]) : undefined
    if (found) return found
  }
  return undefined
}

export function reportDeepNesting(file: string, position: Omit<Position, 'file'>): Problem {
  const message = 'Lists or maps are nested too deeply here.'
  const details = { expected: `at most ${maxNesting} levels` }
  return { ...problemInFile(file, 'NESTED_TOO_DEEPLY', message, details), ...position }
}

/** Finds the line with the deepest nesting in a text that is nested too deeply for the parser. */
export function locateDeepestLine(text: string): Omit<Position, 'file'> {
  let [line, deepest, excerpt] = [1, 0, '']
  let brackets = 0
  for (const [index, written] of text.split(/\r?\n/).entries()) {
    brackets += written.replace(/[^[{]/g, '').length
    const indent = /^(?:[-?:]? )*/.exec(written)![0].length
    if (brackets + indent > deepest)
      [line, deepest, excerpt] = [index + 1, brackets + indent, written]
    brackets -= written.replace(/[^\]}]/g, '').length
  }
  return { line, column: 1, endColumn: 2, excerpt }
}
