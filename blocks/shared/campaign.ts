/** The campaign that brought the visitor: `utm_…` and `gclid` of the page on which the visit began. */
import { keepForVisit, recallFromVisit } from './visit-storage.ts'

const key = 'signpost.campaign'
const names = /^(utm_\w+|gclid)$/
/** Longer ones are no campaign's. Characters. */
const longest = 1000

/** The campaign in an address's query, as a query; empty where there is none. */
export function readCampaign(search: string): string {
  const found = [...new URLSearchParams(search)].filter(([name]) => names.test(name))
  const query = new URLSearchParams(found).toString()
  return query.length > longest ? '' : query
}

/** An address that names a campaign begins a visit of it, also in the middle of another. */
export function rememberCampaign(search: string): void {
  const campaign = readCampaign(search)
  if (campaign) keepForVisit(key, campaign)
}

export const recallCampaign = (): string => recallFromVisit(key) ?? ''

/** An address with the campaign in its query; parameters that it has already stay as they are. */
export function withCampaign(href: string, campaign: string): string {
  const [, path = '', query = '', hash = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(href) ?? []
  const own = new URLSearchParams(query)
  const added = new URLSearchParams(
    [...new URLSearchParams(campaign)].filter(([name]) => !own.has(name)),
  )
  const whole = [query, String(added)].filter(Boolean).join('&')
  return path + (whole && `?${whole}`) + hash
}
