import { appendQuery } from '../../blocks/shared/links/append-query.ts'
import { loadCampaign } from '../../blocks/shared/visit/campaign.ts'

/**
 * Adds the visit's campaign to every booking link. React does not reset attributes that it has not
 * changed itself, so this may run before hydration.
 */
export function addCampaignToLinks(): void {
  const campaign = loadCampaign()
  if (!campaign) return
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-event=book]')) {
    link.setAttribute('href', appendQuery(link.getAttribute('href') ?? '', campaign))
  }
}
