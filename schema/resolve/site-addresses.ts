import type { Days, Moment } from '../days/moment.ts'
import { readPageDays, type HiddenReason } from './filter-by-moment.ts'
import type { Alias } from '../page-data.ts'
import { type SourceLocation, locateChild } from '../problems/location.ts'
import { memoizeByObject } from '../util/memoize-by-object.ts'
import { isRecord } from '../util/records.ts'
import {
  type AliasAddress,
  hasQuery,
  normalizeAlias,
  normalizeTarget,
  parseAlias,
} from './alias-address.ts'
import { groupBy } from '../util/group-by.ts'
import type { Page } from '../merge/merge-sources.ts'
import { parseLink } from './parse-link.ts'
import { stripTrailingSlash } from '../util/route-paths.ts'
import type { ResolvedSite } from './resolve-site.ts'
import type { Schema } from '../validate/json-schema.ts'

/**
 * One address of a site, and what the build does with it. Of a page that is not shown, the route
 * and the aliases are all `ended`, `draft` or `scheduled`. A `redirect` leads to another site. A
 * `given-up` address is recorded as gone.
 * @property address of aliases and redirects in the form of `normalizeAlias`
 */
export type Address = {
  address: string
  kind: 'page' | 'planned' | 'alias' | 'redirect' | HiddenReason | 'given-up'
  /** How hosts answer. */
  status: 200 | 301 | 404 | 410
  /** For the status 301: where the address leads in the end, through other redirects. */
  to?: string
  /** The page whose route or alias this is. */
  page?: Page
  /** The days of a page that is not shown. */
  days?: Days
  /** Where the address is written. A given-up address is in `addresses.gen.json`. */
  location?: SourceLocation
  /** Later definitions of the same address. The first one counts. */
  repeated?: Address[]
}

export type Addresses = Map<string, Address>

type HiddenPage = { page: Page; kind: HiddenReason; days: Days }

type AddressedSite = Pick<ResolvedSite, 'site' | 'addresses' | 'context'>

/**
 * Collects the addresses of a site: the only place that decides what is at each of them. Pages come
 * first, then planned pages, aliases, redirects, ended pages, other hidden pages, and given-up
 * addresses.
 */
export function collectAddresses(site: AddressedSite): Addresses {
  const known = collected.get(site.site) ?? collect(site, site.context.moment)
  collected.set(site.site, known)
  return known
}

/** The build and several rules ask for the addresses of the same site. */
const collected = new WeakMap<AddressedSite['site'], Addresses>()

/** Collects what a build does with each address of a site that was read with drafts or with everything. */
export const collectBuiltAddresses = (site: AddressedSite): Addresses =>
  collect(site, { ...site.context.moment, drafts: false, everything: false })

function collect({ site, addresses: { entries } }: AddressedSite, moment: Moment): Addresses {
  const found: Addresses = new Map()
  const add = (entry: Address) => {
    const first = found.get(entry.address)
    if (!first) found.set(entry.address, entry)
    else (first.repeated ??= []).push(entry)
  }
  const shown: Page[] = []
  const ended: HiddenPage[] = []
  const unpublished: HiddenPage[] = []
  for (const page of [...site.pages.values(), ...site.hidden.values()]) {
    const days = readPageDays(page, moment)
    const kind = days.hidden
    if (kind === undefined) shown.push(page)
    else (kind === 'ended' ? ended : unpublished).push({ page, kind, days })
  }
  for (const page of shown)
    add({ address: page.route, kind: 'page', status: 200, page, location: page.location })
  for (const [address, { location }] of site.planned)
    add({ address, kind: 'planned', status: 200, location })
  for (const page of shown)
    for (const [address, location] of listAliases(page))
      add({ address, kind: 'alias', status: 301, to: page.route, page, location })
  for (const redirect of listOwnRedirects(site)) add(redirect)
  // An ended page may redirect from an address that a page will have that is not published yet.
  for (const { page, kind, days } of [...ended, ...unpublished]) {
    const to = kind === 'ended' ? getSuccessor(page) : undefined
    const own = [[page.route, page.location] as const, ...listAliases(page)]
    for (const [address, location] of own) {
      const isGone = kind === 'ended' || entries[address] === 'gone'
      const status = to !== undefined ? 301 : isGone ? 410 : 404
      add({ address, kind, status, ...(to !== undefined && { to }), page, days, location })
    }
  }
  for (const [address, entry] of Object.entries(entries))
    if (entry === 'gone' && !found.has(address))
      found.set(address, { address, kind: 'given-up', status: 410 })
  for (const entry of found.values()) if (entry.kind === 'ended') followRedirects(entry, found)
  return found
}

/** An ended page may lead to an alias, or to a page that has ended, too. */
function followRedirects(entry: Address, addresses: Addresses): void {
  const passed = new Set([entry.address])
  while (entry.to !== undefined) {
    const next = addresses.get(entry.to)
    if (next?.to === undefined) return
    if (passed.has(next.address)) {
      // Redirects in a circle lead nowhere.
      delete entry.to
      entry.status = 410
      return
    }
    passed.add(next.address)
    entry.to = next.to
  }
}

/** Whether an address belongs to a page that is not shown. It may redirect. */
export const isHidden = (
  address: Address | undefined,
): address is Address & { kind: HiddenReason; page: Page } =>
  address?.kind === 'draft' || address?.kind === 'scheduled' || address?.kind === 'ended'

/**
 * Finds what is at an address: what is written for exactly this address, or with a query or a
 * wildcard that includes it.
 * @param query without a question mark
 */
