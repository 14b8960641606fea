import { recallCampaign, withCampaign, withoutCampaign } from '../../blocks/shared/campaign.ts'

const bookingLinks = () => document.querySelectorAll<HTMLAnchorElement>('a[data-event=book]')

function change(rewrite: (href: string) => string): void {
  for (const link of bookingLinks()) {
    const href = link.getAttribute('href') ?? ''
    const changed = rewrite(href)
    if (changed !== href) link.setAttribute('href', changed)
  }
}

/** Gives the visit's campaign to every link that leads to a booking. */
export function carryCampaign(): void {
  const campaign = recallCampaign()
  if (campaign) change((href) => withCampaign(href, campaign))
}

/** Takes it away again: what is hydrated must be as it was rendered. */
export function dropCampaign(): void {
  const campaign = recallCampaign()
  if (campaign) change((href) => withoutCampaign(href, campaign))
}
