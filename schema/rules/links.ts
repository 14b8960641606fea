import { stripTrailingSlash } from '../resolve/route-paths.ts'
import { createExternalPathMatcher } from '../resolve/external-paths.ts'
import { parseLink, type ParsedLink } from '../resolve/parse-link.ts'
import { suggestName, type Suggestion } from '../validate/nearest-name.ts'
import { suggestLink } from '../validate/suggest-link.ts'
import { problemAt } from '../problems/problem.ts'
import { shellAnchors } from '../resolve/shell-ids.ts'
import type { MergedSite } from '../resolve/merge-sources.ts'
import type { PageSummary } from '../resolve/page-summary.ts'
import type { SourceLocation } from '../source/types.ts'
import type { Problem } from '../problems/types.ts'
import type { PageRule, SiteRule, SiteRuleContext } from './types.ts'

/** Files that every build writes and that pages can link to. */
export const builtFilePaths = new Set(['/sitemap.xml', '/robots.txt', '/site.webmanifest'])

type FoundLink = { href: string; written: string; location: SourceLocation }

/** What the settings say about links. */
type LinkSettings = { origin: unknown; isExternalPath: (path: string) => boolean }

function checkLinkAddress(
  { href, written: needle, location }: FoundLink,
  { origin, isExternalPath }: LinkSettings,
): Problem[] {
  // Links completed with the site's phone or email are checked once, in the settings.
  if (href !== needle || href === 'tel:' || href === 'mailto:') return []
  const link = parseLink(href)
  if (link.kind === 'unsafe') {
    const expected = 'a path, #anchor, https:, tel: or mailto:'
    const meant = suggestLink(href)
    const message = meant.suggestion
      ? `Links cannot start with "${link.scheme}:".`
      : `Links that start with "${link.scheme}:" are not safe.`
    return [problemAt(location, 'UNSAFE_URL', message, { expected, found: href, ...meant, needle })]
  }
  if (link.kind === 'internal' && link.query !== undefined && !isExternalPath(link.route)) {
    const fix =
      'Delete the ? and everything after it. If another program serves this URL, add its path to externalPaths under site.'
    return [
      problemAt(
        location,
        'INVALID_LINK',
        `"${href}" has a query, but the pages of this site do not use queries.`,
        { found: href, needle, fix },
      ),
    ]
  }
  const path = findOwnPath(href, origin)
  if (path !== undefined) {
    const details = {
      expected: path,
      found: href,
      needle,
      replacement: { from: href, to: path },
    }
    const message = `"${href}" leads to this site, but its target is not checked.`
    return [problemAt(location, 'LINK_WITH_OWN_ORIGIN', message, details)]
  }
  if (link.kind !== 'bad' && !/^(?:mailto|tel|sms):\/\//i.test(href)) return []
  const meant = suggestLink(href)
  if (/\s/.test(href) && meant.suggestion === undefined)
    return [
      problemAt(location, 'INVALID_LINK', `"${href}" contains a space.`, {
        found: href,
        needle,
        fix: 'Rename the file or page so that its path has no spaces.',
      }),
    ]
  const details = {
    expected: 'a path such as /pricing, #anchor, or https://…',
    found: href,
    ...meant,
    ...(meant.suggestion !== undefined && { fix: 'Correct the address.' }),
    needle,
  }
  return [problemAt(location, 'INVALID_LINK', `"${href}" is not a valid link.`, details)]
}

/** Returns the path of a URL that has the site's own origin. */
function findOwnPath(href: string, origin: unknown): string | undefined {
  if (typeof origin !== 'string' || !/^https?:/i.test(href) || /\s/.test(href)) return undefined
  const withoutScheme = (url: string) => url.replace(/^https?:\/\//i, '')
  const [host, own] = [withoutScheme(href), withoutScheme(origin).replace(/\/$/, '')]
  if (own === '' || !host.toLowerCase().startsWith(own.toLowerCase())) return undefined
  const path = host.slice(own.length)
  return path === '' ? '/' : /^[/#]/.test(path) ? path.replace(/^#/, '/#') : undefined
}

function checkLinkAddresses(
  links: FoundLink[],
  { origin, externalPaths }: MergedSite['settings'],
): Problem[] {
  const settings = { origin, isExternalPath: createExternalPathMatcher(externalPaths) }
  return links.flatMap((link) => checkLinkAddress(link, settings))
}

/**
 * Limits the suggestions, which compare a broken link with every page: a template may break many.
 */
const maxSuggestions = 100

function memoizeSuggestions(find: (route: string) => Suggestion): typeof find {
  const known = new Map<string, Suggestion>()
  return (route) => {
    if (!known.has(route) && known.size < maxSuggestions) known.set(route, find(route))
    return known.get(route) ?? {}
  }
}

/** The valid targets of links. `parseTarget` normalizes a link to a route. */
type LinkTargets = {
  pages: Map<string, PageSummary>
  aliases: Map<string, string>
  isOtherTarget: (route: string) => boolean
  parseTarget: (href: string) => ParsedLink
  suggest: (route: string) => Suggestion
}

function collectLinkTargets({ pages, publicFiles, merged }: SiteRuleContext): LinkTargets {
  const feeds = new Set(pages.map(({ data }) => data.head.feed))
  const isExternalPath = createExternalPathMatcher(merged.settings.externalPaths)
  const toRoute =
    merged.settings.trailingSlash === true ? stripTrailingSlash : (path: string) => path
  const byRoute = new Map(pages.map((page) => [page.route, page]))
  const unreadSets = [...merged.possiblyDefined].filter((route) => route.includes('{'))
  const isInUnreadSet = createSetRouteMatcher(unreadSets)
  const aliases = new Map(
    pages.flatMap(({ route, aliases: all }) => all.map(({ from }) => [from, route] as const)),
  )
  return {
    pages: byRoute,
    aliases,
    suggest: memoizeSuggestions((route) =>
      suggestName(route, [...byRoute.keys(), ...aliases.keys(), ...publicFiles]),
    ),
    isOtherTarget: (route) =>
      feeds.has(route) ||
      publicFiles.has(route) ||
      builtFilePaths.has(route) ||
      isExternalPath(route) ||
      merged.possiblyDefined.has(route) ||
      isInUnreadSet(route),
    parseTarget: (href) => {
      const link = parseLink(href)
      // Links with a query lead to another program, or are reported as malformed.
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

/** Whether a link leads to an existing page, anchor or file, so that there is nothing to report. */
function hasValidTarget(
  href: string,
  from: PageSummary,
  { pages, isOtherTarget, parseTarget }: LinkTargets,
): boolean {
  const link = parseTarget(href)
  if (link.kind === 'anchor') return hasAnchor(from, link.anchor)
  if (link.kind !== 'internal') return true
  const page = pages.get(link.route)
  return page
    ? !page.meta.planned && (link.anchor === undefined || hasAnchor(page, link.anchor))
    : isOtherTarget(link.route)
}

/** Caches `hasValidTarget` for paths, since pages share most of their links. */
function memoizeTargetCheck(targets: LinkTargets): (href: string, from: PageSummary) => boolean {
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

function checkLinkTargets(context: SiteRuleContext): Problem[] {
  const targets = collectLinkTargets(context)
  const planned = new Map<string, number>()
  const check = (found: FoundLink, from?: PageSummary): Problem[] => {
    const link = targets.parseTarget(found.href)
    if (link.kind === 'internal' && targets.pages.get(link.route)?.meta.planned)
      planned.set(link.route, (planned.get(link.route) ?? 0) + 1)
    return checkLinkTarget(found, from, targets, context)
  }
  const { pages, notFound, unusedPlanned, shellFindings, getResolvedPage } = context
  // Load the complete page only if its summary has an invalid link.
  const isValid = memoizeTargetCheck(targets)
  const suspects = [...pages, notFound, unusedPlanned].filter(
    (page) => page !== undefined && !page.links.every((href) => isValid(href, page)),
  ) as PageSummary[]
  const problems = suspects.flatMap((page) =>
    getResolvedPage(page.route).findings.links.flatMap((found) => check(found, page)),
  )
  return [
    ...problems,
    ...shellFindings.links.flatMap((found) => check(found)),
    ...reportPlannedRoutes(context, planned),
  ]
}

function checkLinkTarget(
  found: FoundLink,
  from: PageSummary | undefined,
  { pages, aliases, isOtherTarget, parseTarget, suggest }: LinkTargets,
  { publicFiles, getResolvedPage }: SiteRuleContext,
): Problem[] {
  const link = parseTarget(found.href)
  if (link.kind === 'anchor')
    return from ? checkAnchor(from, link.anchor, found, getResolvedPage) : []
  if (link.kind !== 'internal') return []
  const page = pages.get(link.route)
  if (page)
    return link.anchor === undefined ? [] : checkAnchor(page, link.anchor, found, getResolvedPage)
  const alias = aliases.get(link.route)
  if (alias !== undefined && !isOtherTarget(link.route)) {
    const details = {
      found: link.route,
      suggestion: alias,
      replacement: { from: link.route, to: alias },
      needle: link.route,
    }
    return [
      problemAt(found.location, 'LINK_TO_ALIAS', `${link.route} is an alias of ${alias}.`, details),
    ]
  }
  if (isOtherTarget(link.route)) return []
  if (/\.[a-z0-9]+$/i.test(link.route)) {
    const page = /\.(?:html?|php|aspx?)$/i.test(link.route)
      ? link.route.replace(/(?:\/index)?\.\w+$/, '').toLowerCase() || '/'
      : ''
    const details = {
      found: link.route,
      ...(pages.has(page)
        ? { suggestion: page, replacement: { from: link.route, to: page } }
        : suggestName(link.route, publicFiles)),
      needle: found.written,
      fix: 'Put the file into public/, or correct its name.',
    }
    return [
      problemAt(
        found.location,
        'BROKEN_LINK',
        `The file public${link.route} does not exist.`,
        details,
      ),
    ]
  }
  const details = {
    expected: 'the path of a page',
    found: link.route,
    ...suggest(link.route),
    needle: found.written,
  }
  return [
    problemAt(found.location, 'BROKEN_LINK', `The page ${link.route} does not exist.`, details),
  ]
}

function checkAnchor(
  { route, anchors }: PageSummary,
  anchor: string,
  { location, written: needle }: FoundLink,
  getResolvedPage: SiteRuleContext['getResolvedPage'],
): Problem[] {
  const names = [...anchors, ...shellAnchors]
  if (names.includes(anchor)) return []
  const leftOut = getResolvedPage(route).findings.leftOutAnchors?.get(anchor)
  if (leftOut !== undefined) {
    const message = `This leads to #${anchor} on ${route}, which is left out, because it is a placeholder.`
    const fix = `Type the real content at ${leftOut} and delete placeholder: true, or delete this link.`
    return [problemAt(location, 'UNFILLED_PLACEHOLDER', message, { needle, fix })]
  }
  const details = {
    expected: 'an id on that page',
    found: `#${anchor}`,
    ...suggestName(anchor, names),
    needle,
  }
  return [
    problemAt(location, 'BROKEN_ANCHOR', `The page ${route} has no anchor #${anchor}.`, details),
  ]
}

function reportPlannedRoutes({ merged }: SiteRuleContext, planned: Map<string, number>): Problem[] {
  return [...merged.planned]
    .filter(([route]) => !merged.pages.has(route))
    .map(([route, { location }]) => {
      const count = planned.get(route) ?? 0
      const links =
        count === 0 ? 'No link leads' : count === 1 ? '1 link leads' : `${count} links lead`
      return problemAt(location, 'PLANNED_ROUTE', `${links} to ${route}, which is not written yet.`)
    })
}

export const linkPageRules: PageRule[] = [
  {
    name: 'Every link is valid and safe',
    check: ({ findings }, { settings }) => checkLinkAddresses(findings.links, settings),
  },
]

export const linkRules: SiteRule[] = [
  {
    name: 'Every link in the shell is valid and safe',
    check: ({ shellFindings, merged }) => checkLinkAddresses(shellFindings.links, merged.settings),
  },
  { name: 'The target of every link exists', check: checkLinkTargets },
]
