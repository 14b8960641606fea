import { listPageEntries } from '../../schema/resolve/resolve-site.ts'
import { findListingRoute } from '../../schema/resolve/collect-articles.ts'
import type { ResolvedPage } from '../../schema/resolve/page/page-types.ts'
import type { WholeSite } from '../prerender/run/inspect-site.ts'
import type { Addresses } from '../../schema/resolve/site-addresses.ts'
import { type FileLine, toFileLine, formatFileLine } from '../../schema/problems/location.ts'
import { formatCount } from '../../schema/util/format-first-items.ts'
import { groupBy } from '../../schema/util/group-by.ts'
import { listLinksTo } from './links.ts'
import { listPrintedReadings, type PrintedReading } from './list-facts.ts'
import { formatPageStatus, listEntry, type PageListing } from './list-pages.ts'
import type { PageMeasures } from './measure-pages.ts'
import type { ReportSection } from './section.ts'

/** Everything that a person asks about a page before changing it. */
type PageReport = PageListing & {
  description: string
  /** Other addresses that redirect here, or that are aliases of a page that is not shown. */
  aliases: (FileLine & { from: string })[]
  /** Content of the page that is marked as a placeholder. */
  placeholders: (FileLine & { label: string })[]
  anchors: (FileLine & { name: string })[]
  /** Links from other pages, the header, the footer and the settings. */
  linksIn: LinkIn[]
  /** The page whose list of articles includes this one. */
  listedBy?: string
  /** Links to pages, files and other sites. */
  linksOut: (FileLine & { href: string })[]
  facts: PrintedReading[]
  /** As search engines find it. */
  search?: PageMeasures
}

/** A link to a page. `from` is left out for the header, the footer and the settings. */
type LinkIn = FileLine & { from?: string; anchor?: string; alias?: string }

/**
 * Describes a page.
 * @param addresses what a build does with each address
 * @param search the measures of the page
 */
export function describePage(
  resolved: WholeSite,
  addresses: Addresses,
  page: ResolvedPage,
  search?: PageMeasures,
): PageReport {
  const { route, findings, data } = page
  const entry = listPageEntries(resolved).find((each) => each.route === route)!
  const aliases = [...addresses.values()].filter(
    (each) => each.to === route || (each.page?.route === route && each.address !== route),
  )
  const listing = data.article && findListingRoute(resolved.articles, route)
  return {
    ...listEntry(entry, addresses.get(route), page),
    description: data.head.description,
    aliases: aliases.map(({ address, location }) => ({ from: address, ...toFileLine(location!) })),
    placeholders: findings.placeholders.map(({ label, location }) => ({
      label,
      ...toFileLine(location),
    })),
    anchors: findings.anchors.map(({ name, location }) => ({ name, ...toFileLine(location) })),
    linksIn: listLinksTo(resolved, addresses, route).map(
      ({ from, to, anchor, written, location }) => ({
        ...(from !== undefined && { from }),
        ...toFileLine(location, written),
        ...(anchor !== undefined && { anchor }),
        ...(to !== route && { alias: to }),
      }),
    ),
    ...(listing !== undefined && { listedBy: listing }),
    linksOut: findings.links
      .filter(({ href }) => !/^(?:#|tel:|sms:|mailto:)/.test(href))
      .map(({ href, written, location }) => ({ href, ...toFileLine(location, written) })),
    facts: listPrintedReadings(resolved, page),
    ...(search && { search }),
  }
}

/** Lays out a report on a page. @param anchor the requested section of the page. */
export function listPageSections(page: PageReport, anchor?: string): ReportSection[] {
  const { route, kind, title, status, aliases, row, linksIn, listedBy, linksOut, facts } = page
  const isHidden = status === 'draft' || status === 'scheduled' || status === 'ended'
  const anchored = page.anchors.find(({ name }) => name === anchor)
  const links = linksIn.filter((link) => anchor === undefined || link.anchor === anchor)
  const nameWidth = Math.max(...facts.map(({ name }) => name.length))
  return [
    {
      heading: `${route}${anchored ? `#${anchor}` : ''}  ${formatFileLine(anchored ?? page)}`,
      lines: [
        ...(row ? [{ text: `from the row ${formatFileLine(row)}` }] : []),
        { text: title },
        { text: `${kind}, ${formatPageStatus(page)}` },
        ...aliases.map((alias) => ({
          text: `${isHidden ? 'alias' : 'redirect from'} ${alias.from}  ${formatFileLine(alias)}`,
        })),
      ],
    },
    listPlaces('Links to it', [
      ...(listedBy === undefined ? [] : [{ label: `${listedBy} lists it`, places: [] }]),
      ...groupPlaces(links, formatLinkIn),
    ]),
    listPlaces(
      'Links from it',
      groupPlaces(linksOut, ({ href }) => href),
    ),
    listPlaces(
      'Facts',
      facts.map(({ name, text, places }) => ({
        label: `${name.padEnd(nameWidth)}  ${text}`,
        places,
      })),
    ),
    ...(page.placeholders.length === 0
      ? []
      : [
          listPlaces(
            'Placeholders',
            groupPlaces(page.placeholders, ({ label }) => `"${label}"`),
          ),
        ]),
    ...(page.search && anchor === undefined
      ? [{ heading: 'For search engines', table: { rows: listSearchRows(page, page.search) } }]
      : []),
  ]
}

function listSearchRows({ title }: PageReport, search: PageMeasures): string[][] {
  const { linksIn, linksOut, inMenus, depth, heading, jsonLdTypes, languages } = search
  const rows: [name: string, value: string | undefined][] = [
    ['canonical', search.canonical],
    ['in the sitemap', search.indexed ? 'yes' : 'no'],
    ['lastmod', search.lastmod],
    ['languages', languages.join(', ')],
    ['title', `${title} (${search.titleLength})`],
    ['description', `${search.description} (${search.descriptionLength})`],
    ['h1', heading],
    ['JSON-LD', jsonLdTypes.join(', ')],
    ['links in', formatCount(linksIn, 'page') + (inMenus ? ', and the menus' : '')],
    ['links out', formatCount(linksOut, 'page')],
    ['depth', depth === undefined ? 'no way from the home page' : String(depth)],
    ['words', String(search.words)],
    ['local facts', search.localFacts.join(', ')],
  ]
  return rows.flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value]],
  )
}

const formatLinkIn = ({ from, anchor, alias }: LinkIn) =>
  [
    from ?? 'every page',
    anchor === undefined ? '' : ` to #${anchor}`,
    alias === undefined ? '' : ` by way of ${alias}`,
  ].join('')

type Group = { label: string; places: FileLine[] }

const groupPlaces = <T extends FileLine>(items: T[], labelOf: (item: T) => string): Group[] =>
  [...groupBy(items, labelOf)].map(([label, places]) => ({ label, places }))

const listPlaces = (heading: string, groups: Group[]): ReportSection => ({
  heading: `${heading} (${groups.length})`,
  table: {
    rows: groups.map(({ label, places }) => [
      label,
      [...new Set(places.map(formatFileLine))].join(', '),
    ]),
  },
})
