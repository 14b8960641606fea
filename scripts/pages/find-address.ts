import { getBasePath } from '../../renderer/routes.ts'
import { stripTrailingSlash } from '../../schema/resolve/route-paths.ts'
import type { ResolvedSite } from '../../schema/resolve/resolve-site.ts'
import { findNearestName } from '../../schema/validate/nearest-name.ts'

/** What is at an address of a site. */
export type Address =
  | { kind: 'page'; route: string; anchor?: string }
  | { kind: 'alias'; from: string; route: string }
  /** @property path in public/. */
  | { kind: 'file'; path: string }
  | { kind: 'unknown'; path: string; suggestion?: string }
  /** An address of another site. @property origin of this one. */
  | { kind: 'foreign'; host: string; path: string; origin: string }

/**
 * Finds what is at an address.
 * @param written a route, with or without slashes at its ends, an anchor or a query, or a full URL;
 *   of a site below a path, also with that path
 */
export function findAddress(
  site: Pick<ResolvedSite, 'pages' | 'notFound' | 'context'>,
  publicFiles: Set<string>,
  written: string,
): Address {
  const host = findForeignHost(written.trim(), site.context.origin)
  if (host !== undefined) {
    const path = stripOrigin(written.trim()) || '/'
    return { kind: 'foreign', host, path, origin: site.context.origin }
  }
  const pages = listAddressedPages(site)
  const [address = '', anchor] = stripOrigin(written.trim()).split('#', 2)
  const whole = `/${decodeAddress(address.split('?', 1)[0]!).replace(/^\/+/, '')}`
  const base = `${getBasePath(site.context)}/`
  const path = `${whole}/`.startsWith(base) ? `/${whole.slice(base.length)}` : whole
  const route = stripTrailingSlash(path.replace(/\/index\.html$/, '/'))
  if (pages.some((page) => page.route === route))
    return { kind: 'page', route, ...(anchor && { anchor }) }
  const aliases = new Map(
    pages.flatMap((page) => page.aliases.map(({ from }) => [from, page.route] as const)),
  )
  const from = aliases.has(path) ? path : route
  if (aliases.has(from)) return { kind: 'alias', from, route: aliases.get(from)! }
  if (publicFiles.has(path)) return { kind: 'file', path }
  const known = [...pages.map((page) => page.route), ...aliases.keys(), ...publicFiles]
  const suggestion =
    findNearestName(route, known) ?? pages.find((page) => page.route.endsWith(route))?.route
  return { kind: 'unknown', path: route, ...(suggestion !== undefined && { suggestion }) }
}

/** All pages and the not-found page, which is at /404. */
export const listAddressedPages = ({
  pages,
  notFound,
}: Pick<ResolvedSite, 'pages' | 'notFound'>) => (notFound ? [...pages, notFound] : pages)

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

function decodeAddress(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
