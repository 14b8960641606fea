import { createAddressPrinter, printSiteAddresses } from '../../../renderer/print-addresses.ts'
import type { Alias, SiteData } from '../../../schema/page-data.ts'
import { listAddressKeys } from '../../../schema/resolve/site/address-keys.ts'
import { memoizeByObject } from '../../../schema/util/memoize-by-object.ts'
import type { PageInputs } from './page-types.ts'

/** A site as visitors get it, and the function that prints the addresses in its pages. */
export type PrintedSite = {
  site: SiteData | undefined
  print: <T>(data: T) => T
}

/** Memoized, because the renderer caches by site what pages share. */
export const getPrintedSite: (
  inputs: Pick<PageInputs, 'site' | 'context' | 'settings'>,
) => PrintedSite = memoizeByObject(({ site, context, settings }) => {
  if (!site) return { site, print: (data) => data }
  const print = createAddressPrinter({
    site,
    publicFiles: context.pictures.files,
    externalPaths: settings.externalPaths,
    keys: listAddressKeys(context.schema),
  })
  return { site: printSiteAddresses(site, print), print }
})

/** Prints where aliases lead to. Their own paths stay below the base path. */
export const printAliases = (aliases: Alias[], { print }: PrintedSite): Alias[] =>
  aliases.map(({ from, to }) => ({ from, to: print({ href: to }).href }))
