import type { FileLine } from '../../schema/source/position-types.ts'
import type { MergedSite } from '../../schema/resolve/merge-sources.ts'
import type { PageSummary } from '../../schema/resolve/page-summary.ts'
import { toFileLine } from '../shared/to-file-line.ts'

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
export type PageStatus = 'listed' | 'noindex' | 'ppc' | 'planned' | 'draft'

/** A page by its summary, or the whole page. */
type ListedPage = Pick<PageSummary, 'route' | 'location' | 'meta'> & {
  data: Pick<PageSummary['data'], 'kind' | 'head'>
}
type ListedSite = { merged: Pick<MergedSite, 'planned'> }

/** Lists every page in source order, with planned pages at the end. */
export const listPages = (site: ListedSite & { pages: ListedPage[] }): PageListing[] =>
  site.pages.map((page) => listPage(site, page))

export function listPage({ merged }: ListedSite, page: ListedPage): PageListing {
  const { route, data, meta } = page
  // Planned pages share the content in the settings, but each has a line of its own.
  const location = (meta.planned ? merged.planned.get(route)?.location : undefined) ?? page.location
  const row = location.source.locate(location.path).setOrigin?.rows.at(-1)
  return {
    route,
    kind: meta.planned ? 'planned' : data.kind,
    title: data.head.title,
    status: getStatus(page),
    placeholder: meta.placeholder === true,
    ...toFileLine(location),
    ...(row && { row }),
  }
}

function getStatus({ data, meta }: ListedPage): PageStatus {
  if (meta.planned) return 'planned'
  if (meta.draft) return 'draft'
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
  draft: 'draft',
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
