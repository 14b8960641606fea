import { decodePath } from '../resolve/alias-address.ts'
import { createExternalPathMatcher } from '../resolve/external-paths.ts'
import type { PageSummary } from '../resolve/page-summary.ts'
import { parseLink, type ParsedLink } from '../resolve/parse-link.ts'
import { stripTrailingSlash } from '../resolve/route-paths.ts'
import { shellAnchors } from '../resolve/shell-ids.ts'
import {
  collectAddresses,
  findAddress,
  isHidden,
  type SiteAddress,
  type SiteAddresses,
} from '../resolve/site-addresses.ts'
import { suggestName, type Suggestion } from '../validate/nearest-name.ts'
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

/** The valid targets of links. `parseTarget` normalizes a link to a route. */
export type LinkTargets = {
  pages: Map<string, PageSummary>
  addresses: SiteAddresses
  isOtherTarget: (route: string) => boolean
  parseTarget: (href: string) => ParsedLink
  suggest: (route: string) => Suggestion
}

/** Collects all valid targets of links, with functions that check and suggest targets. */
export function collectLinkTargets(context: SiteRuleContext): LinkTargets {
  const { pages, publicFiles, merged } = context
  const addresses = collectAddresses(context)
  const feeds = new Set(pages.map(({ data }) => data.head.feed))
  const isExternalPath = createExternalPathMatcher(merged.settings.externalPaths)
  const toRoute =
    merged.settings.trailingSlash === true ? stripTrailingSlash : (path: string) => path
  const byRoute = new Map(pages.map((page) => [page.route, page]))
  const unreadSets = [...merged.possiblyDefined].filter((route) => route.includes('{'))
  const isInUnreadSet = createSetRouteMatcher(unreadSets)
  const isAnswered = ([, { status }]: [string, SiteAddress]) => status === 200 || status === 301
  return {
    pages: byRoute,
    addresses,
    suggest: memoizeSuggestions((route) =>
      suggestName(route, [
        ...[...addresses].filter(isAnswered).map(([address]) => address),
        ...toLinkPaths(publicFiles),
      ]),
    ),
    isOtherTarget: (route) =>
      feeds.has(route) ||
      publicFiles.has(route) ||
      publicFiles.has(decodePath(route)) ||
      builtFilePaths.has(route) ||
      isExternalPath(route) ||
      (merged.possiblyDefined.has(route) && addresses.get(route)?.kind !== 'ended') ||
      isInUnreadSet(route),
    parseTarget: (href) => {
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

/**
 * Whether a link leads to an existing page, anchor or file, so that no problem needs to be
 * reported.
 */
function hasValidTarget(
  href: string,
  from: PageSummary,
  { pages, addresses, isOtherTarget, parseTarget }: LinkTargets,
): boolean {
  const link = parseTarget(href)
  if (link.kind === 'anchor') return hasAnchor(from, link.anchor)
  if (link.kind !== 'internal') return true
  const page = pages.get(link.route)
  const target = findAddress(addresses, link.route)
  if (isHidden(target) && target.to === undefined) return false
  return page
    ? !page.meta.planned &&
        !page.meta.draft &&
        (link.anchor === undefined || hasAnchor(page, link.anchor))
    : isOtherTarget(link.route)
}

/** Caches `hasValidTarget` for paths, since pages share most of their links. */
export function memoizeTargetCheck(
  targets: LinkTargets,
): (href: string, from: PageSummary) => boolean {
  const known = new Map<string, boolean>()
  return (href, from) => {
    if (href.startsWith('#')) return hasValidTarget(href, from, targets)
    const isValid = known.get(href) ?? hasValidTarget(href, from, targets)
    known.set(href, isValid)
    return isValid
  }
}

const hasAnchor = ({ anchors }: PageSummary, anchor: string) =>
  anchors.includes(anchor) || shellAnchors.includes(anchor)
