import { useContext, type AnchorHTMLAttributes } from 'react'
import { BookingRoutes, eventOf } from './link-event.ts'

/** A plain link. Inside the site the router intercepts it; without JavaScript it navigates. */
export function Link({ href = '', ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>) {
  const rel = /^https?:/.test(href) ? 'noopener' : undefined
  const event = eventOf(href, useContext(BookingRoutes))
  return <a href={href} rel={rel} data-event={event} {...rest} />
}
