import type { FileLine } from '../../schema/source/position-types.ts'
import type { ResolvedPage } from '../../schema/resolve/page/page-types.ts'
import { toFileLine } from '../shared/to-file-line.ts'
import type { ResolvedSite } from '../../schema/resolve/resolve-site.ts'

/** A page as a report lists it. */
export type PageListing = FileLine & {
  route: string
  kind: string
  title: string
  status: PageStatus
  /** Whether the whole page is marked as a placeholder. */
  placeholder: boolean
  /** The row of a page of a set; if rows of several tables are combined, the last one. */
  row?: FileLine
}

/**
 * Whether search engines are asked to list a page, and why not. A planned page is not written yet.
 */
type PageStatus = 'listed' | 'noindex' | 'ppc' | 'planned'

/** Lists every page in source order, planned ones last. */
export const listPages = (site: ResolvedSite): PageListing[] =>
  site.pages.map((page) => listPage(site, page))

export function listPage(
  { merged }: Pick<ResolvedSite, 'merged'>,
  page: ResolvedPage,
): PageListing {
  const { route, data, meta } = page
  // Planned pages share the content in the settings, but each has a line of its own.
  const location = (meta.planned ? merged.planned.get(route)?.location : undefined) ?? page.location
  const row = location.source.locate(location.path).setOrigin?.rows.at(-1)
  return {
    route,
    kind: meta.planned ? 'planned' : data.kind,
    title: data.head.title,
    status: getStatus(page),
    placeholder: merged.pages.get(route)?.raw.placeholder === true,
    ...toFileLine(location),
    ...(row && { row }),
  }
}

function getStatus({ data, meta }: ResolvedPage): PageStatus {
  if (meta.planned) return 'planned'
  if (meta.indexed) return 'listed'
  return data.kind === 'ppc' ? 'ppc' : 'noindex'
}

/** Keeps the pages that contain every word, in their address, title, kind, status or file. */
export function filterPages(pages: PageListing[], words: string[]): PageListing[] {
  const wanted = words.map((word) => word.toLowerCase())
  return pages.filter((page) => {
    const text = formatPageFields(page).join('\n').toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
}

const statusTexts: Record<PageStatus, string> = {
  listed: 'listed',
  noindex: 'noindex',
  ppc: 'not listed',
  planned: 'not written yet',
}

export const formatPageStatus = ({ status, placeholder }: PageListing) =>
  `${statusTexts[status]}${placeholder ? ', placeholder' : ''}`

const formatPageFields = (page: PageListing) => [
  page.route,
  page.kind,
  formatPageStatus(page),
  `${page.file}:${page.line}`,
  page.title,
]

/** Formats one line for each page, in columns. */
export function formatPages(pages: PageListing[]): string {
  const rows = pages.map(formatPageFields)
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map((row) => row.map((field, column) => field.padEnd(widths[column] ?? 0)).join('  '))
    .join('\n')
}
