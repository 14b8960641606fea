import { createContext } from 'react'

/** What following a link means to the business: a call, a text message, an e-mail or a booking. */
export type LinkEvent = 'call' | 'text' | 'email' | 'book'

/** The routes where visitors book. The same on every page of a site. */
export const BookingRoutesContext = createContext<readonly string[]>([])

const eventsByScheme: Record<string, LinkEvent> = { tel: 'call', sms: 'text', mailto: 'email' }

/** The name under which a click on this link is counted; undefined for a link that only leads on. */
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