export function findAddress(addresses: Addresses, path: string, query = ''): Address | undefined {
  const { prefixes, byPair } = indexPatterns(addresses)
  const plain = /[%\u0080-\uffff]/.test(path) ? normalizeAlias(path) : path
  const withQuery = [...new URLSearchParams(query)]
    .flatMap((pair) => byPair.get(toPairKey(plain, pair)) ?? [])
    .filter(({ parts }) => hasQuery(parts, query))
    .sort((one, other) => one.position - other.position)[0]
  const isBelow = ({ parts }: Pattern) => plain.startsWith(parts.path) && plain !== parts.path
  return withQuery?.entry ?? addresses.get(plain) ?? prefixes.find(isBelow)?.entry
}

/** @property position among all addresses: of two that match, hosts take the first one */
type Pattern = { entry: Address; parts: AliasAddress; position: number }

const toPairKey = (path: string, pair: [name: string, value: string]) =>
  JSON.stringify([path, ...pair])

/** The addresses with a wildcard, the longest first, and those with a query by its first parameter. */
const indexPatterns = memoizeByObject((addresses: Addresses) => {
  const patterns = [...addresses.values()].map((entry, position): Pattern => {
    return { entry, parts: parseAlias(entry.address), position }
  })
  return {
    prefixes: patterns
      .filter(({ parts }) => parts.isPrefix)
      .sort((one, other) => other.parts.path.length - one.parts.path.length),
    byPair: groupBy(
      patterns.filter(({ parts }) => parts.query?.[0]),
      ({ parts }) => toPairKey(parts.path, parts.query![0]!),
    ),
  }
})

/** The definition in the schema that an address must match. */
type AddressForm = 'route' | 'alias'

/** Explains why an address is malformed. */
export function explainMalformed(
  { $defs }: Schema,
  address: string,
  form: AddressForm,
): string | undefined {
  const { pattern = '', expected = '' } = $defs?.[form] ?? {}
  return new RegExp(pattern).test(address)
    ? undefined
    : `"${address}" cannot be an address. Write ${expected}.`
}

/**
 * Explains why no page or alias can get an address. A planned page does not take it.
 * @param options.mover a page that moves there, and for which its own aliases are free
 */
export function explainTaken(
  site: AddressedSite & Pick<ResolvedSite, 'schema'>,
  written: string,
  { form = 'route', mover }: { form?: AddressForm; mover?: string } = {},
): string | undefined {
  const malformed = explainMalformed(site.schema, written, form)
  if (malformed !== undefined) return malformed
  const addresses = collectBuiltAddresses(site)
  const plain = normalizeAlias(written)
  // A host serves an alias rather than the wildcard of another one, but no page.
  const found = form === 'route' ? findAddress(addresses, plain) : addresses.get(plain)
  if (!found) return undefined
  const { address, kind, page, to } = found
  if (kind === 'redirect') return `${address} redirects to ${to}.`
  if (!page || (page.route === mover && address !== mover)) return undefined
  if (page.route === address) return `The page ${address} already exists.`
  const end = kind === 'ended' ? ', which has ended' : ''
  return `${address} is an alias of ${page.route}${end}. Delete it there first.`
}

/** Returns the page that an ended page redirects to, according to its entry. */
export function getSuccessor({ raw }: Page): string | undefined {
  const { then } = isRecord(raw.publish) ? raw.publish : {}
  return typeof then === 'string' && then.startsWith('/') ? then : undefined
}

/** Lists the aliases of a page. Validation reports those that are not texts. */
function listAliases({ raw, location }: Page): (readonly [string, SourceLocation])[] {
  if (!Array.isArray(raw.aliases)) return []
  return raw.aliases.flatMap((alias: unknown, index) =>
    typeof alias === 'string'
      ? [[normalizeAlias(alias), locateChild(location, 'aliases', index)] as const]
      : [],
  )
}

/** Lists the addresses that lead to other sites. Validation reports those that are invalid. */
const listOwnRedirects = ({ settings, main }: AddressedSite['site']): Address[] =>
  Object.entries(isRecord(settings.redirects) ? settings.redirects : {}).flatMap(([from, to]) =>
    typeof to === 'string' && URL.canParse(to)
      ? [
          {
            address: normalizeAlias(from),
            kind: 'redirect',
            status: 301,
            to: normalizeTarget(to),
            location: { source: main, path: ['site', 'redirects', from], target: 'key' },
          },
        ]
      : [],
  )

/** Lists the addresses that redirect, with where they lead in the end. */
export const listRedirects = (addresses: Addresses): Alias[] =>
  [...addresses.values()].flatMap(({ address, to }) =>
    to === undefined ? [] : [{ from: address, to }],
  )

/** Lists the addresses that are gone for good. */
export const listGone = (addresses: Addresses): string[] =>
  [...addresses.values()].filter(({ status }) => status === 410).map(({ address }) => address)

/**
 * Creates a function that finds the path to which a link within the site leads. An address that
 * redirects counts as the page that it leads to.
 */
export function createLinkFollower(addresses: Addresses): (href: string) => string | undefined {
  // Pages share most of their links, so each is parsed only once.
  const paths = new Map<string, string | undefined>()
  return (href) => {
    if (!paths.has(href)) {
      const link = parseLink(href)
      const path = link.kind === 'internal' ? stripTrailingSlash(link.route) : undefined
      paths.set(href, path && (findAddress(addresses, path)?.to ?? path))
    }
    return paths.get(href)
  }
}
