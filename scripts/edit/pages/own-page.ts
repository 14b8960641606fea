import { formatSuggestion } from '../../../schema/validate/nearest-name.ts'
import { isRouteBelow } from '../../../schema/resolve/collect-articles.ts'
import type { Page } from '../../../schema/merge/merge-sources.ts'
import type { ResolvedSite } from '../../../schema/resolve/resolve-site.ts'
import { stripTrailingSlash } from '../../../schema/util/route-paths.ts'
import { collectAddresses, findAddress } from '../../../schema/resolve/site-addresses.ts'
import { suggestAddress } from '../../report/find-asked-address.ts'
import type { WholeSite } from '../../prerender/run/inspect-site.ts'
import { formatFileLine, toFileLine } from '../../../schema/problems/location.ts'
import { tryGit } from '../../shared/git.ts'
import { refuse, UserError } from '../../shared/user-error.ts'
import { tryGetValue } from '../apply-operations.ts'
import type { AddressRecord } from '../../../schema/source/recorded-addresses.ts'
import { getAt } from '../../../schema/util/records.ts'

/** Reads a route as a person writes it: `prices/`. */
export const parseRoute = (written: string): string =>
  stripTrailingSlash(`/${written.trim().replace(/^\/+/, '')}`)

/**
 * Whether visitors cannot know the address of a page: it is a draft, or none of the published
 * addresses, if the site records them or the page is a placeholder. What was sent to the host may be
 * published all the same.
 */
export function isUnpublished(dir: string, { entries }: AddressRecord, page: Page): boolean {
  const { route, raw, location } = page
  if (raw.draft === true || route in entries) return raw.draft === true
  if (Object.keys(entries).length === 0 && raw.placeholder !== true) return false
  const { file } = location.source
  const sent = tryGit(dir, ['show', `@{upstream}:./${file}`])
  return sent === undefined || getAt(tryGetValue(file, sent), location.path) === undefined
}

/** What happens to a page. A page that replaces another one gets its addresses. */
type Change = 'renamed' | 'deleted' | 'redirected to'

/** What to do with a page of a set instead, whose address follows from its row. */
const adviceForSets: Record<Change, (route: string, rows: string) => string[]> = {
  renamed: (route, rows) => [
    `To move it, change the cell in ${rows};`,
    'to move all pages of the set, change the route of the set.',
    `So that ${route} still leads there, add it as an alias under overrides.`,
  ],
  deleted: (_, rows) => [`Delete its row in ${rows}, or leave it out with except in the set.`],
  'redirected to': () => ['Choose a page with an entry of its own.'],
}

/**
 * Checks that an address is that of a page with an entry of its own, which can be changed.
 * @throws UserError that says why not, and what to do instead
 */
export function assertOwnPage(resolved: WholeSite, route: string, change: Change): void {
  const { publicFiles } = resolved
  const addresses = collectAddresses(resolved)
  if (change !== 'redirected to') assertNotNeeded(route, change)
  const { kind, location, page, to } = findAddress(addresses, route) ?? {}
  if (page && page.route !== route)
    throw new UserError(
      `${route} is an alias of ${page.route}. Name that page, or edit its aliases.`,
    )
  if (kind === 'redirect') throw new UserError(`${route} redirects to ${to}. Edit site.redirects.`)
  if (kind === undefined && publicFiles.has(route))
    throw new UserError(`${route} is the file public${route}, not a page.`)
  if (kind === undefined || kind === 'given-up') {
    const suggestion = kind ? undefined : suggestAddress(addresses, publicFiles, route)
    throw new UserError(`There is no page ${route}.${formatSuggestion(suggestion)}`)
  }
  if (kind === 'planned' && change !== 'renamed')
    throw new UserError(
      `${route} is a planned page, which is one line: delete ${formatFileLine(toFileLine(location!))}.`,
    )
  const { setOrigin } = page?.location.source.locate(page.location.path) ?? {}
  if (!setOrigin) return
  const { template, rows } = setOrigin
  const places = rows.map(formatFileLine).join(' or ')
  throw new UserError(
    [
      `${route} is a page of the set at ${formatFileLine(template)}, and its address follows from its row.`,
      ...adviceForSets[change](route, places),
    ].join('\n'),
  )
}

/** @throws UserError for a page that every site has */
export function assertNotNeeded(route: string, change: Change): void {
  if (route === '/' || route === '/404')
    throw new UserError(`The page ${route} cannot be ${change}: every site has it.`)
}

/** Finds a page with an entry of its own. @throws UserError if there is none */
export function findOwnPage({ site }: Pick<ResolvedSite, 'site'>, route: string): Page {
  const page = site.pages.get(route)
  if (!page) return refuse(`There is no page ${route}.`)
  return page.routeValues
    ? refuse(`${route} is a page of a set. Edit its row or its template.`)
    : page
}

/** Lists the pages below an address, which stay when its page moves or goes. */
export const listPagesBelow = ({ pages }: WholeSite, route: string): string[] =>
  pages.map((page) => page.route).filter((each) => isRouteBelow(each, route))
