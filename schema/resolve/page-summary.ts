import type { DatedPart } from '../days/moment.ts'
import { computePageSignature } from '../similarity/page-signature.ts'
import { listPromises, type LinkPromise } from './page/list-promises.ts'
import { parseLink } from './parse-link.ts'
import type { BuiltPage, PageData } from '../page-data.ts'
import type { ResolvedPage } from './page/page-types.ts'
import type { PostsBlock } from '../types.gen.ts'
import type { SourceLocation } from '../source/types.ts'

/**
 * The data about a page that site rules and other pages need. Small enough to keep for every page
 * of a large site. Plain data except for `location`.
 */
export type PageSummary = {
  route: string
  location: SourceLocation
  data: Pick<PageData, 'kind' | 'head' | 'article'>
  meta: BuiltPage['meta']
  /** The first block that lists articles, with its index. Further ones show the same articles. */
  posts?: { block: PostsBlock; index: number }
  aliases: { from: string; index: number }[]
  /** The ids that links to this page may end with. */
  anchors: string[]
  /**
   * Its distinct links to routes and anchors of this site, breadcrumbs included, without those that
   * have a query.
   */
  links: string[]
  /** What it cites, each as `fact.reading`. Only in checks: builds have no use for it. */
  citations?: string[]
  /** What its links promise, and the price of its service, as `fact.reading`. Only in checks. */
  promises?: LinkPromise[]
  servicePrice?: string
  /** The text of its main heading. Only in checks, too. */
  heading?: string
  /** Whether visitors can search the site on it. */
  hasSearch?: true
  /** MinHash signature for comparing pages. Missing if the page has too little text. */
  signature?: string
  /** Its blocks and entries that have days. The pages of a set have theirs in `MergedSite.dated`. */
  days?: DatedPart[]
}

/**
 * Summarizes a resolved page.
 * @param placeNames names to ignore in comparisons, see `listPlaceNames`
 * @param ownNames further names to ignore on this page, see `RawPage.routeValues`
 * @param isForCheck whether to add what only checks need
 */
export function summarizePage(
  page: ResolvedPage,
  placeNames: string[],
  ownNames?: string[],
  isForCheck = false,
): PageSummary {
  const { route, location, data, meta, aliases, findings } = page
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
    aliases: aliases.map(({ from, location: { path } }) => ({
      from,
      index: path.at(-1) as number,
    })),
    anchors: findings.anchors.map(({ name }) => name),
    links: listLinks(page).filter(isSameSiteLink),
    ...(isForCheck && {
      citations: listCitations(findings.citations),
      promises: listPromises(page, placeNames),
      servicePrice: findServicePrice(page),
      heading: getHeading(page),
    }),
    ...(data.blocks.some(({ type }) => type === 'search') && { hasSearch: true }),
    ...(signature !== undefined && { signature }),
  }
}

/** The first main heading, if it is a text. */
function getHeading({ data, location, findings }: ResolvedPage): string | undefined {
  const [at] = findings.mainHeadings
  if (!at) return undefined
  let value: unknown = data
  for (const step of at.path.slice(location.path.length))
    value = (value as Record<string, unknown> | undefined)?.[step]
  return typeof value === 'string' ? value : undefined
}

function findServicePrice({ location, findings }: ResolvedPage): string | undefined {
  const at = [...location.path, 'service', 'price'].join('/')
  const found = findings.citations.find((citation) => citation.location.path.join('/') === at)
  return found && `${found.fact}.${found.reading}`
}

const listCitations = (citations: ResolvedPage['findings']['citations']): string[] => [
  ...new Set(citations.map(({ fact, reading }) => `${fact}.${reading}`)),
]

function listLinks({ data: { blocks, breadcrumbs }, findings }: ResolvedPage): string[] {
  const links = findings.links.map(({ href }) => href)
  const hasBreadcrumbs = blocks.some(({ type }) => type === 'breadcrumbs')
  // Every page leads home.
  const above = hasBreadcrumbs ? breadcrumbs.slice(1).map(({ href }) => href) : []
  // Validation reports a trail whose links are not texts.
  return [...new Set([...links, ...above])].filter((href) => typeof href === 'string')
}
