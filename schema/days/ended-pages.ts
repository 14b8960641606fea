import type { Alias } from '../page-data.ts'
import type { HiddenPage, MergedSite } from '../resolve/merge-sources.ts'
import { asTexts } from '../util/as-text.ts'
import { isRecord } from '../util/records.ts'

/**
 * Addresses of pages whose last day is over. Each redirects to another page, or is gone for good.
 */
export type EndedAddresses = { redirects: Alias[]; gone: string[] }

/** Returns the page that an ended page redirects to, according to its entry. */
export function getSuccessor({ raw }: HiddenPage['page']): string | undefined {
  const { then } = isRecord(raw.publish) ? raw.publish : {}
  return typeof then === 'string' && then.startsWith('/') ? then : undefined
}

/** Lists the addresses of a page: its route, then its aliases. */
export const listOwnAddresses = ({ route, raw }: HiddenPage['page']): string[] => [
  route,
  ...asTexts(raw.aliases),
]

/** Lists the addresses of ended pages, except those that another page has now. */
export function listEndedAddresses({
  hidden,
  pages,
  planned,
}: Pick<MergedSite, 'hidden' | 'pages' | 'planned'>): EndedAddresses {
  const ended: EndedAddresses = { redirects: [], gone: [] }
  const over = [...hidden.values()].filter(({ reason }) => reason === 'over')
  if (over.length === 0) return ended
  const taken = new Set([...[...pages.values()].flatMap(listOwnAddresses), ...planned.keys()])
  for (const { page } of over) {
    const to = getSuccessor(page)
    for (const from of listOwnAddresses(page).filter((address) => !taken.has(address))) {
      if (to === undefined) ended.gone.push(from)
      else ended.redirects.push({ from, to })
    }
  }
  return ended
}
