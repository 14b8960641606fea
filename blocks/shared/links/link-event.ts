import { createContext } from 'react'

/** The analytics event of a link: a call, a text message, an email or a booking. */
type LinkEvent = 'call' | 'text' | 'email' | 'book'

/** The routes where visitors book. They are the same on every page of a site. */
export const BookingRoutesContext = createContext<readonly string[]>([])

const eventsByScheme: Record<string, LinkEvent> = { tel: 'call', sms: 'text', mailto: 'email' }

/** Returns the event that a click on a link counts as, or undefined for an ordinary link. */
export function getLinkEvent(
  href: string,
  bookingRoutes: readonly string[],
): LinkEvent | undefined {
  const [path = ''] = href.split(/[?#]/)
  return (
    eventsByScheme[href.slice(0, href.indexOf(':'))] ??
    (bookingRoutes.includes(path.replace(/\/$/, '')) ? 'book' : undefined)
  )
}
