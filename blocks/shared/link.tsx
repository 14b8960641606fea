import type { AnchorHTMLAttributes } from 'react'

/** What a click on a link means to the business; counted by whoever measures visits. */
function eventOf(href: string): string | undefined {
  if (href.startsWith('tel:') || href.startsWith('sms:')) return 'call'
  if (href.startsWith('mailto:')) return 'email'
  if (/^\/book(?![a-z])/.test(href)) return 'book'
  return undefined
}

/** A plain link. Inside the site the router intercepts it; without JavaScript it navigates. */
export function Link({ href = '', ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>) {
  const rel = /^https?:/.test(href) ? 'noopener' : undefined
  return <a href={href} rel={rel} data-event={eventOf(href)} {...rest} />
}
