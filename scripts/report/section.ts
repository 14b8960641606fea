import { formatFirstItems } from '../../schema/util/format-first-items.ts'

/** A part of a report, which a printer lays out as text, Markdown or CSV. */
export type ReportSection = {
  heading?: string
  lines?: Line[]
  /** @property headings left out if the cells explain themselves */
  table?: { headings?: string[]; rows: Cell[][] }
  /** Lines of YAML to copy. */
  code?: string[]
}

/** One statement, as a person would say it: `text: before → after`, and the pages that have it. */
export type Line = {
  text: string
  /** Whether the text is a URL. */
  isUrl?: boolean
  before?: string
  after?: string
  pages?: string[]
  everywhere?: boolean
  /** More about it, each on a line of its own. */
  details?: string[]
}

/** Numbers are aligned to the right. An undefined value is an empty cell. */
export type Cell = string | number | undefined

/** `/a, /b, /c and 28 more`. */
export function formatRouteList(routes: string[], everywhere = false): string {
  if (everywhere) return 'on every page'
  // "and 1 more" would be no shorter than the route.
  return formatFirstItems(routes, routes.length === 5 ? 5 : 4)
}
