import { stripTrailingSlash } from '../resolve/route-paths.ts'
import { createExternalPathMatcher } from '../resolve/external-paths.ts'
import { parseLink, type ParsedLink } from '../resolve/parse-link.ts'
import { findNearestName } from '../validate/nearest-name.ts'
import { problemAt, type SourceLocation, type Problem } from '../problems/problem.ts'
import { shellAnchors } from '../resolve/shell-ids.ts'
import type { PageSummary } from '../resolve/page-summary.ts'
import type { PageRule, SiteRule, SiteRuleContext } from './index.ts'

/** Files that every build writes. */
const builtFilePaths = new Set(['/sitemap.xml', '/robots.txt', '/site.webmanifest'])

type FoundLink = { href: string; written: string; location: SourceLocation }

function checkLinkAddress(
  { href, written: needle, location }: FoundLink,
  isElsewhere: (path: string) => boolean,
): Problem[] {
  // Completed with the site's own phone or e-mail: what is wrong with that is reported once, in the settings.
  if (href !== needle || href === 'tel:' || href === 'mailto:') return []
  const link = parseLink(href)
  if (link.kind === 'unsafe') {
    const expected = 'a path, #anchor, https:, tel: or mailto:'
    return [
      problemAt(location, 'UNSAFE_URL', `"${link.scheme}:" is not a safe link.`, {
        expected,
        found: href,
        needle,
      }),
    ]
  }
  if (link.kind === 'internal' && link.query !== undefined && !isElsewhere(link.route)) {
    const fix =
      'Leave away the ? and what follows it. If another program answers this address, list it in elsewhere under site.'
    return [
      problemAt(
        location,
        'BAD_LINK',
        `"${href}" asks a page of this site something, and pages answer nothing.`,
        { found: href, needle, fix },
      ),
    ]
  }
  if (link.kind !== 'bad') return []
  if (/\s/.test(href))
    return [
      problemAt(location, 'BAD_LINK', `"${href}" holds a space.`, {
        found: href,
        needle,
        fix: 'Give the file or page a name without spaces.',
      }),
    ]
  const suggestion = href.startsWith('http:') ? href.replace('http:', 'https:') : undefined
  const details = {
    expected: 'a path such as /pricing, #anchor, or https://…',
    found: href,
    suggestion,
    needle,
  }
  return [problemAt(location, 'BAD_LINK', `"${href}" is not a link.`, details)]
}

function checkLinkAddresses(links: FoundLink[], elsewhere: unknown): Problem[] {
  const isElsewhere = createExternalPathMatcher(elsewhere)
  return links.flatMap((link) => checkLinkAddress(link, isElsewhere))
}

/** So many broken addresses get a suggestion: each is compared with every page, and a template may break thousands. */
const maxSuggestions = 100

function memoizeSuggestions(find: (route: string) => string | undefined): typeof find {
  const known = new Map<string, string | undefined>()
  return (route) => {
    if (!known.has(route) && known.size < maxSuggestions) known.set(route, find(route))
    return known.get(route)
  }
}

/** Where a link of the site may lead. `read` gives the route that an address stands for. */
type LinkTargets = {
  pages: Map<string, PageSummary>
  aliases: Map<string, string>
  isOtherTarget: (route: string) => boolean
  parseTarget: (href: string) => ParsedLink
  suggest: (route: string) => string | undefined
}

