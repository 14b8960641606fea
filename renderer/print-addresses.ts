import { createExternalPathMatcher, applyTrailingSlash } from '../schema/util/route-paths.ts'
import { getBasePath } from './routes.ts'
import type { AddressKeys } from '../schema/resolve/site/address-keys.ts'
import type { SiteData } from '../schema/page-data.ts'

/** The data that determines how the addresses of a site are printed. */
type AddressForm = {
  site: Pick<SiteData, 'origin' | 'trailingSlash'>
  /** The paths of the files in public/, to which no trailing slash is added. */
  publicFiles: ReadonlySet<string>
  /** The setting `externalPaths`. */
  externalPaths?: unknown
  keys: AddressKeys
}

type Group = Record<string, unknown>

/** Prints the addresses in resolved data. */
type AddressPrinter = <T>(data: T) => T

/**
 * Creates a function that replaces the paths in resolved data with public addresses: it prepends
 * the base path and, if the settings ask for it, adds a trailing slash to the addresses of pages.
 * All other code works with paths, so this is the last step before data is rendered or sent.
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
    return Array.isArray(value) ? printList(value, key) : printGroup(value as Group)
  }
  // Copies only lists and objects that contain an address, which few do.
  const printList = (list: unknown[], key: string): unknown[] => {
    let printed = list
    for (let index = 0; index < list.length; index++) {
      const item = printValue(list[index], key)
      if (item === list[index]) continue
      if (printed === list) printed = [...list]
      printed[index] = item
    }
    return printed
  }
  const printGroup = (group: Group): Group => {
    let printed = group
    for (const name in group) {
      const item = printValue(group[name], name)
      if (item === group[name]) continue
      if (printed === group) printed = { ...group }
      printed[name] = item
    }
    return printed
  }
  return (data) => printValue(data, '') as typeof data
}

/** Prints the addresses in the data that all pages share. */
export const printSiteAddresses = (site: SiteData, print: AddressPrinter): SiteData => {
  const base = getBasePath(site)
  return { ...print(site), bookingRoutes: site.bookingRoutes.map((route) => base + route) }
}
