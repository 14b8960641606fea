import type { DatedPart } from '../days/moment.ts'
import { listCitedReadings } from './index-citations.ts'
import { computePageSignature } from '../similarity/page-signature.ts'
import { countWords } from './collect-articles.ts'
import { listPromises, type LinkPromise } from './page/list-promises.ts'
import { parseLink } from './parse-link.ts'
import type { PageMeta, PageData } from '../page-data.ts'
import type { ResolvedPage } from './page/page-types.ts'
import type { PostsBlock } from '../types.gen.ts'
import type { SourceLocation } from '../problems/location.ts'
import { getAt } from '../util/records.ts'

/**
 * The data about a page that site rules and other pages need. Small enough to keep for every page
 * of a large site. Plain data except for `location`.
 */
export type PageSummary = {
  route: string
  location: SourceLocation
  data: Pick<PageData, 'kind' | 'head' | 'article'>
  meta: PageMeta
  /**
   * The first block that lists articles, and its index. Other such blocks show the same articles.
   */
  posts?: { block: PostsBlock; index: number }
  /** The ids that a link to this page may use as its fragment. */
  anchors: string[]
  /**
   * The distinct routes and anchors that the page links to, including breadcrumbs. Links with a
   * query are left out.
   */
  links: string[]
  /** The facts that it cites, each as `fact.reading`. Only in checks: builds do not use them. */
  citations?: string[]
  /** The promises of its links, and the price of its service as `fact.reading`. Only in checks. */
  promises?: LinkPromise[]
  servicePrice?: string
  /** The text of its main heading. Only in checks. */
  heading?: string
  /** How many words its texts have. Only in checks. */
  words?: number
  /** The types of its blocks. Only in checks. */
  blockTypes?: string[]
  /** The types of what its structured data describes. Only in checks. */
  jsonLdTypes?: string[]
  /** How many parts of the published page are left out until they are real. */
  leftOut?: number
  /** The facts because of which it leaves something out. */
  leftOutFacts?: string[]
  /** Whether the page has a search block. */
  hasSearch?: true
  /** MinHash signature for comparing pages. Undefined if the page has too little text. */
  signature?: string
  /**
   * Its blocks and list entries that have days. For the pages of sets, they are in
   * `Site.dated`.
   */
  days?: DatedPart[]
}

/**
 * Summarizes a resolved page.
 * @param placeNames names to ignore in comparisons, see `listPlaceNames`
 * @param ownNames further names to ignore on this page, see `Page.routeValues`
 * @param isForCheck whether to add what only checks need
 */
export function summarizePage(
  page: ResolvedPage,
  placeNames: string[],
  ownNames?: string[],
  isForCheck = false,
): PageSummary {
  const { route, location, data, meta, findings } = page
  const signature = computePageSignature(page, placeNames, ownNames)
  const { kind, head, article } = data
  const index = data.blocks.findIndex(({ type }) => type === 'posts')
  const isSameSiteLink = (href: string) => {
    const link = parseLink(href)
    return link.kind === 'anchor' || (link.kind === 'internal' && link.query === undefined)
  }
  return {
    route,
    location,
    data: { kind, head, ...(article && { article }) },
    meta,
    ...(index >= 0 && { posts: { block: data.blocks[index] as PostsBlock, index } }),
    anchors: findings.anchors.map(({ name }) => name),
    links: listPageLinks(page).filter(isSameSiteLink),
    ...(isForCheck && {
      citations: listCitedReadings(findings.citations),
      promises: listPromises(page, placeNames),
      servicePrice: findServicePrice(page),
      heading: getHeading(page),
      words: countWords(findings.texts.join(' ')),
      blockTypes: [...new Set(data.blocks.map(({ type }) => type))],
    }),
    ...(data.blocks.some(({ type }) => type === 'search') && { hasSearch: true }),
    ...(signature !== undefined && { signature }),
    ...(findings.leftOut !== undefined && { leftOut: findings.leftOut }),
    ...(findings.leftOutFacts && { leftOutFacts: findings.leftOutFacts }),
  }
}

/** Returns the first main heading, if it is a text. */
function getHeading({ data, location, findings }: ResolvedPage): string | undefined {
  const [at] = findings.mainHeadings
  if (!at) return undefined
  const value = getAt(data, at.path.slice(location.path.length))
  return typeof value === 'string' ? value : undefined
}

function findServicePrice({ location, findings }: ResolvedPage): string | undefined {
  const at = [...location.path, 'service', 'price'].join('/')
  const found = findings.citations.find((citation) => citation.location.path.join('/') === at)
  return found && `${found.fact}.${found.reading}`
}

function listPageLinks({
  data: { blocks, breadcrumbs, otherLanguages = [] },
  findings,
}: ResolvedPage): string[] {
  // The header of a page links to it in other languages.
  const links = [...findings.links, ...otherLanguages].map(({ href }) => href)
  const hasBreadcrumbs = blocks.some(({ type }) => type === 'breadcrumbs')
  // The first breadcrumb is the home page, which every page links to anyway.
  const above = hasBreadcrumbs ? breadcrumbs.slice(1).map(({ href }) => href) : []
  // Validation reports a breadcrumb whose link is not a text.
  return [...new Set([...links, ...above])].filter((href) => typeof href === 'string')
}
