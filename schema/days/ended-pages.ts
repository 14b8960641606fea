import type { Alias } from '../page-data.ts'
import type { HiddenPage, MergedSite } from '../resolve/merge-sources.ts'
import { isRecord } from '../util/records.ts'

/** Addresses of pages whose days are over. Each redirects, or is gone for good. */
export type EndedAddresses = { redirects: Alias[]; gone: string[] }

/** Where a page redirects once it is over, as its entry says. */
export function getSuccessor({ raw }: HiddenPage['page']): string | undefined {
  const { then } = isRecord(raw.publish) ? raw.publish : {}
  return typeof then === 'string' && then.startsWith('/') ? then : undefined
}

/** The addresses of a page: its route, then its aliases. */
export const listOwnAddresses = ({ route, raw }: HiddenPage['page']): string[] => [
  route,
  ...(Array.isArray(raw.aliases) ? raw.aliases.filter((from) => typeof from === 'string') : []),
]

/** Lists the addresses that were those of a page, unless another page has them now. */
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