function collectLinkTargets({ pages, publicFiles, merged }: SiteRuleContext): LinkTargets {
  const feeds = new Set(pages.map(({ data }) => data.head.feed))
  const isElsewhere = createExternalPathMatcher(merged.settings.elsewhere)
  const toRoute =
    merged.settings.trailingSlash === true ? stripTrailingSlash : (path: string) => path
  const byRoute = new Map(pages.map((page) => [page.route, page]))
  const aliases = new Map(
    pages.flatMap(({ route, aliases: all }) => all.map(({ from }) => [from, route] as const)),
  )
  return {
    pages: byRoute,
    aliases,
    suggest: memoizeSuggestions((route) =>
      findNearestName(route, [...byRoute.keys(), ...aliases.keys(), ...publicFiles]),
    ),
    isOtherTarget: (route) =>
      feeds.has(route) ||
      publicFiles.has(route) ||
      builtFilePaths.has(route) ||
      isElsewhere(route) ||
      merged.possiblyDefined.has(route),
    parseTarget: (href) => {
      const link = parseLink(href)
      // What has a query leads elsewhere, or has been reported as no link.
      if (link.kind !== 'internal') return link
      return link.query === undefined
        ? { ...link, route: toRoute(link.route) }
        : { kind: 'external' }
    },
  }
}

/** Whether nothing need be said of a link: it leads to a written page, to a place that is there, or to a file. */
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

/** The same; pages share most of their links, and a path says the same on each. */
function memoizeTargetCheck(targets: LinkTargets): (href: string, from: PageSummary) => boolean {
  const known = new Map<string, boolean>()
  return (href, from) => {
    if (href.startsWith('#')) return hasValidTarget(href, from, targets)
    const isFine = known.get(href) ?? hasValidTarget(href, from, targets)
    known.set(href, isFine)
    return isFine
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
  const { pages, notFound, shellFindings, getResolvedPage } = context
  // Nearly every page is fine, and its summary says so.
  const isFine = memoizeTargetCheck(targets)
  const suspects = [...pages, ...(notFound ? [notFound] : [])].filter(
    (page) => !page.links.every((href) => isFine(href, page)),
  )
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
  { publicFiles }: SiteRuleContext,
): Problem[] {
  const link = parseTarget(found.href)
  if (link.kind === 'anchor') return from ? checkAnchor(from, link.anchor, found) : []
  if (link.kind !== 'internal') return []
  const page = pages.get(link.route)
  if (page) return link.anchor === undefined ? [] : checkAnchor(page, link.anchor, found)
  const alias = aliases.get(link.route)
  if (alias !== undefined && !isOtherTarget(link.route)) {
    const details = { found: link.route, suggestion: alias, needle: link.route }
    return [
      problemAt(
        found.location,
        'ALIAS_LINK',
        `${link.route} is only an alias of ${alias}.`,
        details,
      ),
    ]
  }
  if (isOtherTarget(link.route)) return []
  if (/\.[a-z0-9]+$/i.test(link.route)) {
    const details = {
      found: link.route,
      suggestion: findNearestName(link.route, publicFiles),
      needle: found.written,
      fix: 'Put the file into public/, or correct its name.',
    }
    return [
      problemAt(found.location, 'BROKEN_LINK', `There is no file public${link.route}.`, details),
    ]
  }
  const details = {
    expected: 'the path of a page',
    found: link.route,
    suggestion: suggest(link.route),
    needle: found.written,
  }
  return [problemAt(found.location, 'BROKEN_LINK', `There is no page ${link.route}.`, details)]
}

function checkAnchor(
  { route, anchors }: PageSummary,
  anchor: string,
  { location, written: needle }: FoundLink,
): Problem[] {
  const names = [...anchors, ...shellAnchors]
  if (names.includes(anchor)) return []
  const details = {
    expected: 'the id of a block on that page',
    found: `#${anchor}`,
    suggestion: findNearestName(anchor, names),
    needle,
  }
  return [
    problemAt(location, 'BROKEN_ANCHOR', `The page ${route} has no place #${anchor}.`, details),
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
    name: 'Every link has an address that is safe',
    check: ({ findings }, { settings }) => checkLinkAddresses(findings.links, settings.elsewhere),
  },
]

export const linkRules: SiteRule[] = [
  {
    name: 'Every link of the shell has an address that is safe',
    check: ({ shellFindings, merged }) =>
      checkLinkAddresses(shellFindings.links, merged.settings.elsewhere),
  },
  { name: 'Every link and anchor leads somewhere', check: checkLinkTargets },
]
