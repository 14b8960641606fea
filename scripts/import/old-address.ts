import type { OldPage } from './old-site.ts'
import { decodePath, normalizeAlias } from '../../schema/resolve/alias-address.ts'

/**
 * The address in the form in which addresses are compared: decoded, without a slash at the end, and
 * without the index.html that every host adds. An alias keeps its query, sorted as it was.
 */
export function toOldAddress(written: string): string {
  const [path = '', query] = written.split('#')[0]!.split('?', 2)
  const folder = path.replace(/\/index\.html$/, '/').replaceAll(/\/{2,}/g, '/')
  const rooted = folder.startsWith('/') ? folder : `/${folder}`
  return normalizeAlias(query ? `${rooted}?${query}` : rooted)
}

/** The origin of a site that does not say where it was. */
export const unknownOrigin = 'https://old.invalid'

/** Where relative links of a document begin if it says so: at another one of its paths, or at a URL. */
export function resolveBase(written: string, { address, base = address }: OldBase): string {
  const own = unknownOrigin + base.split('?').map(encodeURI).join('?')
  if (URL.canParse(written) || !URL.canParse(written, own)) return written
  return decodePath(new URL(written, own).pathname)
}
type OldBase = Pick<OldPage, 'address' | 'base'>

/**
 * Resolves a link in an old document.
 * @param page the document
 * @param origin of the old site, with the path that it was below
 * @returns the old address with its anchor, or the URL of another site
 */
export function resolveOldLink(
  href: string,
  { address, base = address }: OldBase,
  origin: string,
): { address: string; anchor?: string } | { url: string } | undefined {
  const own = URL.canParse(base) ? base : origin + base.split('?').map(encodeURI).join('?')
  if (!URL.canParse(href, own)) return undefined
  const url = new URL(href.trim(), own)
  if (!/^https?:$/.test(url.protocol)) return { url: href.trim() }
  const plainHost = (each: string) => each.replace(/^www\./, '')
  const { host, pathname } = new URL(origin)
  if (plainHost(url.host) !== plainHost(host)) return { url: url.href }
  const folder = pathname.replace(/\/$/, '')
  const isBelow = `${url.pathname}/`.startsWith(`${folder}/`)
  const path = isBelow ? url.pathname.slice(folder.length) : url.pathname
  return { address: toOldAddress(path + url.search), anchor: url.hash.slice(1) || undefined }
}

/** The same for a link within the old site. @returns undefined for any other */
export function findOldAddress(...link: Parameters<typeof resolveOldLink>): string | undefined {
  const target = resolveOldLink(...link)
  return target && 'address' in target ? target.address : undefined
}

/** The path of an old address, without its query. */
export const toPath = (address: string): string => address.split('?')[0]!
