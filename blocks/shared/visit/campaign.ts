/**
 * The campaign that brought the visitor: the `utm_…` parameters of the landing URL, and the click
 * identifiers of ad services: `gclid`, `gbraid`, `msclkid`, `fbclid` and others of these forms.
 * Stored for one visit in one tab, unless the browser blocks storage.
 */

/** Sites below different base paths of one domain share its storage. */
const getStorageKey = () => `${document.documentElement.dataset.base ?? ''}signpost.campaign`
const campaignParameter = /^(utm_\w+|\w+clk?id|[gw]braid)$/
/** In characters. Longer queries are ignored, since no real campaign has them. */
const maxQueryLength = 1000

/** Returns the campaign parameters of a query string, as a query string; empty if it has none. */
export function parseCampaign(search: string): string {
  const parameters = [...new URLSearchParams(search)].filter(([name]) =>
    campaignParameter.test(name),
  )
  const query = new URLSearchParams(parameters).toString()
  return query.length > maxQueryLength ? '' : query
}

/**
 * Saves the campaign of a query string, if it has one. It replaces an earlier campaign of the
 * visit.
 */
export function saveCampaign(search: string): void {
  const campaign = parseCampaign(search)
  if (!campaign) return
  try {
    sessionStorage.setItem(getStorageKey(), campaign)
  } catch {
    // Storage is blocked or full; the site works without it.
  }
}

/** Returns the saved campaign as a query string; empty if there is none. */
export function loadCampaign(): string {
  try {
    return sessionStorage.getItem(getStorageKey()) ?? ''
  } catch {
    return ''
  }
}
