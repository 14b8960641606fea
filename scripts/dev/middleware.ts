import type { ServerResponse } from 'node:http'
import type { Connect } from 'vite'
import { tryDecode } from '../../schema/util/try-parse.ts'
import { getContentType } from '../prerender/hosts/hosting-rules.ts'

/** Answers a request. @param path decoded @returns whether it has an answer */
export type Handler = (
  path: string,
  response: ServerResponse,
  query: string,
) => Promise<boolean> | boolean

/**
 * Makes a middleware of the development server, which passes on what a handler does not answer.
 * @param base the path of a tool: the handler gets only requests for it, and the path below it
 */
export const toMiddleware =
  (handle: Handler, base = ''): Connect.NextHandleFunction =>
  async (request, response, next) => {
    const [encoded = '', ...query] = (request.url ?? '').split('?')
    const path = tryDecode(encoded, decodeURI)
    if (path === undefined) return void response.writeHead(400).end('This URL is malformed.')
    if (path !== base && !path.startsWith(`${base}/`)) return next()
    try {
      if (!(await handle(path.slice(base.length), response, query.join('?')))) next()
    } catch (error) {
      next(error)
    }
  }

/**
 * Sends content that browsers do not keep, since it changes while the site is edited.
 * @param name of the file, or its ending, which determines the content type
 * @returns true
 */
export function sendContent(
  response: ServerResponse,
  name: string,
  body: string | Uint8Array | undefined,
  status = 200,
): true {
  const unknown = name.includes('.') ? 'application/octet-stream' : 'text/plain; charset=utf-8'
  const type = getContentType(name) ?? unknown
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
  return true
}
