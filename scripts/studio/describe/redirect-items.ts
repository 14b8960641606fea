import type { HiddenReason } from '../../../schema/resolve/filter-by-moment.ts'
import type { ValuePlace } from '../../edit/source-address.ts'
import type { ReadSite } from '../../prerender/run/run.ts'
import { listAddresses } from '../../report/list-addresses.ts'

/** `GET redirects`: every address that leads to a page, in the order of the files. */
export type RedirectItem = {
  from: string
  /** Undefined if the address answers 410: the page is gone for good. */
  to?: string
  /**
   * An alias of a page, an address that leads to another site, an alias of a page that is not
   * published yet, or an address of a page whose days are over.
   */
  kind: 'alias' | 'redirect' | HiddenReason
  file: string
  /** For an alias that can be edited, because its page is an entry of a file. */
  address?: ValuePlace
}

/** Lists every address that leads to another page, or will, and those of pages that have ended. */
export const listRedirectItems = ({ resolved }: ReadSite): RedirectItem[] =>
  listAddresses(resolved).flatMap(({ address: from, kind, to, route, file, path }) => {
    const isUpcoming = kind === 'draft' || kind === 'scheduled'
    if (kind === 'page' || kind === 'planned' || kind === 'given-up') return []
    if (isUpcoming && from === route) return []
    return [
      { from, to: isUpcoming ? route : to, kind, file, ...(path && { address: { file, path } }) },
    ]
  })
