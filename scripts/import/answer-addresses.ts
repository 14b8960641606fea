import type { SiteReport } from '../prerender/run/inspect-site.ts'
import { collectBuiltAddresses, findAddress } from '../../schema/resolve/site-addresses.ts'

/** How the new site answers an old address. */
export type AddressAnswer = {
  address: string
  answer: 'page' | 'redirect' | 'file' | 'gone' | 'unreached' | 'none'
  to?: string
}

/**
 * Asks the new site for every old address, as a visitor would.
 * @param ownFiles addresses of files that every build writes
 * @param unreached addresses of which nobody knows what they showed
 */
export function answerAddresses(
  { resolvedSite, publicFiles }: SiteReport,
  old: Iterable<string>,
  ownFiles: Set<string>,
  unreached: Map<string, string>,
): AddressAnswer[] {
  const addresses = resolvedSite && collectBuiltAddresses(resolvedSite)
  return [...old].map((address): AddressAnswer => {
    const [path = '/', query] = address.split('?', 2)
    const found = addresses && findAddress(addresses, path, query)
    if (found?.status === 200) return { address, answer: 'page', to: found.address }
    if (found?.status === 301) return { address, answer: 'redirect', to: found.to }
    if (publicFiles.has(path) || ownFiles.has(address)) return { address, answer: 'file' }
    if (found?.status === 410) return { address, answer: 'gone' }
    return { address, answer: unreached.has(address) ? 'unreached' : 'none' }
  })
}
