import { access, readFile, realpath, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { recoverOutput } from '../prerender/output/replace-folder.ts'
import { findFile } from './find-file.ts'
import { sendFile } from './send-file.ts'

export type ServeOptions = {
  /** After this time without progress, a connection is closed. */
  timeoutMs?: number
}

/**
 * Serves a folder on the loopback interface with compression, clean URLs, the redirects of
 * `_redirects`, and 404.html for everything else. A new build is served at once.
 * @param port 0 chooses a free port.
 */
export async function serveFolder(
  dir: string,
  port: number,
  { timeoutMs = 30_000 }: ServeOptions = {},
): Promise<Server> {
  await recoverOutput(dir)
  await access(join(dir, '404.html'))
  const server = createServer(
    {
      headersTimeout: timeoutMs,
      requestTimeout: timeoutMs,
      connectionsCheckingInterval: timeoutMs / 2,
    },
    (request, response) => void answerSafely(dir, request, response),
  )
  // Also closes connections that do not read the answer.
  server.setTimeout(timeoutMs)
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(port, 'localhost', resolve),
  )
  return server
}

/** Never throws: one request must not end the server. */
async function answerSafely(
  dir: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    await retryWhileMissing(() => answer(dir, request, response))
  } catch (error) {
    const { message, code = message } = error as NodeJS.ErrnoException
    console.error(`${request.method} ${JSON.stringify(request.url)}: ${code}`)
    if (response.headersSent) {
      response.destroy()
      return
    }
    for (const name of response.getHeaderNames()) response.removeHeader(name)
    sendText(response, 500, `This file cannot be read (${code}).`)
  }
}

/** A build may be about to replace the folder, with two renames. */
async function retryWhileMissing(run: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempt === 20) throw error
      await pause(20)
    }
  }
}

async function answer(
  dir: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    // The body of the request is not read.
    response.setHeaders(
      new Map([['allow', 'GET, HEAD'] as const, ['connection', 'close'] as const]),
    )
    return sendText(response, 405, 'Only GET and HEAD are allowed.')
  }
  const url = request.url ?? '/'
  const end = url.includes('?') ? url.indexOf('?') : url.length
  const [path, query] = [url.slice(0, end), url.slice(end)]
  if (!path.startsWith('/') || path.includes('\\'))
    return sendText(response, 400, 'The address is malformed.')
  const target = findRedirect(path, await readRedirects(dir))
  if (target !== undefined) {
    response.writeHead(301, { location: target + query }).end()
    return
  }
  // The folder is replaced by each build.
  const folder = await realpath(dir)
  const file = await findFile(folder, path)
  // A file with a hash in its name never changes. Others are revalidated, and may stay in the
  // back/forward cache.
  const cacheControl = path.startsWith('/assets/')
    ? 'public,max-age=31536000,immutable'
    : 'no-cache'
  if (file) return sendFile(request, response, file, { headers: { 'cache-control': cacheControl } })
  const notFound = join(folder, '404.html')
  const { size, mtimeMs: modifiedMs } = await stat(notFound)
  await sendFile(request, response, { path: notFound, size, modifiedMs }, { status: 404 })
}

/** @returns where a path redirects to: by its rule, or to the path without a slash at its end. */
function findRedirect(path: string, redirects: Map<string, string>): string | undefined {
  const plain = path.length > 1 && path.endsWith('/') ? path.replace(/\/+$/, '') || '/' : path
  // Two slashes at the start would lead to another host.
  return redirects.get(plain) ?? (plain !== path && !plain.startsWith('//') ? plain : undefined)
}

async function readRedirects(dir: string): Promise<Map<string, string>> {
  const text = await readFile(join(dir, '_redirects'), 'utf8').catch(() => '')
  const lines = text.split('\n').filter(Boolean)
  return new Map(lines.map((line) => line.split(' ').slice(0, 2) as [string, string]))
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`)
}
