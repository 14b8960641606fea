import type { FileLine } from '../../schema/source/position-types.ts'
import type { HiddenReason } from '../../schema/days/filter-by-moment.ts'
import type { PageSummary } from '../../schema/resolve/page-summary.ts'
import type { SharedSite } from '../../schema/resolve/resolve-site.ts'
import {
  collectBuiltAddresses,
  isHidden,
  type SiteAddress,
  type SiteAddresses,
} from '../../schema/resolve/site-addresses.ts'
import { toFileLine } from '../../schema/util/to-file-line.ts'
import { formatColumns } from '../report/print-text.ts'

/** A page as a report lists it. */
export type PageListing = FileLine & {
  route: string
  kind: string
  title: string
  status: PageStatus
  /** Where an ended page redirects to; left out if it is gone. */
  redirectTo?: string
  /** Whether the whole page is marked as a placeholder. */
  placeholder: boolean
  /** The row of a page of a set; if rows of several tables are combined, the last one. */
  row?: FileLine
}

/**
 * Whether search engines are asked to list a page, and why not. A planned page is not written yet;
 * the others that a build leaves out are drafts, scheduled, or ended.
 */
export type PageStatus = 'listed' | 'noindex' | 'ppc' | 'planned' | HiddenReason

/** A page by its summary, or the whole page. */
type ListedPage = Pick<PageSummary, 'route' | 'location' | 'meta'> & {
  data: Pick<PageSummary['data'], 'kind' | 'head'>
}

/** Lists every page in source order, with planned pages at the end. */
export function listPages(
  site: Pick<SharedSite, 'merged' | 'addresses' | 'context'> & { pages: ListedPage[] },
): PageListing[] {
  const addresses = collectBuiltAddresses(site)
  return site.pages.map((page) => listPage(addresses, page))
}

/** @param addresses what a build does with each address */
export function listPage(addresses: SiteAddresses, page: ListedPage): PageListing {
  const { route, data, meta } = page
  const address = addresses.get(route)
  // Planned pages share the content in the settings, but each has a line of its own.
  const location = (meta.planned ? address?.location : undefined) ?? page.location
  const row = location.source.locate(location.path).setOrigin?.rows.at(-1)
  return {
    route,
    kind: meta.planned ? 'planned' : data.kind,
    title: data.head.title,
    status: getStatus(page, address),
    ...(address?.to !== undefined && { redirectTo: address.to }),
    placeholder: meta.placeholder === true,
    ...toFileLine(location),
    ...(row && { row }),
  }
}

function getStatus({ data, meta }: ListedPage, address: SiteAddress | undefined): PageStatus {
  if (meta.planned) return 'planned'
  if (isHidden(address)) return address.kind
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
  scheduled: 'not published yet',
  ended: 'ended, gone',
}

export function formatPageStatus({ status, redirectTo, placeholder }: PageListing): string {
  const text = redirectTo === undefined ? statusTexts[status] : `ended, redirects to ${redirectTo}`
  return `${text}${placeholder ? ', placeholder' : ''}`
}

const formatPageFields = (page: PageListing) => [
  page.route,
  page.kind,
  formatPageStatus(page),
  `${page.file}:${page.line}`,
  page.title,
]

/** Formats one line for each page, in columns. */
export const formatPages = (pages: PageListing[]): string =>
  formatColumns(pages.map(formatPageFields))
