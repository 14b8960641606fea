import { useContext, type AnchorHTMLAttributes } from 'react'
import { BookingRoutesContext, getLinkEvent } from './link-event.ts'

/** A plain link. The router intercepts internal ones; without JavaScript the browser navigates. */
export function Link({ href = '', ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>) {
  const rel = /^https?:/.test(href) ? 'noopener' : undefined
  const event = getLinkEvent(href, useContext(BookingRoutesContext))
  return <a href={href} rel={rel} data-event={event} {...rest} />
}
