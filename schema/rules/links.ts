import { distance } from 'fastest-levenshtein'
import { createExternalPathMatcher } from '../util/route-paths.ts'
import { listUnusedPlannedLinks } from '../resolve/resolve-site.ts'
import { parseLink } from '../resolve/parse-link.ts'
import { parseLocalUrl, toSitePath } from '../shared/local-address.ts'
import { suggestName, type Suggestion } from '../validate/nearest-name.ts'
import {
  collectLinkTargets,
  createFaultCheck,
  findLinkFault,
  toLinkPaths,
  type LinkFault,
  type LinkTargets,
} from './link-targets.ts'
import { describeHiddenTarget, listSuccessorLinks } from './hidden-targets.ts'
import { problemAt, type Problem } from '../problems/problem.ts'
import { shellAnchors } from '../resolve/page/anchors.ts'
import type { Site } from '../merge/merge-sources.ts'
import type { PageSummary } from '../resolve/page-summary.ts'
import type { Findings } from '../resolve/text/findings.ts'
import type { PageRule, SiteRule, SiteRuleContext } from './types.ts'
import { formatCount } from '../util/format-first-items.ts'

type FoundLink = Findings['links'][number]

/** The settings that decide which links are valid. */
type LinkSettings = { origin: unknown; isExternalPath: (path: string) => boolean }

function checkLinkAddress(
  { href, written: needle, isBare, location }: FoundLink,
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
    const message = `"${href}" has a query, but the pages of this site do not use queries.`
    const fix =
      'Delete the ? and everything after it. If another program serves this URL, add its path to externalPaths under site.'
    return [problemAt(location, 'INVALID_LINK', message, { found: href, needle, fix })]
  }
  // In a text, a path by itself is no link.
  const replace = (to: string, words: string) => ({
    from: href,
    to: isBare ? `[${words}](${to})` : to,
  })
  const path = findOwnPath(href, origin)
  if (path !== undefined) {
    const details = {
      expected: path,
      found: href,
      needle,
      // Pages have no queries.
      ...(!path.includes('?') && { replacement: replace(path, href) }),
    }
    const message = `"${href}" leads to this site, but its target is not checked.`
    return [problemAt(location, 'LINK_WITH_OWN_ORIGIN', message, details)]
  }
  const local = parseLocalUrl(href)
  if (local) {
    const suggestion = toSitePath(local)
    const message = `"${href}" leads to this computer, which no visitor reaches.`
    const replacement = replace(suggestion, suggestion)
    const fix = isBare ? `Write [words](${suggestion}).` : 'Write only the path.'
    const details = { found: href, needle, suggestion, replacement, fix }
    return [problemAt(location, 'INVALID_LINK', message, details)]
  }
  if (link.kind !== 'bad' && !/^(?:mailto|tel|sms):\/\//i.test(href)) return []
  const meant = suggestLink(href)
  const message = `"${href}" is not a valid link.`
  const details = { found: href, needle }
  if (/\s/.test(href) && meant.suggestion === undefined) {
    const fix = 'Write %20 for each space, or rename the file so that its path has no spaces.'
    const spaces = `"${href}" contains a space.`
    return [problemAt(location, 'INVALID_LINK', spaces, { ...details, fix })]
  }
  const scheme = /^(tel|mailto):/i.exec(href)?.[1]?.toLowerCase()
  if (meant.suggestion === undefined && (scheme === 'tel' || scheme === 'mailto'))
    return [problemAt(location, 'INVALID_LINK', message, { ...details, ...contactForms[scheme] })]
  return [
    problemAt(location, 'INVALID_LINK', message, {
      ...details,
      expected: 'a path such as /pricing, #anchor, or https://…',
      ...meant,
      ...(meant.suggestion !== undefined && { fix: 'Correct the address.' }),
    }),
  ]
}

const contactForms = {
  tel: {
    expected: 'the number with its country code, such as tel:+14325550142',
    fix: 'Write digits only after the +, and an extension as tel:+14325550142;ext=5.',
  },
  mailto: {
    expected: 'an email address, such as mailto:hello@example.com',
    fix: 'Correct the address. A subject follows as mailto:hello@example.com?subject=Hello.',
  },
}

