import type { Path } from '../problems/location.ts'
import { asRecord } from '../util/records.ts'

export const typeDescriptions: Record<string, string> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of properties',
}

/** Describes an unexpected value for a message: `a list`, `the number 3`, or the text itself. */
export function describeValue(data: unknown): string {
  if (data === null || data === undefined) return 'nothing'
  if (Array.isArray(data)) return 'a list'
  if (typeof data === 'object') return 'a group of properties'
  // The quotes make it text.
  if (typeof data === 'string' && /^(?:true|false|null|-?\d+(?:\.\d+)?)$/.test(data))
    return `the text "${data}"`
  if (typeof data === 'number') return `the number ${data}`
  return formatFound(data)
}

/** Formats a value as text or JSON, truncated to 60 characters. */
export const formatFound = (data: unknown): string => {
  const text = typeof data === 'string' ? data : (JSON.stringify(data) ?? String(data))
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}

/** Describes a path to an author: `Entry 2 of "cards"`, `The page /pricing`, `The block "hero"`. */
export function describePath(path: Path, data: unknown): string {
  const last = path.at(-1)
  if (last === undefined) return 'The file'
  if (path.length === 2 && path[0] === 'pages') return `The page ${last}`
  if (path.length === 2 && path[0] === 'sets') return `The set ${last}`
  if (path.length === 2 && path[0] === 'facts') return `The fact ${last}`
  if (path.at(-2) === 'blocks' && /^\d+$/.test(String(last))) {
    const { type } = asRecord(data)
    return typeof type === 'string' ? `The block "${type}"` : 'The block'
  }
  if (/^\d+$/.test(String(last))) return `Entry ${Number(last) + 1} of "${path.at(-2)}"`
  return `"${last}"`
}

/** Lowercases a description for use in the middle of a sentence. */
export const toMidSentence = (name: string) =>
  name.replace(/^(The|Entry)/, (word) => word.toLowerCase())
