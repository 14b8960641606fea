/** The campaign that brought the visitor: `utm_…` and `gclid` of the page on which the visit began. */
import { writeVisitItem, readVisitItem } from './visit-storage.ts'

const campaignKey = 'signpost.campaign'
const campaignParameter = /^(utm_\w+|gclid)$/
/** Longer ones are no campaign's. Characters. */
const maxQueryLength = 1000

/** The campaign in an address's query, as a query; empty where there is none. */
export function parseCampaign(search: string): string {
  const found = [...new URLSearchParams(search)].filter(([name]) => campaignParameter.test(name))
  const query = new URLSearchParams(found).toString()
  return query.length > maxQueryLength ? '' : query
}

/** An address that names a campaign begins a visit of it, also in the middle of another. */
export function saveCampaign(search: string): void {
  const campaign = parseCampaign(search)
  if (campaign) writeVisitItem(campaignKey, campaign)
}

export const loadCampaign = (): string => readVisitItem(campaignKey) ?? ''

/** An address with the campaign in its query; parameters that it has already stay as they are. */
export function appendCampaign(href: string, campaign: string): string {
  const [, path = '', query = '', hash = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(href) ?? []
  const own = new URLSearchParams(query)
  const added = new URLSearchParams(
    [...new URLSearchParams(campaign)].filter(([name]) => !own.has(name)),
  )
  const whole = [query, String(added)].filter(Boolean).join('&')
  return path + (whole && `?${whole}`) + hash
}
