import { notFoundRoute } from '../../renderer/routes.ts'
import type { PageSummary } from '../../schema/resolve/page-summary.ts'
import { collectAddresses, type SiteAddress } from '../../schema/resolve/site-addresses.ts'
import { addressesFileName } from '../../schema/source/recorded-addresses.ts'
import { listPage } from '../pages/list-pages.ts'
import { isInSitemap } from '../prerender/output/render-sitemaps.ts'
import type { SiteDocuments } from '../prerender/run/inspect-site.ts'
import { toFileLine } from '../../schema/util/to-file-line.ts'
import { findNeighbors, measureOwnShares } from './compare-texts.ts'
import { buildLinkGraph } from './link-graph.ts'
import type { Route } from './types.ts'
import { listAllPages } from '../../schema/resolve/list-all-pages.ts'
import { indexCitations } from '../../schema/resolve/index-citations.ts'

/** Collects every address of a site: its pages, the not-found page, redirects, and what is gone. */
export function collectRoutes(site: SiteDocuments): Route[] {
  const { shared, pages, notFound } = site
  const described = listAllPages({ pages, notFound }).map(createPageDescriber(site))
  const byAddress = new Map(described.map((route) => [route.address, route]))
  const others = [...collectAddresses(shared).values()].flatMap((address): Route[] => {
    if (address.to !== undefined) return [describeRedirect(address, byAddress.get(address.to))]
    return address.status === 410 ? [describeGone(address)] : []
  })
  return [...described, ...others]
}

const empty = {
  inSitemap: false,
  languages: [],
  title: '',
  titleLength: 0,
  description: '',
  descriptionLength: 0,
  headings: [],
  jsonLdTypes: [],
  linksOut: 0,
  linksIn: 0,
  inMenus: false,
  words: 0,
  localFacts: [],
  placeholder: false,
}

function createPageDescriber({ shared, pages, notFound, documents }: SiteDocuments) {
  const { merged } = shared
  const addresses = collectAddresses(shared)
  const graph = buildLinkGraph({ addresses, pages, notFound }, documents)
  // A page may repeat the texts of the not-found page and of planned pages.
  const compared = pages.flatMap(({ route, meta }) => {
    const document = documents.get(route)
    return document && !meta.planned ? [{ route, shingles: document.shingles }] : []
  })
  const ownShares = measureOwnShares(compared)
  const neighbors = findNeighbors(compared)
  const localFacts = listLocalFacts(
    pages,
    (route, fact) => merged.pages.get(route)?.facts?.has(fact) === true,
  )
  return (page: PageSummary): Route => {
    const { route, data, meta } = page
    const { status, kind, placeholder, file, line } = listPage(addresses, page)
    const document = documents.get(route)
    const { title, description } = document ?? data.head
    const isNotFound = route === notFoundRoute
    const depth = graph.depths.get(route)
    const ownShare = ownShares.get(route)
    const nearest = neighbors.get(route)
    const reason = isNotFound ? 'not-found' : status === 'listed' ? undefined : status
    return {
      address: route,
      status: isNotFound ? 404 : 200,
      kind,
      indexed: reason === undefined,
      ...(reason && { reason }),
      canonical: document?.canonical ?? data.head.canonical,
      inSitemap: !isNotFound && isInSitemap(page),
      ...(meta.lastmod !== undefined && { lastmod: meta.lastmod }),
      languages: document?.languages ?? [],
      title,
      titleLength: title.length,
      description,
      descriptionLength: description.length,
      headings: document?.mainHeadings ?? [],
      jsonLdTypes: document?.jsonLdTypes ?? [],
      linksOut: graph.out.get(route)?.size ?? 0,
      linksIn: graph.in.get(route) ?? 0,
      inMenus: graph.inMenus.has(route),
      ...(depth !== undefined && { depth }),
      words: document?.words ?? 0,
      ...(ownShare !== undefined && { ownShare }),
      ...(nearest && { nearest }),
      localFacts: localFacts.get(route) ?? [],
      placeholder,
      file,
      line,
    }
  }
}

const describeRedirect = ({ address, to, location }: SiteAddress, target?: Route): Route => ({
  ...empty,
  address,
  status: 301,
  kind: 'redirect',
  indexed: false,
  reason: 'redirect',
  redirectTo: to,
  canonical: target?.canonical,
  ...toFileLine(location!),
})

const describeGone = ({ address, location }: SiteAddress): Route => ({
  ...empty,
  address,
  status: 410,
  kind: 'gone',
  indexed: false,
  reason: 'gone',
  ...(location ? toFileLine(location) : { file: addressesFileName, line: 1 }),
})

/**
 * A page that lists all towns repeats their facts, so a few other pages may print a local fact,
 * too.
 */
const maxOtherPages = 3

/**
 * Lists the facts that belong to each page: those of its own row, and those of the ledger that at
 * most three other pages print.
 * @param isOwn whether a fact is defined for one page alone
 * @returns names by route, such as `distance-springfield`, with the reading if a fact has several
 */
function listLocalFacts(
  pages: Pick<PageSummary, 'route' | 'citations'>[],
  isOwn: (route: string, fact: string) => boolean,
): Map<string, string[]> {
  const routes = indexCitations(pages)
  return new Map(
    pages.map(({ route, citations = [] }) => {
      const local = citations.filter(
        (fact) =>
          routes.get(fact)!.length <= maxOtherPages + 1 || isOwn(route, fact.split('.', 1)[0]!),
      )
      return [route, local.map((fact) => fact.replace(/\.value$/, ''))]
    }),
  )
}
