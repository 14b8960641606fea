import { withoutSlash } from '../addresses.ts'
import { readElsewhere } from '../elsewhere.ts'
import { readLink } from '../links.ts'
import { findNearest } from '../nearest-name.ts'
import { problemAt, type Place, type Problem } from '../problem.ts'
import { shellAnchors } from '../shell-ids.ts'
import type { ResolvedPage } from '../resolve-page.ts'
import type { Rule, RuleContext } from './index.ts'

/** Files that every build writes. */
const builtFiles = new Set(['/sitemap.xml', '/robots.txt', '/site.webmanifest'])

type FoundLink = { href: string; written: string; place: Place; page?: ResolvedPage }

/** Every link of every page, of the shell once. */
function listLinks({ pages, shell, notFound }: RuleContext): FoundLink[] {
  const all = notFound ? [...pages, notFound] : pages
  return [...all.flatMap((page) => page.findings.links.map((link) => ({ ...link, page }))), ...shell.links]
}

function checkAddress({ href, written: needle, place }: FoundLink, isElsewhere: (path: string) => boolean): Problem[] {
  // Completed with the site's own phone or e-mail: what is wrong with that is reported once, in the settings.
  if (href !== needle || href === 'tel:' || href === 'mailto:') return []
  const link = readLink(href)
  if (link.kind === 'unsafe') {
    const expected = 'a path, #anchor, https:, tel: or mailto:'
    return [problemAt(place, 'UNSAFE_URL', `"${link.scheme}:" is not a safe link.`, { expected, found: href, needle })]
  }
  if (link.kind === 'internal' && link.query !== undefined && !isElsewhere(link.route)) {
    const mend = 'Leave away the ? and what follows it. If another program answers this address, list it in elsewhere under site.'
    return [problemAt(place, 'BAD_LINK', `"${href}" asks a page of this site something, and pages answer nothing.`, { found: href, needle, mend })]
  }
  if (link.kind !== 'bad') return []
  if (/\s/.test(href)) return [problemAt(place, 'BAD_LINK', `"${href}" holds a space.`, { found: href, needle, mend: 'Give the file or page a name without spaces.' })]
  const suggestion = href.startsWith('http:') ? href.replace('http:', 'https:') : undefined
  const details = { expected: 'a path such as /pricing, #anchor, or https://…', found: href, suggestion, needle }
  return [problemAt(place, 'BAD_LINK', `"${href}" is not a link.`, details)]
}

function checkTargets(context: RuleContext): Problem[] {
  const pages = new Map(context.pages.map((page) => [page.route, page]))
  const aliases = new Map(context.pages.flatMap((page) => page.aliases.map(({ from }) => [from, page] as const)))
  const feeds = new Set(context.pages.map(({ data }) => data.head.feed))
  const planned = new Map<string, FoundLink[]>()
  const isElsewhere = readElsewhere(context.merged.settings.elsewhere)
  const toRoute = context.merged.settings.trailingSlash === true ? withoutSlash : (path: string) => path
  const problems = listLinks(context).flatMap((found) => {
    const read = readLink(found.href)
    if (read.kind === 'anchor') return found.page ? checkAnchor(found.page, read.anchor, found) : []
    // What has a query leads elsewhere, or has been reported as no link.
    if (read.kind !== 'internal' || read.query !== undefined) return []
    const link = { ...read, route: toRoute(read.route) }
    if (feeds.has(link.route)) return []
    const page = pages.get(link.route)
    if (page?.meta.planned) planned.set(link.route, [...(planned.get(link.route) ?? []), found])
    if (page) return link.anchor === undefined ? [] : checkAnchor(page, link.anchor, found)
    const alias = aliases.get(link.route)
    if (alias) {
      const details = { found: link.route, suggestion: alias.route, needle: link.route }
      return [problemAt(found.place, 'ALIAS_LINK', `${link.route} is only an alias of ${alias.route}.`, details)]
    }
    if (context.publicFiles.has(link.route) || builtFiles.has(link.route) || isElsewhere(link.route) || context.merged.unread.has(link.route)) return []
    if (/\.[a-z0-9]+$/i.test(link.route)) {
      const details = { found: link.route, suggestion: findNearest(link.route, context.publicFiles), needle: found.written, mend: 'Put the file into public/, or correct its name.' }
      return [problemAt(found.place, 'BROKEN_LINK', `There is no file public${link.route}.`, details)]
    }
    const suggestion = findNearest(link.route, [...pages.keys(), ...aliases.keys(), ...context.publicFiles])
    const details = { expected: 'the path of a page', found: link.route, suggestion, needle: found.written }
    return [problemAt(found.place, 'BROKEN_LINK', `There is no page ${link.route}.`, details)]
  })
  return [...problems, ...notePlanned(context, planned)]
}

function checkAnchor(page: ResolvedPage, anchor: string, { place, written: needle }: FoundLink): Problem[] {
  const names = [...page.findings.anchors.map(({ name }) => name), ...shellAnchors]
  if (names.includes(anchor)) return []
  const details = { expected: 'the id of a block on that page', found: `#${anchor}`, suggestion: findNearest(anchor, names), needle }
  return [problemAt(place, 'BROKEN_ANCHOR', `The page ${page.route} has no place #${anchor}.`, details)]
}

function notePlanned({ merged }: RuleContext, planned: Map<string, FoundLink[]>): Problem[] {
  return [...merged.planned]
    .filter(([route]) => !merged.pages.has(route))
    .map(([route, { place }]) => {
      const count = planned.get(route)?.length ?? 0
      const links = count === 0 ? 'No link leads' : count === 1 ? '1 link leads' : `${count} links lead`
      return problemAt(place, 'PLANNED_ROUTE', `${links} to ${route}, which is not written yet.`)
    })
}

export const linkRules: Rule[] = [
  {
    name: 'Every link has an address that is safe',
    check: (context) => {
      const isElsewhere = readElsewhere(context.merged.settings.elsewhere)
      return listLinks(context).flatMap((link) => checkAddress(link, isElsewhere))
    },
  },
  { name: 'Every link and anchor leads somewhere', check: checkTargets },
]
