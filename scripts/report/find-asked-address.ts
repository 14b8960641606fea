import { isLocalHost } from '../../schema/shared/local-address.ts'
import { getBasePath, notFoundRoute } from '../../renderer/routes.ts'
import { stripTrailingSlash } from '../../schema/util/route-paths.ts'
import { findAddress, type Address, type Addresses } from '../../schema/resolve/site-addresses.ts'
import { findNearestName } from '../../schema/validate/nearest-name.ts'
import { tryDecode } from '../../schema/util/try-parse.ts'
import type { WholeSite } from '../prerender/run/inspect-site.ts'

/** What is at an address that a person asks for. */
export type AskedAddress =
  | { kind: 'known'; entry: Address; anchor?: string }
  /** @property path in public/. */
  | { kind: 'file'; path: string }
  | { kind: 'unknown'; path: string; suggestion?: string }
  /** An address of another site. @property origin of this one. */
  | { kind: 'foreign'; host: string; path: string; origin: string }

/**
 * Finds what is at an address as a person writes it.
 * @param addresses what a build does with each address
 * @param written a route, with or without slashes at its ends, an anchor or a query, or a full URL;
 *   of a site below a path, also with that path
 */
export function findAskedAddress(
  { context, notFound }: Pick<WholeSite, 'notFound' | 'context'>,
  addresses: Addresses,
  publicFiles: Set<string>,
  written: string,
): AskedAddress {
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
  const query = address.split('?', 2)[1]
  const entry =
    route === notFoundRoute && notFound
      ? { address: route, kind: 'page' as const, status: 404 as const }
      : (findAddress(addresses, route, query) ?? findAddress(addresses, path, query))
  if (entry) return { kind: 'known', entry, ...(anchor && { anchor }) }
  if (publicFiles.has(path)) return { kind: 'file', path }
  const suggestion = suggestAddress(addresses, publicFiles, route)
  return { kind: 'unknown', path: route, ...(suggestion !== undefined && { suggestion }) }
}

/** Suggests an address for one at which nothing is. */
export function suggestAddress(
  addresses: Addresses,
  publicFiles: Set<string>,
  route: string,
): string | undefined {
  const known = [...addresses.values()].filter(({ kind }) => kind !== 'given-up')
  const names = known.map(({ address }) => address)
  return (
    findNearestName(route, [...names, ...publicFiles]) ??
    known.find(({ address, kind }) => address.endsWith(route) && kind !== 'alias')?.address
  )
}

/** Returns the host of an address that is neither the site's nor this computer's. */
function findForeignHost(written: string, origin: string): string | undefined {
  const [host, own] = [written, origin].map((address) =>
    /^[a-z][a-z0-9+.-]*:\/\//i.test(address) && URL.canParse(address)
      ? new URL(address).hostname.replace(/^www\./, '')
      : undefined,
  )
  return host === undefined || host === own || isLocalHost(host) ? undefined : host
}

const stripOrigin = (written: string) => written.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '')
