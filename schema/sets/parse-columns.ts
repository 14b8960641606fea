import { splitAtMatches } from '../util/split-at-matches.ts'

/**
 * A column in a template: `{{town}}`, `{{photo?}}` if it may be empty, `{{town|slug}}` for URLs.
 */
export type CitedColumn = { name: string; optional: boolean; slug: boolean; written: string }
type TemplateSegment = string | CitedColumn | { invalid: string }

const columnPattern = /\{\{([^{}\n]*)\}\}/g
const columnBodyPattern = /^([^?|\s]+(?:\s+[^?|\s]+)*)(?:\s*(\?))?(?:\s*(\|\s*slug))?$/

/** Splits a text of a template into literal text and columns. */
export const parseColumns = (text: string): TemplateSegment[] =>
  splitAtMatches(text, columnPattern, ([written, body]) => {
    const found = columnBodyPattern.exec(body!.trim())
    return found
      ? {
          name: found[1]!,
          optional: found[2] !== undefined,
          slug: found[3] !== undefined,
          written,
        }
      : { invalid: written }
  })

/** Splits the route of a set: `/locations/{town}` is '/locations/' and the column town. */
export function parseSetRoute(route: string): (string | { name: string })[] {
  return route
    .split(/(\{[^{}]*\})/)
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('{') ? { name: part.slice(1, -1) } : part))
}
