import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/**
 * The requests that a studio accepts.
 * @property port that the development server listens on
 * @property token of this session
 * @property origin that browsers see, if a proxy passes requests on and says who sends them
 */
type StudioAccess = { port: number; token: string; origin?: string }

/** Cookies are shared by all ports of a host. */
export const getCookieName = ({ port }: StudioAccess) => `signpost-studio-${port}`

/** A page of another origin, which the user has open in the same browser, must not get through. */
export function findForeignOrigin(
  request: IncomingMessage,
  { port, origin: ownOrigin }: StudioAccess,
): string | undefined {
  const { host, origin, 'sec-fetch-site': site } = request.headers
  if (ownOrigin === undefined && !isLoopback(request.socket.remoteAddress))
    return 'The studio answers requests from this computer alone.'
  const hosts =
    ownOrigin === undefined
      ? ['localhost', '127.0.0.1', '[::1]'].map((name) => `${name}:${port}`)
      : [new URL(ownOrigin).host]
  if (host === undefined || !hosts.includes(host))
    return `The studio only answers requests to ${hosts[0]}, not to ${quoteHeader(host)}.`
  if (origin !== undefined && origin !== (ownOrigin ?? `http://${host}`))
    return `The studio does not answer requests from other sites, such as ${quoteHeader(origin)}.`
  const isArrival = ownOrigin !== undefined && isDocument(request)
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isArrival)
    return 'The studio does not answer requests of other sites.'
  if (request.method === 'POST' && origin === undefined)
    return 'The request does not say from which site it comes (Origin).'
  return undefined
}

/** People come from the page where they sign in. What shows a document changes nothing. */
const isDocument = ({ method, headers }: IncomingMessage) =>
  method === 'GET' &&
  headers['sec-fetch-mode'] === 'navigate' &&
  headers['sec-fetch-dest'] === 'document'

const quoteHeader = (header: string | undefined) => JSON.stringify((header ?? '').slice(0, 100))

function isLoopback(address = ''): boolean {
  const plain = address.replace(/^::ffff:/, '')
  return plain === '::1' || /^127\.\d+\.\d+\.\d+$/.test(plain)
}

/** Whether a request comes from a browser that has opened the address with the token. */
export function hasSession(request: IncomingMessage, access: StudioAccess): boolean {
  const cookies = (request.headers.cookie ?? '').split(/; */)
  const prefix = `${getCookieName(access)}=`
  return cookies.some(
    (each) => each.startsWith(prefix) && isToken(each.slice(prefix.length), access),
  )
}

export const isToken = (given: string, { token }: StudioAccess): boolean =>
  isSameSecret(given, token)

/** Compares in constant time, so that the duration reveals nothing. */
export const isSameSecret = (given: string, secret: string): boolean =>
  timingSafeEqual(hash(given), hash(secret))

const hash = (text: string) => createHash('sha256').update(text).digest()
