import { isRecord } from '../../util/records.ts'

const inlineTags = new Set(['a', 'strong', 'em', 'del'])

/**
 * Returns the visible text of a resolved value: of a string, of a fact, or of Markdown, whose
 * paragraphs, list items and lines are separated by spaces.
 * @param resolved a value that `resolveString` returned
 */
export function toVisibleText(resolved: unknown): string {
  if (typeof resolved === 'string') return resolved
  if (Array.isArray(resolved)) return resolved.map(toVisibleText).join('')
  if (!isRecord(resolved)) return ''
  if (typeof resolved.text === 'string') return resolved.text
  if (resolved.t === 'br') return ' '
  if (resolved.t === 'picture') return ` ${[resolved.alt, resolved.caption].join(' ')} `
  const text = toVisibleText(resolved.c)
  return inlineTags.has(String(resolved.t)) ? text : ` ${text} `
}
