import { visit, type Document } from 'yaml'
import { problemInFile } from '../../problems/problem.ts'
import type { OffsetLocator, Position } from '../position-types.ts'
import type { Problem } from '../../problems/types.ts'

/** The `yaml` package rejects a file whose aliases repeat more values. */
export const maxAliasCount = 100

/** Finds an alias to a node that contains the alias, which would expand forever. */
export function findAliasCycle(
  file: string,
  document: Document,
  at: OffsetLocator,
): Problem | undefined {
  let found: Problem | undefined
  visit(document, {
    Alias(_, node, path) {
      const target = node.resolve(document)
      if (!target || !path.includes(target) || !node.range) return
      const problem = problemInFile(
        file,
        'TOO_MANY_ALIASES',
        `The alias *${node.source} contains itself.`,
        { found: `*${node.source}` },
      )
      found = { ...problem, ...at(node.range[0], node.range[1]) }
      return visit.BREAK
    },
  })
  return found
}

/**
 * Describes why a file without syntax errors cannot be converted to data.
 * @param position where to report too many aliases
 */
export function describeExpansionError(file: string, error: Error, position: Position): Problem {
  const bomb = error.message.includes('Excessive alias count')
  const problem = bomb
    ? problemInFile(file, 'TOO_MANY_ALIASES', 'The aliases in this file expand to too much data.', {
        expected: `aliases that repeat at most ${maxAliasCount} values`,
      })
    : problemInFile(file, 'YAML_SYNTAX', 'This is not valid YAML.', { found: error.message })
  return { ...problem, ...position }
}
