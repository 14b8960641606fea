/**
 * A column in a template: `{{town}}`, `{{photo?}}` if it may be empty, `{{town|slug}}` for URLs.
 */
export type CitedColumn = { name: string; optional: boolean; slug: boolean; written: string }
type TemplateSegment = string | CitedColumn | { invalid: string }

const columnPattern = /\{\{([^{}\n]*)\}\}/g
const columnBodyPattern = /^([^?|]+?)\s*(\?)?\s*(\|\s*slug)?$/

/** Splits a text of a template into literal text and columns. */
export function parseColumns(text: string): TemplateSegment[] {
  const parts: TemplateSegment[] = []
  let end = 0
  for (const match of text.matchAll(columnPattern)) {
    if (match.index > end) parts.push(text.slice(end, match.index))
    end = match.index + match[0].length
    const found = columnBodyPattern.exec(match[1]!.trim())
    parts.push(
      found
        ? {
            name: found[1]!,
            optional: found[2] !== undefined,
            slug: found[3] !== undefined,
            written: match[0],
          }
        : { invalid: match[0] },
    )
  }
  if (end < text.length) parts.push(text.slice(end))
  return parts
}

/** Splits the route of a set: `/locations/{town}` is '/locations/' and the column town. */
export function parseSetRoute(route: string): (string | { name: string })[] {
  return route
    .split(/(\{[^{}]*\})/)
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('{') ? { name: part.slice(1, -1) } : part))
}
