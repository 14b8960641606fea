import { decodePath } from '../resolve/alias-address.ts'
import { createExternalPathMatcher, stripTrailingSlash } from '../util/route-paths.ts'
import type { PageSummary } from '../resolve/page-summary.ts'
import { parseLink, type ParsedLink } from '../resolve/parse-link.ts'
import { shellAnchors } from '../resolve/page/anchors.ts'
import { collectAddresses, findAddress, isHidden, type Address } from '../resolve/site-addresses.ts'
import { suggestName, type Suggestion } from '../validate/nearest-name.ts'
import type { HiddenTarget } from './hidden-targets.ts'
import type { SiteRuleContext } from './types.ts'

/** Files that every build writes and that pages can link to. */
export const builtFilePaths = new Set(['/sitemap.xml', '/robots.txt', '/site.webmanifest'])

/**
 * Limits the broken links that get a suggestion, which compares them with every page. One template
 * may break many.
 */
const maxSuggestions = 100

function memoizeSuggestions(find: (route: string) => Suggestion): typeof find {
  const known = new Map<string, Suggestion>()
  return (route) => {
    if (!known.has(route) && known.size < maxSuggestions) known.set(route, find(route))
    return known.get(route) ?? {}
  }
}

/** Encodes what a link cannot contain in the paths of files: `/Price List.pdf`. */
export const toLinkPaths = (files: Iterable<string>): string[] =>
  [...files].map((file) => file.replace(/[\s%?#]/g, encodeURIComponent))

/** The valid targets of links. */
export type LinkTargets = ReturnType<typeof collectLinkTargets>

/** Collects all valid targets of links, with functions that check and suggest targets. */
export function collectLinkTargets(context: SiteRuleContext) {
  const { pages, publicFiles, site } = context
  const addresses = collectAddresses(context)
  const feeds = new Set(pages.map(({ data }) => data.head.feed))
  const isExternalPath = createExternalPathMatcher(site.settings.externalPaths)
  const toRoute = site.settings.trailingSlash === true ? stripTrailingSlash : (path: string) => path
  const byRoute = new Map(pages.map((page) => [page.route, page]))
  const unreadSets = [...site.possiblyDefined].filter((route) => route.includes('{'))
  const isInUnreadSet = createSetRouteMatcher(unreadSets)
  const isAnswered = ([, { status }]: [string, Address]) => status === 200 || status === 301
  return {
    pages: byRoute,
    addresses,
    suggest: memoizeSuggestions((route) => {
      const near = suggestName(route, [
        ...[...addresses].filter(isAnswered).map(([address]) => address),
        ...toLinkPaths(publicFiles),
      ])
      // A page may have been renamed: links lead to its present address.
      const to = addresses.get(near.suggestion ?? '')?.to
      if (to === undefined) return near
      const { replacement } = near
      return { suggestion: to, ...(replacement && { replacement: { ...replacement, to } }) }
    }),
    isOtherTarget: (route: string): boolean =>
      feeds.has(route) ||
      publicFiles.has(route) ||
      publicFiles.has(decodePath(route)) ||
      builtFilePaths.has(route) ||
      isExternalPath(route) ||
      (site.possiblyDefined.has(route) && addresses.get(route)?.kind !== 'ended') ||
      isInUnreadSet(route),
    /** Parses a link, whose route is normalized. */
    parseTarget: (href: string): ParsedLink => {
      const link = parseLink(href)
      // Links with a query lead to another program, or are reported as malformed elsewhere.
      if (link.kind !== 'internal') return link
      return link.query === undefined
        ? { ...link, route: toRoute(link.route) }
        : { kind: 'external' }
    },
  }
}

/** Creates a predicate for the routes that sets such as /towns/{town} may have. */
function createSetRouteMatcher(routes: string[]): (route: string) => boolean {
  const patterns = routes.map((route) => {
    const parts = route.split(/\{[^{}]*\}/).map((part) => part.replace(/[^\w/-]/g, '\\$&'))
    return new RegExp(`^${parts.join('[^/]+')}$`)
  })
  return (route) => patterns.some((pattern) => pattern.test(route))
}

/** Why a link does not lead to a page, an anchor or a file that visitors can see. */
export type LinkFault =
  | { kind: 'hidden'; target: HiddenTarget }
  | { kind: 'planned' }
  | { kind: 'anchor'; page: PageSummary; anchor: string }
  | { kind: 'redirect'; route: string; from: Address['kind']; to: string }
  | { kind: 'missing'; route: string }

/** @param from the page with the link; undefined for links of the site */
export function findLinkFault(
  href: string,
  from: PageSummary | undefined,
  { pages, addresses, isOtherTarget, parseTarget }: LinkTargets,
): LinkFault | undefined {
  const link = parseTarget(href)
  if (link.kind === 'anchor') return from && findAnchorFault(from, link.anchor)
  if (link.kind !== 'internal') return undefined
  const { route, anchor } = link
  const page = pages.get(route)
  const target = findAddress(addresses, route)
  if (isHidden(target) && target.to === undefined) return { kind: 'hidden', target }
  if (page?.meta.draft && !from?.meta.draft)
    return { kind: 'hidden', target: { address: route, kind: 'draft', page } }
  if (page)
    return findAnchorFault(page, anchor) ?? (page.meta.planned ? { kind: 'planned' } : undefined)
  if (isOtherTarget(route)) return undefined
  return target?.to === undefined
    ? { kind: 'missing', route }
    : { kind: 'redirect', route, from: target.kind, to: target.to }
}

/** Whether links have a fault. Pages share most of their links, so those to paths are cached. */
export function createFaultCheck(
  targets: LinkTargets,
): (href: string, from: PageSummary) => boolean {
  const known = new Map<string, boolean>()
  return (href, from) => {
    const isShared = !href.startsWith('#') && !from.meta.draft
    const hasFault =
      (isShared ? known.get(href) : undefined) ?? findLinkFault(href, from, targets) !== undefined
    if (isShared) known.set(href, hasFault)
    return hasFault
  }
}

const findAnchorFault = (page: PageSummary, anchor?: string): LinkFault | undefined =>
  anchor === undefined || page.anchors.includes(anchor) || shellAnchors.includes(anchor)
    ? undefined
    : { kind: 'anchor', page, anchor }
