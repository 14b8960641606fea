import { memoize } from '../../schema/util/memoize.ts'
import type { Page } from '../../schema/merge/merge-sources.ts'
import { createPageTextContext } from '../../schema/resolve/resolve-page.ts'
import type { PageSummary } from '../../schema/resolve/page-summary.ts'
import type { ResolvedSite } from '../../schema/resolve/resolve-site.ts'
import { resolvePlainText } from '../../schema/resolve/resolve-text.ts'
import {
  collectBuiltAddresses,
  isHidden,
  type Address,
} from '../../schema/resolve/site-addresses.ts'
import { findRowSource } from '../../schema/sets/row-source.ts'
import {
  type FileLine,
  type Position,
  type SourceFile,
  type SourceLocation,
  toFileLine,
  formatFileLine,
} from '../../schema/problems/location.ts'
import { asText } from '../../schema/util/as-text.ts'
import { memoizeByObject } from '../../schema/util/memoize-by-object.ts'
import type { ValuePlace } from '../edit/source-address.ts'
import { type AddressStatus, type PageStatus, statusTexts } from './page-status.ts'

/** A page as every list shows it. The file is that of the template of a set. */
export type PageListing = FileLine & {
  route: string
  /** `planned` if the page is not written yet. */
  kind: string
  title: string
  status: PageStatus
  /** Where it redirects in the end. An ended page that leads nowhere is gone. */
  redirectTo?: string
  /** Whether the whole page is marked as a placeholder. */
  placeholder: boolean
  /** The set that makes the page, and its row; if rows of several tables are combined, the last one. */
  set?: string
  row?: FileLine
}

/** Any address, listed as pages are. The kind of what is no page is `redirect` or `gone`. */
export type AddressListing = Omit<PageListing, 'status'> & { status: AddressStatus }

/** What is known of a page once it is made. */
type MadePage = {
  data: { head: Pick<PageSummary['data']['head'], 'title'> }
  meta: Pick<PageSummary['meta'], 'indexed' | 'placeholder'>
}

/**
 * What lists of pages are made of.
 * @property pages those that have been made. Of the others, the entries are described.
 */
type ListedSite = {
  resolved: Pick<ResolvedSite, 'site' | 'addresses' | 'context'>
  pages: (MadePage & { route: string })[]
}

/** Lists every page in the order of the files, then those not shown, then planned pages. */
export function listPages({ resolved, pages }: ListedSite): PageListing[] {
  const { site, context } = resolved
  const addresses = collectBuiltAddresses(resolved)
  const made = new Map(pages.map((page) => [page.route, page]))
  const written = [...site.pages.values(), ...site.hidden.values()].map((page) =>
    listEntry(page, addresses.get(page.route), made.get(page.route) ?? readEntry(page, context)),
  )
  const planned = [...site.planned].flatMap(([route, { label, location }]): PageListing[] =>
    site.pages.has(route)
      ? []
      : [
          {
            route,
            kind: 'planned',
            title: made.get(route)?.data.head.title ?? label,
            status: 'planned',
            placeholder: false,
            ...toFileLine(location),
          },
        ],
  )
  return [...written, ...planned]
}

/** Lists the page for unknown addresses, if the site has its own. */
export const listNotFound = ({
  resolved: { notFoundEntry: entry },
  notFound,
}: {
  resolved: Pick<ResolvedSite, 'notFoundEntry'>
  notFound?: MadePage
}): AddressListing[] =>
  entry && notFound ? [{ ...listEntry(entry, undefined, notFound), status: 'not-found' }] : []

/** Describes the entry of a page. @param address what a build does with its address */
export function listEntry(
  page: Page,
  address: Address | undefined,
  { data, meta }: MadePage,
): PageListing {
  const { route, raw, location, special } = page
  const isPlanned = special === 'planned'
  // Planned pages share the content in the settings, but each has a line of its own.
  const at = (isPlanned ? address?.location : undefined) ?? location
  const { line, setOrigin, file = at.source.file } = locateEntryLine(route, at)
  const row = setOrigin?.rows.at(-1)
  const set = locateSet(page)?.path.at(-1)
  return {
    route,
    kind: isPlanned ? 'planned' : asText(raw.kind),
    title: data.head.title,
    status: isPlanned ? 'planned' : getStatus(page, address, meta),
    ...(address?.to !== undefined && { redirectTo: address.to }),
    placeholder: meta.placeholder === true,
    file: setOrigin?.template.file ?? file,
    line,
    ...(set !== undefined && { set: String(set) }),
    ...(row && { row }),
  }
}

/** Locating a page parses its file, which stays the same object until it changes. */
const getPositions = memoizeByObject((_: SourceFile) => new Map<string, Position>())

const locateEntryLine = (route: string, { source, path }: SourceLocation): Position =>
  memoize(getPositions(source), route, Number.POSITIVE_INFINITY, () => source.locate(path, 'key'))

function getStatus(
  { raw }: Page,
  address: Address | undefined,
  { indexed }: MadePage['meta'],
): PageStatus {
  if (isHidden(address)) return address.kind
  if (indexed) return 'listed'
  return raw.kind === 'ppc' ? 'ppc' : 'noindex'
}

/** What the entry of a page says that is not made. */
function readEntry(page: Page, context: ResolvedSite['context']): MadePage {
  const { route, raw, location } = page
  const title =
    typeof raw.title === 'string'
      ? resolvePlainText(raw.title, location, createPageTextContext(page, context))
      : route
  return {
    data: { head: { title } },
    meta: {
      indexed: raw.noindex !== true && raw.kind !== 'ppc',
      ...(raw.placeholder === true && { placeholder: true }),
    },
  }
}

/** Where the set that makes a page is written. */
export function locateSet(page: Page): ValuePlace | undefined {
  const location = findRowSource(page)?.set.location
  return location && { file: location.source.file, path: location.path }
}

/** Where the entry of a page is written, or the template of its set. */
export function locateEntry(page: Page): ValuePlace {
  const set = locateSet(page)
  return set
    ? { file: set.file, path: [...set.path, 'page'] }
    : { file: page.location.source.file, path: ['pages', page.route] }
}

/** Whether texts contain every word, ignoring case. */
export function hasWords(words: string[], texts: string[]): boolean {
  const text = texts.join('\n').toLowerCase()
  return words.every((word) => text.includes(word.toLowerCase()))
}

/** Keeps the pages that contain every word, in their address, title, kind, status or file. */
export const filterPages = <Listing extends AddressListing>(
  pages: Listing[],
  words: string[],
): Listing[] =>
  pages.filter((page) =>
    hasWords(words, [
      ...[page.route, page.kind, formatPageStatus(page), formatFileLine(page), page.title],
    ]),
  )

export function formatPageStatus({
  kind,
  status,
  redirectTo,
  placeholder,
}: AddressListing): string {
  if (kind === 'redirect') return `redirects to ${redirectTo}`
  const text = redirectTo === undefined ? statusTexts[status] : `ended, redirects to ${redirectTo}`
  return `${text}${placeholder ? ', placeholder' : ''}`
}
