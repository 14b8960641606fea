import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { tokenHeader } from '../token-header.ts'

/**
 * The requests that a studio accepts.
 * @property origin that browsers see
 * @property isProxied whether a proxy passes requests on and says who sends them
 */
export type StudioAccess = { origin: string; isProxied: boolean }

/** Whether a request is for the origin of the studio, and not for the pages of `npm run dev`. */
export const isForStudio = ({ headers }: IncomingMessage, { origin }: StudioAccess): boolean =>
  headers.host === new URL(origin).host

/** A page of another origin, which the user has open in the same browser, must not get through. */
export function findForeignOrigin(
  request: IncomingMessage,
  access: StudioAccess,
): string | undefined {
  const { host, origin, 'sec-fetch-site': site } = request.headers
  if (!access.isProxied && !isLoopback(request.socket.remoteAddress))
    return 'The studio answers requests from this computer alone.'
  if (!isForStudio(request, access))
    return access.isProxied
      ? `The studio only answers requests to ${new URL(access.origin).host}, not to ${quoteHeader(host)}.`
      : // Pages of other origins learn no name that they could use.
        `The studio does not answer requests to ${quoteHeader(host)}. Open it with the address in the terminal.`
  if (origin !== undefined && origin !== access.origin)
    return `The studio does not answer requests from other sites, such as ${quoteHeader(origin)}.`
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isArrival(request))
    return 'The studio does not answer requests of other sites.'
  if (request.method === 'POST' && origin === undefined)
    return 'The request does not say from which site it comes (Origin).'
  return undefined
}

/**
 * People come from the page where they sign in, or from a page of `npm run dev`. What shows a document
 * changes nothing.
 */
const isArrival = ({ method, headers }: IncomingMessage) =>
  method === 'GET' &&
  headers['sec-fetch-mode'] === 'navigate' &&
  headers['sec-fetch-dest'] === 'document'

/**
 * Whether a script or a frame asks for a document. The studio's own document has the token, so it is
 * for tabs alone.
 */
export const isReadByPage = ({ headers }: IncomingMessage): boolean =>
  (headers['sec-fetch-dest'] ?? 'document') !== 'document'

/**
 * Whether a document asks for something to run. Only assets may be: a policy compares no paths after a
 * redirect, and a proxy may read an address in another way than the browser.
 */
export const isForRunning = ({ headers }: IncomingMessage): boolean =>
  /script|work|xslt/.test(String(headers['sec-fetch-dest'] ?? ''))

const quoteHeader = (header: string | undefined) => JSON.stringify((header ?? '').slice(0, 100))

function isLoopback(address = ''): boolean {
  const plain = address.replace(/^::ffff:/, '')
  return plain === '::1' || /^127\.\d+\.\d+\.\d+$/.test(plain)
}

/** Whether the page that sends a request knows the token. No browser adds it by itself. */
export const hasToken = ({ headers }: IncomingMessage, token: string): boolean => {
  const given = headers[tokenHeader]
  return typeof given === 'string' && isSameSecret(given, token)
}

/** Compares in constant time, so that the duration reveals nothing. */
export const isSameSecret = (given: string, secret: string): boolean =>
  timingSafeEqual(hash(given), hash(secret))

const hash = (text: string) => createHash('sha256').update(text).digest()
