import type { Document } from 'yaml'
import { parseYamlTree } from '../positions.ts'
import { findUnresolvedAliases } from './aliases.ts'
import type { SyntaxFault } from './types.ts'

/**
 * Parses a text.
 * @returns its syntax errors; undefined if it is nested too deeply to be parsed
 */
export const parseFaults = (text: string): SyntaxFault[] | undefined => parseText(text)?.faults

/** @returns the syntax errors of a text, and the number of keys that are repeated in their map */
export function parseText(text: string): { faults: SyntaxFault[]; duplicates: number } | undefined {
  try {
    const { document } = parseYamlTree(text) ?? {}
    if (!document) return undefined
    const duplicates = document.errors.filter(({ code }) => code === 'DUPLICATE_KEY').length
    return { faults: listFaults(document), duplicates }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Lists the syntax errors of a document in order, except for duplicate keys. */
export function listFaults(document: Document): SyntaxFault[] {
  const faults = document.errors
    .filter(({ code }) => code !== 'DUPLICATE_KEY')
    .map(({ code, message, pos }): SyntaxFault => ({ range: pos, code, message }))
  const aliases = findUnresolvedAliases(document).map(
    ({ source, range }): SyntaxFault => ({
      range: [range![0], range![1]],
      code: 'BAD_ALIAS',
      message: source,
    }),
  )
  return [...faults, ...aliases].sort((one, other) => one.range[0] - other.range[0])
}
