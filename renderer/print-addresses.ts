import { createExternalPathMatcher } from '../schema/resolve/external-paths.ts'
import { applyTrailingSlash } from '../schema/resolve/route-paths.ts'
import { getBasePath } from './routes.ts'
import type { AddressKeys } from '../schema/resolve/site/address-keys.ts'
import type { SiteData } from '../schema/page-data.ts'

/** What the addresses of a site depend on. */
export type AddressForm = {
  site: Pick<SiteData, 'origin' | 'trailingSlash'>
  /** The paths of the files in public/, which get no slash. */
  publicFiles: ReadonlySet<string>
  /** The setting `externalPaths`. */
  externalPaths?: unknown
  keys: AddressKeys
}

/** Prints the addresses in resolved data. */
type AddressPrinter = <T>(data: T) => T

/**
 * Creates a function that replaces the paths in resolved data, which are below the site's address,
 * by the addresses that visitors ask for: below the base path, and those of pages with a slash at
 * the end if the settings ask for it. All else works with paths, so this is the last step before
 * data is rendered or sent.
 */
export function createAddressPrinter({
  site,
  publicFiles,
  externalPaths,
  keys,
}: AddressForm): AddressPrinter {
  const base = getBasePath(site)
  if (base === '' && !site.trailingSlash) return (data) => data
  const isExternalPath = createExternalPathMatcher(externalPaths)
  const isPage = (path: string) =>
    !/\.[^/]*$/.test(path) && !publicFiles.has(path) && !isExternalPath(path)
  const isOwn = (address: string) => address.startsWith('/') && !address.startsWith('//')
  const printFile = (address: string) => (isOwn(address) ? base + address : address)
  const printLink = (address: string) => {
    if (!isOwn(address)) return address
    const end = address.search(/[?#]|$/)
    const path = address.slice(0, end)
    return base + (isPage(path) ? applyTrailingSlash(path, site) : path) + address.slice(end)
  }
  const printValue = (value: unknown, key: string): unknown => {
    if (typeof value === 'string')
      return keys.links.has(key) ? printLink(value) : keys.files.has(key) ? printFile(value) : value
    if (typeof value !== 'object' || value === null) return value
    const isList = Array.isArray(value)
    const items = value as Record<string, unknown>
    // Most of a page holds no addresses and is not copied.
    let printed = items
    for (const name of Object.keys(items)) {
      const item = printValue(items[name], isList ? key : name)
      if (item === items[name]) continue
      if (printed === items) printed = (isList ? [...value] : { ...items }) as typeof items
      printed[name] = item
    }
    return printed
  }
  return (data) => printValue(data, '') as typeof data
}

/** Prints the addresses in what all pages share. */
export const printSite = (site: SiteData, print: AddressPrinter): SiteData => {
  const base = getBasePath(site)
  return { ...print(site), bookingRoutes: site.bookingRoutes.map((route) => base + route) }
}
