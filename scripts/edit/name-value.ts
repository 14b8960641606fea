import type { JsonValue } from './yaml-operations.ts'
import { toWords } from './to-words.ts'
import { toVisibleText } from '../../schema/resolve/text/visible-text.ts'
import { isRecord } from '../../schema/util/records.ts'

/** Properties that distinguish an entry from others, the most distinctive first. */
const namingKeys = [
  'heading',
  'title',
  'label',
  'name',
  'question',
  'item',
  'term',
  'town',
  'author',
  'quote',
  'text',
  'lead',
  'src',
]
const maxNameLength = 60

/**
 * What a reader would call a value: its heading, title or label, or a text itself.
 * @param shown the value as pages print it, with its citations replaced
 */
export function nameValue(value: JsonValue | undefined, shown?: unknown): string | undefined {
  if (typeof value === 'string') return truncateName(toPrintedText(value, shown))
  if (!isRecord(value)) return value === undefined || Array.isArray(value) ? undefined : `${value}`
  const key = namingKeys.find((name) => typeof value[name] === 'string' && value[name] !== '')
  if (key !== undefined)
    return truncateName(
      toPrintedText(value[key] as string, isRecord(shown) ? shown[key] : undefined),
    )
  return typeof value.type === 'string' ? toWords(value.type) : undefined
}

/** A citation that is not printed yet is left out. */
const toPrintedText = (text: string, shown: unknown) =>
  text.includes('${') ? toVisibleText(shown) || text.replaceAll(/\$\{[^}]*\}/g, '…') : text

function truncateName(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > maxNameLength ? `${line.slice(0, maxNameLength - 1)}…` : line
}
