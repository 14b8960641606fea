import { findListingRoute } from '../../schema/resolve/collect-articles.ts'
import { formatReading } from '../../schema/resolve/facts.ts'
import type { ResolvedPage } from '../../schema/resolve/page/page-types.ts'
import type { ResolvedSite } from '../../schema/resolve/resolve-site.ts'
import type { SiteAddresses } from '../../schema/resolve/site-addresses.ts'
import { toFileLine } from '../../schema/util/to-file-line.ts'
import type { FileLine } from '../../schema/source/position-types.ts'
import { listLinksIn } from './list-links.ts'
import { listPage, type PageListing } from './list-pages.ts'

/** Everything that a person asks about a page before changing it. */
export type PageReport = PageListing & {
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
  facts: { name: string; reading: string; text: string; places: FileLine[] }[]
}

/** A link to a page. `from` is left out for the header, the footer and the settings. */
type LinkIn = FileLine & { from?: string; anchor?: string; alias?: string }

/** @param addresses what a build does with each address */
export function describePage(
  site: ResolvedSite,
  addresses: SiteAddresses,
  page: ResolvedPage,
): PageReport {
  const { route, findings, data } = page
  const aliases = [...addresses.values()].filter(
    (each) => each.to === route || (each.page?.route === route && each.address !== route),
  )
  const listing = data.article && findListingRoute(site.articles, route)
  return {
    ...listPage(addresses, page),
    description: data.head.description,
    aliases: aliases.map(({ address, location }) => ({ from: address, ...toFileLine(location!) })),
    placeholders: findings.placeholders.map(({ label, location }) => ({
      label,
      ...toFileLine(location),
    })),
    anchors: findings.anchors.map(({ name, location }) => ({ name, ...toFileLine(location) })),
    linksIn: listLinksIn(site, addresses, route).map(({ from, to, anchor, written, location }) => ({
      ...(from !== undefined && { from }),
      ...toFileLine(location, written),
      ...(anchor !== undefined && { anchor }),
      ...(to !== route && { alias: to }),
    })),
    ...(listing !== undefined && { listedBy: listing }),
    linksOut: findings.links
      .filter(({ href }) => !/^(?:#|tel:|sms:|mailto:)/.test(href))
      .map(({ href, written, location }) => ({ href, ...toFileLine(location, written) })),
    facts: listCitedFacts(site, page),
  }
}

function listCitedFacts(
  { merged, context }: ResolvedSite,
  { route, findings }: ResolvedPage,
): PageReport['facts'] {
  const own = merged.pages.get(route)?.facts
  const found = new Map<string, PageReport['facts'][number]>()
  for (const { fact: name, reading, location } of findings.citations) {
    const fact = own?.get(name) ?? context.facts.get(name)
    const value = fact?.readings.get(reading)
    if (!fact || !value) continue
    const key = `${name}.${reading}`
    const { text } = formatReading(fact, value, context.language)
    const cited = found.get(key) ?? { name, reading, text, places: [] }
    cited.places.push(toFileLine(location, name))
    found.set(key, cited)
  }
  return [...found.values()]
}
