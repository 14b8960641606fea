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

function checkAddress({ href, written: needle, place }: FoundLink): Problem[] {
  // Completed with the site's own phone or e-mail: what is wrong with that is reported once, in the settings.
  if (href !== needle || href === 'tel:' || href === 'mailto:') return []
  const link = readLink(href)
  if (link.kind === 'unsafe') {
    const expected = 'a path, #anchor, https:, tel: or mailto:'
    return [problemAt(place, 'UNSAFE_URL', `"${link.scheme}:" is not a safe link.`, { expected, found: href, needle })]
  }
  if (link.kind !== 'bad') return []
  if (/\s/.test(href)) return [problemAt(place, 'BAD_LINK', `"${href}" holds a space.`, { found: href, needle, mend: 'Give the file or page a name without spaces.' })]
  const suggestion = href.startsWith('http:') ? href.replace('http:', 'https:') : undefined
  const details = { expected: 'a path such as /pricing, #anchor, or https://…', found: href, suggestion, needle }
  return [problemAt(place, 'BAD_LINK', `"${href}" is not a link.`, details)]
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

function checkTargets(context: RuleContext): Problem[] {
  const pages = new Map(context.pages.map((page) => [page.route, page]))
  const aliases = new Map(context.pages.flatMap((page) => page.aliases.map(({ from }) => [from, page] as const)))
  const feeds = new Set(context.pages.map(({ data }) => data.head.feed))
  const planned = new Map<string, number>()
  const suggest = suggestOnce((route) => findNearest(route, [...pages.keys(), ...aliases.keys(), ...context.publicFiles]))
  const problems = listLinks(context).flatMap((found) => {
    const link = readLink(found.href)
    if (link.kind === 'anchor') return found.page ? checkAnchor(found.page, link.anchor, found) : []
    if (link.kind !== 'internal') return []
    if (feeds.has(link.route)) return []
    const page = pages.get(link.route)
    if (page?.meta.planned) planned.set(link.route, (planned.get(link.route) ?? 0) + 1)
    if (page) return link.anchor === undefined ? [] : checkAnchor(page, link.anchor, found)
    const alias = aliases.get(link.route)
    if (alias) {
      const details = { found: link.route, suggestion: alias.route, needle: link.route }
      return [problemAt(found.place, 'ALIAS_LINK', `${link.route} is only an alias of ${alias.route}.`, details)]
    }
    if (context.publicFiles.has(link.route) || builtFiles.has(link.route) || context.merged.unread.has(link.route)) return []
    if (/\.[a-z0-9]+$/i.test(link.route)) {
      const details = { found: link.route, suggestion: findNearest(link.route, context.publicFiles), needle: found.written, mend: 'Put the file into public/, or correct its name.' }
      return [problemAt(found.place, 'BROKEN_LINK', `There is no file public${link.route}.`, details)]
    }
    const details = { expected: 'the path of a page', found: link.route, suggestion: suggest(link.route), needle: found.written }
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

function notePlanned({ merged }: RuleContext, planned: Map<string, number>): Problem[] {
  return [...merged.planned]
    .filter(([route]) => !merged.pages.has(route))
    .map(([route, { place }]) => {
      const count = planned.get(route) ?? 0
      const links = count === 0 ? 'No link leads' : count === 1 ? '1 link leads' : `${count} links lead`
      return problemAt(place, 'PLANNED_ROUTE', `${links} to ${route}, which is not written yet.`)
    })
}

export const linkRules: Rule[] = [
  { name: 'Every link has an address that is safe', check: (context) => listLinks(context).flatMap(checkAddress) },
  { name: 'Every link and anchor leads somewhere', check: checkTargets },
]
