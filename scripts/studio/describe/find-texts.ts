import { isRecord } from '../../../schema/util/records.ts'
import type { JsonValue } from '../../edit/yaml-operations.ts'
import type { FoundText, FoundTexts } from '../protocol.ts'
import type { Path } from '../../../schema/source/position-types.ts'

/** The maximum number of results. A longer query finds the others. */
const maxFound = 500

/** Names of kinds and types, which no reader sees. */
const isName = (path: Path) => path.at(-1) === 'type' || path.at(-1) === 'kind'

/**
 * Finds a text in the values of files, ignoring case.
 * @param files the name and value of each
 */
export function findTexts(files: { file: string; value: JsonValue }[], wanted: string): FoundTexts {
  const lower = wanted.toLowerCase()
  const found: FoundText[] = []
  const visit = (file: string, path: Path, value: JsonValue): void => {
    if (typeof value === 'string') {
      if (isName(path) || !value.toLowerCase().includes(lower)) return
      const route = path[0] === 'pages' ? String(path[1]) : undefined
      found.push({ address: { file, path }, text: value, ...(route !== undefined && { route }) })
    } else if (Array.isArray(value))
      value.forEach((child, index) => visit(file, [...path, index], child))
    else if (isRecord(value))
      for (const [key, child] of Object.entries(value)) visit(file, [...path, key], child)
  }
  if (lower !== '') for (const { file, value } of files) visit(file, [], value)
  return { texts: found.slice(0, maxFound), count: found.length }
}
