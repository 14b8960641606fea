import { withoutSlash } from '../addresses.ts'
import { readElsewhere } from '../elsewhere.ts'
import { readLink, type Link } from '../links.ts'
import { findNearest } from '../nearest-name.ts'
import { problemAt, type Place, type Problem } from '../problem.ts'
import { shellAnchors } from '../shell-ids.ts'
import type { PageSummary } from '../page-summary.ts'
import type { PageRule, Rule, RuleContext } from './index.ts'

/** Files that every build writes. */
const builtFiles = new Set(['/sitemap.xml', '/robots.txt', '/site.webmanifest'])

type FoundLink = { href: string; written: string; place: Place }

function checkAddress(
  { href, written: needle, place }: FoundLink,
  isElsewhere: (path: string) => boolean,
): Problem[] {
  // Completed with the site's own phone or e-mail: what is wrong with that is reported once, in the settings.
  if (href !== needle || href === 'tel:' || href === 'mailto:') return []
  const link = readLink(href)
  if (link.kind === 'unsafe') {
    const expected = 'a path, #anchor, https:, tel: or mailto:'
    return [
      problemAt(place, 'UNSAFE_URL', `"${link.scheme}:" is not a safe link.`, {
        expected,
        found: href,
        needle,
      }),
    ]
  }
  if (link.kind === 'internal' && link.query !== undefined && !isElsewhere(link.route)) {
    const mend =
      'Leave away the ? and what follows it. If another program answers this address, list it in elsewhere under site.'
    return [
      problemAt(
        place,
        'BAD_LINK',
        `"${href}" asks a page of this site something, and pages answer nothing.`,
        { found: href, needle, mend },
      ),
    ]
  }
  if (link.kind !== 'bad') return []
  if (/\s/.test(href))
    return [
      problemAt(place, 'BAD_LINK', `"${href}" holds a space.`, {
        found: href,
        needle,
        mend: 'Give the file or page a name without spaces.',
      }),
    ]
  const suggestion = href.startsWith('http:') ? href.replace('http:', 'https:') : undefined
  const details = {
    expected: 'a path such as /pricing, #anchor, or https://…',
    found: href,
    suggestion,
    needle,
  }
  return [problemAt(place, 'BAD_LINK', `"${href}" is not a link.`, details)]
}

function checkAddresses(links: FoundLink[], elsewhere: unknown): Problem[] {
  const isElsewhere = readElsewhere(elsewhere)
  return links.flatMap((link) => checkAddress(link, isElsewhere))
}

/** So many broken addresses get a suggestion: each is compared with every page, and a template may break thousands. */
const suggestions = 100

function suggestOnce(find: (route: string) => string | undefined): typeof find {
  const known = new Map<string, string | undefined>()
  return (route) => {
    if (!known.has(route) && known.size < suggestions) known.set(route, find(route))
    return known.get(route)
  }
}

/** Where a link of the site may lead. `read` gives the route that an address stands for. */
type Targets = {
  pages: Map<string, PageSummary>
  aliases: Map<string, string>
  others: (route: string) => boolean
  read: (href: string) => Link
  suggest: (route: string) => string | undefined
}

function listTargets({ pages, publicFiles, merged }: RuleContext): Targets {
  const feeds = new Set(pages.map(({ data }) => data.head.feed))
  const isElsewhere = readElsewhere(merged.settings.elsewhere)
  const toRoute = merged.settings.trailingSlash === true ? withoutSlash : (path: string) => path
  const byRoute = new Map(pages.map((page) => [page.route, page]))
  const aliases = new Map(
    pages.flatMap(({ route, aliases: all }) => all.map(({ from }) => [from, route] as const)),
  )
  return {
    pages: byRoute,
    aliases,
    suggest: suggestOnce((route) =>
      findNearest(route, [...byRoute.keys(), ...aliases.keys(), ...publicFiles]),
    ),
    others: (route) =>
      feeds.has(route) ||
      publicFiles.has(route) ||
      builtFiles.has(route) ||
      isElsewhere(route) ||
      merged.unread.has(route),
    read: (href) => {
      const link = readLink(href)
      // What has a query leads elsewhere, or has been reported as no link.
      if (link.kind !== 'internal') return link
      return link.query === undefined
        ? { ...link, route: toRoute(link.route) }
        : { kind: 'external' }
    },
  }
}

/** Whether nothing need be said of a link: it leads to a written page, to a place that is there, or to a file. */
function leadsSomewhere(
  href: string,
  from: PageSummary,
  { pages, others, read }: Targets,
): boolean {
  const link = read(href)
  if (link.kind === 'anchor') return hasAnchor(from, link.anchor)
  if (link.kind !== 'internal') return true
  const page = pages.get(link.route)
  return page
    ? !page.meta.planned && (link.anchor === undefined || hasAnchor(page, link.anchor))
    : others(link.route)
}

