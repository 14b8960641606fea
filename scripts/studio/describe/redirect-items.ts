import { collectBuiltAddresses } from '../../../schema/resolve/site-addresses.ts'
import type { ReadSite } from '../../prerender/run/run.ts'
import type { RedirectItem } from '../protocol.ts'
import { locateSet } from './list-page-items.ts'

/** Lists every address that leads to another page, or will, and those of pages that have ended. */
export const listRedirectItems = ({ input: { shared } }: ReadSite): RedirectItem[] =>
  [...collectBuiltAddresses(shared).values()].flatMap((entry): RedirectItem[] => {
    const { address: from, kind, page, location } = entry
    const isUpcoming = kind === 'draft' || kind === 'scheduled'
    if (kind === 'page' || kind === 'planned' || kind === 'given-up') return []
    if (isUpcoming && from === page?.route) return []
    const to = isUpcoming ? page?.route : entry.to
    const set = page && locateSet(page)
    const { source, path } = location!
    const file = set?.file ?? source.file
    const isEditable = page && kind !== 'ended' && shared.merged.pages.has(page.route) && !set
    return [{ from, to, kind, file, ...(isEditable && { address: { file, path } }) }]
  })
