import type { ReadSite } from '../../prerender/run/run.ts'
import { listAddresses } from '../../report/list-addresses.ts'
import type { RedirectItem } from '../protocol.ts'

/** Lists every address that leads to another page, or will, and those of pages that have ended. */
export const listRedirectItems = ({ input: { shared } }: ReadSite): RedirectItem[] =>
  listAddresses(shared).flatMap(({ address: from, kind, to, route, file, path }) => {
    const isUpcoming = kind === 'draft' || kind === 'scheduled'
    if (kind === 'page' || kind === 'planned' || kind === 'given-up') return []
    if (isUpcoming && from === route) return []
    return [
      { from, to: isUpcoming ? route : to, kind, file, ...(path && { address: { file, path } }) },
    ]
  })