/** Returns the path of a URL if the URL has the site's own origin. */
function findOwnPath(href: string, origin: unknown): string | undefined {
  if (typeof origin !== 'string' || !/^https?:/i.test(href) || /\s/.test(href)) return undefined
  const withoutScheme = (url: string) => url.replace(/^https?:\/\//i, '')
  const [host, own] = [withoutScheme(href), withoutScheme(origin).replace(/\/$/, '')]
  if (own === '' || !host.toLowerCase().startsWith(own.toLowerCase())) return undefined
  const path = host.slice(own.length).replace(/^(\/[^#?]+)\/(?=#|$)/, '$1')
  return path === '' ? '/' : /^[/#]/.test(path) ? path.replace(/^#/, '/#') : undefined
}

function checkLinkAddresses(
  links: FoundLink[],
  { origin, externalPaths }: Site['settings'],
): Problem[] {
  const settings = { origin, isExternalPath: createExternalPathMatcher(externalPaths) }
  return links.flatMap((link) => checkLinkAddress(link, settings))
}

/** The target of every link exists. */
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
  // Load the complete page only if its summary has a broken link.
  const hasFault = createFaultCheck(targets)
  const suspects = [...pages, notFound].filter((page) =>
    page?.links.some((href) => hasFault(href, page)),
  ) as PageSummary[]
  const problems = suspects.flatMap((page) =>
    getResolvedPage(page.route).findings.links.flatMap((found) => check(found, page)),
  )
  return [
    ...problems,
    ...[...shellFindings.links, ...listUnusedPlannedLinks(context)].flatMap((found) =>
      check(found),
    ),
    ...checkSuccessors(context, targets),
    ...reportPlannedRoutes(targets, planned),
  ]
}

/** Checks that the page that an ended page redirects to exists, and is shown by then. */
function checkSuccessors(context: SiteRuleContext, targets: LinkTargets): Problem[] {
  const { hidden } = context.site
  return [...targets.addresses.values()]
    .filter(({ address, kind, page }) => address === page?.route && kind !== 'draft')
    .flatMap(({ kind, page }) =>
      listSuccessorLinks([page!]).filter(({ href }) => kind === 'ended' || !hidden.has(href)),
    )
    .flatMap((found) => checkLinkTarget(found, undefined, targets, context))
}

function checkLinkTarget(
  found: FoundLink,
  from: PageSummary | undefined,
  targets: LinkTargets,
  { publicFiles, getResolvedPage, context: { moment } }: SiteRuleContext,
): Problem[] {
  const fault = findLinkFault(found.href, from, targets)
  switch (fault?.kind) {
    case undefined:
    // Planned pages are reported together.
    case 'planned':
      return []
    case 'hidden':
      return [describeHiddenTarget(fault.target, found, moment.timeZone)]
    case 'anchor':
      return [reportMissingAnchor(fault, found, getResolvedPage)]
    case 'redirect':
      return [reportRedirect(fault, found)]
    case 'missing':
      return [
        /\.[a-z0-9]+$/i.test(fault.route)
          ? reportMissingFile(fault.route, found, targets, publicFiles)
          : reportMissingPage(fault.route, found, targets),
      ]
  }
}

type Fault<Kind extends LinkFault['kind']> = LinkFault & { kind: Kind }

function reportRedirect({ route, from, to }: Fault<'redirect'>, { location }: FoundLink): Problem {
  const message =
    from === 'alias'
      ? `${route} is an alias of ${to}.`
      : from === 'redirect'
        ? `${route} redirects to ${to}.`
        : `${route} is no longer published and redirects to ${to}.`
  const replacement = { from: route, to }
  const details = { found: route, suggestion: to, replacement, needle: route }
  return problemAt(location, 'LINK_TO_ALIAS', message, details)
}

function reportMissingFile(
  route: string,
  { location, written: needle }: FoundLink,
  { pages }: LinkTargets,
  publicFiles: Set<string>,
): Problem {
  const page = /\.(?:html?|php|aspx?)$/i.test(route)
    ? route.replace(/(?:\/index)?\.\w+$/, '').toLowerCase() || '/'
    : ''
  return problemAt(location, 'BROKEN_LINK', `The file public${route} does not exist.`, {
    found: route,
    ...(pages.has(page)
      ? { suggestion: page, replacement: { from: route, to: page } }
      : suggestName(route, toLinkPaths(publicFiles))),
    needle,
    fix: 'Put the file into public/, or correct its name.',
  })
}

const reportMissingPage = (
  route: string,
  { location, written: needle }: FoundLink,
  { suggest }: LinkTargets,
): Problem =>
  problemAt(location, 'BROKEN_LINK', `The page ${route} does not exist.`, {
    expected: 'the path of a page',
    found: route,
    ...suggest(route),
    needle,
  })

function reportMissingAnchor(
  { page: { route, anchors }, anchor }: Fault<'anchor'>,
  { location, written: needle }: FoundLink,
  getResolvedPage: SiteRuleContext['getResolvedPage'],
): Problem {
  const leftOut = getResolvedPage(route).findings.leftOutAnchors?.get(anchor)
  if (leftOut !== undefined) {
    const message = `This link leads to #${anchor} on ${route}, which is left out because it is a placeholder.`
    const fix = `Type the real content at ${leftOut} and delete placeholder: true, or delete this link.`
    return problemAt(location, 'UNFILLED_PLACEHOLDER', message, { needle, fix })
  }
  return problemAt(location, 'BROKEN_ANCHOR', `The page ${route} has no anchor #${anchor}.`, {
    expected: 'an id on that page',
    found: `#${anchor}`,
    ...suggestName(anchor, [...anchors, ...shellAnchors]),
    needle,
  })
}

function reportPlannedRoutes(
  { addresses }: LinkTargets,
  linkCounts: Map<string, number>,
): Problem[] {
  return [...addresses.values()]
    .filter(({ kind }) => kind === 'planned')
    .map(({ address, location }) => {
      const count = linkCounts.get(address) ?? 0
      const links = count === 0 ? 'No link leads' : formatCount(count, 'link leads', 'links lead')
      const message = `${links} to ${address}, which is not written yet.`
      return problemAt(location!, 'PLANNED_ROUTE', message)
    })
}

/** Every link is valid and safe. */
export const linkPageRule: PageRule = ({ findings }, { settings }) =>
  checkLinkAddresses(findings.links, settings)

export const linkRules: SiteRule[] = [
  // Every link in the shell is valid and safe.
  ({ shellFindings, site }) => checkLinkAddresses(shellFindings.links, site.settings),
  checkLinkTargets,
]

/** Schemes by the names that people use for them. Typing errors are corrected by edit distance. */
const schemeNames: Record<string, string> = {
  phone: 'tel',
  call: 'tel',
  email: 'mailto',
  text: 'sms',
  http: 'https',
}
const schemes = ['mailto', 'tel', 'sms', 'https']

/** Turns `mialto:` into `mailto:`, and removes slashes after it, which only https: has. */
function correctScheme(href: string): string {
  const [, scheme, rest] = /^([a-z]+):(?:\/\/)?(.*)$/i.exec(href) ?? []
  if (scheme === undefined || rest === undefined) return href
  const name = scheme.toLowerCase()
  const meant =
    schemeNames[name] ??
    schemes.find((valid) => distance(name, valid) <= (valid.length > 4 ? 2 : 1))
  return meant === undefined ? href : `${meant}:${meant === 'https' ? '//' : ''}${rest}`
}

const host = String.raw`(?:[\w-]+\.)+[a-z]{2,}(?:[/?#].*)?$`
const brokenWebPattern = new RegExp(String.raw`^h*t*t+p*s?[:;.]?[/\\]{1,3}(${host})`, 'i')
const bareHostPattern = new RegExp(
  String.raw`^(?:www\.${host}|[\w-]+\.(?:com|org|net|gov|edu)(?:/.*)?$)`,
  'i',
)
const emailPattern = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/
const phonePattern = /^\+\d[\d() .-]{6,}\d$/

/** Corrections of an address that is not a valid link, the likeliest first. */
const corrections: ((href: string) => string)[] = [
  (href) => href.trim(),
  (href) => (/^(?:mailto|sms):[^\s?]+\?/i.test(href) ? href.replace(/\s/g, '%20') : href),
  (href) =>
    href.includes('\\') ? href.replaceAll('\\', '/').replace(/^(?![/#]|https?:)/, '/') : href,
  (href) => href.replace(brokenWebPattern, 'https://$1'),
  (href) => (bareHostPattern.test(href) ? `https://${href}` : href),
  (href) => (emailPattern.test(href) ? `mailto:${href}` : href),
  (href) => (phonePattern.test(href) ? `tel:${href.replace(/[^+\d]/g, '')}` : href),
  correctScheme,
]

/** Suggests the valid link that an invalid one was meant to be. */
function suggestLink(href: string): Suggestion {
  // Nobody means such a long one, and some patterns read it from each of its characters on.
  if (href.length > 2000) return {}
  const isValid = (link: string) => {
    const { kind } = parseLink(link)
    return link !== href && kind !== 'bad' && kind !== 'unsafe' && !link.startsWith('//')
  }
  const suggestion = corrections
    .map((correct) => correct(href))
    .find((link) => isValid(link) || /^(?:mailto|tel|sms):$/.test(link))
  // The other site may not support https:, and bike.org may be a name rather than an address.
  const isGuess = /^http:|^(?!www\.|mailto:)[\w-]+\.\w+(?:\/|$)/i.test(href)
  if (suggestion !== undefined)
    return { suggestion, ...(!isGuess && { replacement: { from: href, to: suggestion } }) }
  // It may be a route without its slash, but also a file or a word, so this is only a suggestion.
  return /^[a-z\d][\w/-]*(?:#[\w-]+)?$/i.test(href) ? { suggestion: `/${href}` } : {}
}
