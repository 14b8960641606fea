import { addMissingParameters } from '../../blocks/shared/links/add-missing-parameters.ts'
import { loadCampaign } from '../../blocks/shared/visit/campaign.ts'

/**
 * Adds the visit's campaign to every booking link. React does not reset attributes that it has not
 * changed itself, so this may run before hydration.
 */
export function addCampaignToLinks(): void {
  const campaign = loadCampaign()
  if (!campaign) return
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-event=book]')) {
    link.setAttribute('href', addMissingParameters(link.getAttribute('href') ?? '', campaign))
  }
}
