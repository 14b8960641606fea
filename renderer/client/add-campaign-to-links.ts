import { loadCampaign, appendCampaign } from '../../blocks/shared/visit/campaign.ts'

/**
 * Gives the visit's campaign to every link that leads to a booking. React leaves an attribute alone that it has not
 * changed itself, so that this may come before hydration.
 */
export function addCampaignToLinks(): void {
  const campaign = loadCampaign()
  if (!campaign) return
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-event=book]')) {
    link.setAttribute('href', appendCampaign(link.getAttribute('href') ?? '', campaign))
  }
}
