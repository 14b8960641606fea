import { createContext } from 'react'

/** What following a link means to the business: a call, a text message, an e-mail or a booking. */
export type LinkEvent = 'call' | 'text' | 'email' | 'book'

/** The routes where visitors book. The same on every page of a site. */
export const BookingRoutes = createContext<readonly string[]>([])

const byScheme: Record<string, LinkEvent> = { tel: 'call', sms: 'text', mailto: 'email' }

/** The name under which a click on this link is counted; undefined for a link that only leads on. */
export function eventOf(href: string, bookingRoutes: readonly string[]): LinkEvent | undefined {
  const [path = ''] = href.split(/[?#]/)
  return (
    byScheme[href.slice(0, href.indexOf(':'))] ??
    (bookingRoutes.includes(path.replace(/\/$/, '')) ? 'book' : undefined)
  )
}
