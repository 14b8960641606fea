import type { JsonValue } from './yaml-operations.ts'
import { toWords } from '../../schema/shared/to-words.ts'
import { isRecord } from '../../schema/util/records.ts'
import { findName } from '../../schema/shared/find-name.ts'

const maxNameLength = 60

/**
 * What a reader would call a value: its heading, title or label, or a text itself.
 * @param print replaces the citations of a text
 */
export function nameValue(
  value: JsonValue | undefined,
  print = (text: string) => text,
): string | undefined {
  const toName = (text: string) => truncateName(print(text).replaceAll(/\$\{[^}]*\}/g, '…'))
  if (typeof value === 'string') return toName(value)
  if (!isRecord(value)) return value === undefined || Array.isArray(value) ? undefined : `${value}`
  const name = findName(value)
  if (name !== undefined) return toName(name)
  // Hours are called by their days.
  if (Array.isArray(value.days)) return toName(value.days.join(', '))
  return typeof value.type === 'string' ? toWords(value.type) : undefined
}

function truncateName(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > maxNameLength ? `${line.slice(0, maxNameLength - 1)}…` : line
}