/** The same; pages share most of their links, and a path says the same on each. */
function rememberPaths(targets: Targets): (href: string, from: PageSummary) => boolean {
  const known = new Map<string, boolean>()
  return (href, from) => {
    if (href.startsWith('#')) return leadsSomewhere(href, from, targets)
    const isFine = known.get(href) ?? leadsSomewhere(href, from, targets)
    known.set(href, isFine)
    return isFine
  }
}

const hasAnchor = ({ anchors }: PageSummary, anchor: string) =>
  anchors.includes(anchor) || shellAnchors.includes(anchor)

function checkTargets(context: RuleContext): Problem[] {
  const targets = listTargets(context)
  const planned = new Map<string, number>()
  const check = (found: FoundLink, from?: PageSummary): Problem[] => {
    const link = targets.read(found.href)
    if (link.kind === 'internal' && targets.pages.get(link.route)?.meta.planned)
      planned.set(link.route, (planned.get(link.route) ?? 0) + 1)
    return checkTarget(found, from, targets, context)
  }
  const { pages, notFound, shell, detail } = context
  // Nearly every page is fine, and its summary says so.
  const isFine = rememberPaths(targets)
  const suspects = [...pages, ...(notFound ? [notFound] : [])].filter(
    (page) => !page.links.every((href) => isFine(href, page)),
  )
  const problems = suspects.flatMap((page) =>
    detail(page.route).findings.links.flatMap((found) => check(found, page)),
  )
  return [
    ...problems,
    ...shell.links.flatMap((found) => check(found)),
    ...notePlanned(context, planned),
  ]
}

function checkTarget(
  found: FoundLink,
  from: PageSummary | undefined,
  { pages, aliases, others, read, suggest }: Targets,
  { publicFiles }: RuleContext,
): Problem[] {
  const link = read(found.href)
  if (link.kind === 'anchor') return from ? checkAnchor(from, link.anchor, found) : []
  if (link.kind !== 'internal') return []
  const page = pages.get(link.route)
  if (page) return link.anchor === undefined ? [] : checkAnchor(page, link.anchor, found)
  const alias = aliases.get(link.route)
  if (alias !== undefined && !others(link.route)) {
    const details = { found: link.route, suggestion: alias, needle: link.route }
    return [
      problemAt(found.place, 'ALIAS_LINK', `${link.route} is only an alias of ${alias}.`, details),
    ]
  }
  if (others(link.route)) return []
  if (/\.[a-z0-9]+$/i.test(link.route)) {
    const details = {
      found: link.route,
      suggestion: findNearest(link.route, publicFiles),
      needle: found.written,
      mend: 'Put the file into public/, or correct its name.',
    }
    return [problemAt(found.place, 'BROKEN_LINK', `There is no file public${link.route}.`, details)]
  }
  const details = {
    expected: 'the path of a page',
    found: link.route,
    suggestion: suggest(link.route),
    needle: found.written,
  }
  return [problemAt(found.place, 'BROKEN_LINK', `There is no page ${link.route}.`, details)]
}

function checkAnchor(
  { route, anchors }: PageSummary,
  anchor: string,
  { place, written: needle }: FoundLink,
): Problem[] {
  const names = [...anchors, ...shellAnchors]
  if (names.includes(anchor)) return []
  const details = {
    expected: 'the id of a block on that page',
    found: `#${anchor}`,
    suggestion: findNearest(anchor, names),
    needle,
  }
  return [problemAt(place, 'BROKEN_ANCHOR', `The page ${route} has no place #${anchor}.`, details)]
}

function notePlanned({ merged }: RuleContext, planned: Map<string, number>): Problem[] {
  return [...merged.planned]
    .filter(([route]) => !merged.pages.has(route))
    .map(([route, { place }]) => {
      const count = planned.get(route) ?? 0
      const links =
        count === 0 ? 'No link leads' : count === 1 ? '1 link leads' : `${count} links lead`
      return problemAt(place, 'PLANNED_ROUTE', `${links} to ${route}, which is not written yet.`)
    })
}

export const ownLinkRules: PageRule[] = [
  {
    name: 'Every link has an address that is safe',
    check: ({ findings }, { settings }) => checkAddresses(findings.links, settings.elsewhere),
  },
]

export const linkRules: Rule[] = [
  {
    name: 'Every link of the shell has an address that is safe',
    check: ({ shell, merged }) => checkAddresses(shell.links, merged.settings.elsewhere),
  },
  { name: 'Every link and anchor leads somewhere', check: checkTargets },
]
