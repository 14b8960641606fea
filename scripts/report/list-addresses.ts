import type { ResolvedSite } from '../../schema/resolve/resolve-site.ts'
import { collectBuiltAddresses, type Address } from '../../schema/resolve/site-addresses.ts'
import { addressesFileName } from '../../schema/source/recorded-addresses.ts'
import { type FileLine, type Path, toFileLine } from '../../schema/problems/location.ts'
import { locateSet, type AddressListing } from './list-pages.ts'

/** One address of a site, and what a build does with it. */
type AddressItem = FileLine & {
  address: string
  kind: Address['kind']
  /** How hosts answer. */
  answer: Address['status']
  /** Where it redirects in the end. */
  to?: string
  /** The page whose route or alias this is. */
  route?: string
  /** Where an alias is written that can be edited, because its page is an entry of a file. */
  path?: Path
}

/** Lists every address: of pages, planned pages, aliases, redirects, and what is gone. */
export const listAddresses = (
  resolved: Pick<ResolvedSite, 'site' | 'addresses' | 'context'>,
): AddressItem[] =>
  [...collectBuiltAddresses(resolved).values()].map((entry): AddressItem => {
    const { address, kind, status: answer, to, page, location } = entry
    const set = page && locateSet(page)
    const isEditable =
      page && page.route !== address && kind !== 'ended' && resolved.site.pages.has(page.route)
    const place = location ? toFileLine(location) : { file: addressesFileName, line: 1 }
    return {
      address,
      kind,
      answer,
      ...(to !== undefined && { to }),
      ...(page && { route: page.route }),
      ...place,
      ...(isEditable && !set && { path: location!.path }),
    }
  })

/** Lists the addresses that redirect or are gone, and are not those of a page, as pages are. */
export const listOtherAddresses = (
  resolved: Pick<ResolvedSite, 'site' | 'addresses' | 'context'>,
): AddressListing[] =>
  listAddresses(resolved)
    .filter(({ address, answer, route }) => (answer === 301 || answer === 410) && route !== address)
    .map(({ address, answer, to, file, line }) => {
      const kind = answer === 410 ? 'gone' : 'redirect'
      return {
        ...{ route: address, kind, title: '', status: kind, placeholder: false, file, line },
        ...(to !== undefined && { redirectTo: to }),
      }
    })
