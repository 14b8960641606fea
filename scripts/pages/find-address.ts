import { getBasePath, notFoundRoute } from '../../renderer/routes.ts'
import { stripTrailingSlash } from '../../schema/resolve/route-paths.ts'
import type { ResolvedSite } from '../../schema/resolve/resolve-site.ts'
import {
  findAddress as findSiteAddress,
  type SiteAddress,
  type SiteAddresses,
} from '../../schema/resolve/site-addresses.ts'
import type { SourceLocation } from '../../schema/source/types.ts'
import { findNearestName } from '../../schema/validate/nearest-name.ts'
import { tryDecode } from '../../schema/util/try-parse.ts'

/** What is at an address of a site. */
export type Address =
  | { kind: 'page'; route: string; anchor?: string }
  /** An alias of a page, shown or not. */
  | { kind: 'alias'; route: string; alias: SiteAddress }
  /** An address that leads to another site. */
  | { kind: 'redirect'; path: string; to: string; location: SourceLocation }
  /** An address that was given up on purpose. */
  | { kind: 'given-up'; path: string }
  /** @property path in public/. */
  | { kind: 'file'; path: string }
  | { kind: 'unknown'; path: string; suggestion?: string }
  /** An address of another site. @property origin of this one. */
  | { kind: 'foreign'; host: string; path: string; origin: string }

/**
 * Finds what is at an address.
 * @param addresses what a build does with each address
 * @param written a route, with or without slashes at its ends, an anchor or a query, or a full URL;
 *   of a site below a path, also with that path
 */
export function findAddress(
  { context, notFound }: Pick<ResolvedSite, 'notFound' | 'context'>,
  addresses: SiteAddresses,
  publicFiles: Set<string>,
  written: string,
): Address {
  const host = findForeignHost(written.trim(), context.origin)
  if (host !== undefined) {
    const path = stripOrigin(written.trim()) || '/'
    return { kind: 'foreign', host, path, origin: context.origin }
  }
  const [address = '', anchor] = stripOrigin(written.trim()).split('#', 2)
  const [encoded = ''] = address.split('?', 1)
  const whole = `/${(tryDecode(encoded, decodeURI) ?? encoded).replace(/^\/+/, '')}`
  const base = `${getBasePath(context)}/`
  const path = `${whole}/`.startsWith(base) ? `/${whole.slice(base.length)}` : whole
  const route = stripTrailingSlash(path.replace(/\/index\.html$/, '/'))
  if (route === notFoundRoute && notFound) return { kind: 'page', route }
  const query = address.split('?', 2)[1]
  const found = findSiteAddress(addresses, route, query) ?? findSiteAddress(addresses, path, query)
  if (found?.kind === 'given-up') return { kind: 'given-up', path: found.address }
  if (found?.kind === 'redirect')
    return { kind: 'redirect', path: found.address, to: found.to!, location: found.location! }
  if (found?.page && found.page.route !== found.address)
    return { kind: 'alias', route: found.page.route, alias: found }
  if (found) return { kind: 'page', route, ...(anchor && { anchor }) }
  if (publicFiles.has(path)) return { kind: 'file', path }
  const known = [...addresses.values()].filter(({ kind }) => kind !== 'given-up')
  const names = known.map(({ address }) => address)
  const suggestion =
    findNearestName(route, [...names, ...publicFiles]) ??
    known.find(({ address, kind }) => address.endsWith(route) && kind !== 'alias')?.address
  return { kind: 'unknown', path: route, ...(suggestion !== undefined && { suggestion }) }
}

/** Returns the host of an address that is neither the site's nor this computer's. */
function findForeignHost(written: string, origin: string): string | undefined {
  const [host, own] = [written, origin].map((address) =>
    /^[a-z][a-z0-9+.-]*:\/\//i.test(address) && URL.canParse(address)
      ? new URL(address).hostname.replace(/^www\./, '')
      : undefined,
  )
  return host === undefined || host === own || localHosts.has(host) ? undefined : host
}

/** Hosts on which previews of a site run. */
const localHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

const stripOrigin = (written: string) => written.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '')
