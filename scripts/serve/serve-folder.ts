import { access, realpath, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { addQuery } from '../../schema/resolve/alias-address.ts'
import { findAddress } from '../../schema/resolve/site-addresses.ts'
import { getDrawingHeaders, hashedFolder, isDrawing } from '../prerender/hosts/hosting-rules.ts'
import { recoverOutput } from '../prerender/output/stage-output.ts'
import { findFile, type FoundFile } from './find-file.ts'
import { createRulesReader, type ServedRules } from './read-rules.ts'
import { sendFile } from './send-file.ts'

type ServeOptions = {
  /** After this time without progress, a connection is closed. */
  timeoutMs?: number
}

/**
 * Serves a folder on the loopback interface with compression, clean URLs, the redirects and headers
 * of its rules, and 404.html for everything else. A new build is served immediately.
 * @param port 0 chooses a free port.
 */
export async function serveFolder(
  dir: string,
  port: number,
  { timeoutMs = 30_000 }: ServeOptions = {},
): Promise<Server> {
  recoverOutput(dir)
  await access(join(dir, '404.html'))
  const readRules = createRulesReader(dir)
  const server = createServer(
    {
      headersTimeout: timeoutMs,
      requestTimeout: timeoutMs,
      connectionsCheckingInterval: timeoutMs / 2,
    },
    (request, response) => void answerSafely(dir, readRules, request, response),
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
  readRules: () => Promise<ServedRules>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    await retryWhileMissing(async () => answer(dir, await readRules(), request, response))
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
  site: ServedRules,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeaders(new Map(Object.entries(site.headers)))
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
  if (path === '' || malformed.test(path))
    return sendText(response, 400, 'The address is malformed.')
  const { base, caching, addresses } = site
  if (path === base && base !== '') {
    response.writeHead(301, { location: `${base}/${query}` }).end()
    return
  }
  if (!path.startsWith(`${base}/`))
    return sendText(response, 404, `The addresses of this site begin with ${base}/`)
  const own = path.slice(base.length)
  // The folder is replaced by each build.
  const folder = await realpath(dir)
  const file = await findFile(folder, own)
  const known = findAddress(addresses, stripSlashes(own), query.slice(1))
  const target = known?.to ?? findPageAddress(own, site, file)
  if (target !== undefined) {
    response.writeHead(301, { location: addQuery(target, query) }).end()
    return
  }
  const isGone = known?.status === 410
  if (file && !isGone && !/^\/404(\.html|\/*)$/.test(own)) {
    const isHashed = own.startsWith(hashedFolder)
    response.setHeader('cache-control', isHashed ? caching.hashed : caching.others)
    return sendFile(request, response, file, {
      headers: isDrawing(file.path) ? getDrawingHeaders(site) : {},
    })
  }
  const notFound = join(folder, '404.html')
  const { size, mtimeMs: modifiedMs } = await stat(notFound)
  response.setHeader('cache-control', caching.others)
  const status = isGone ? 410 : 404
  await sendFile(request, response, { path: notFound, size, modifiedMs }, { status })
}

/**
 * Finds the only address of a page, if the path is another one.
 * @param path below the base path
 * @param file what is found at the path
 */
function findPageAddress(
  path: string,
  { base, trailingSlash }: ServedRules,
  file: FoundFile | undefined,
): string | undefined {
  // Two slashes at the start would lead to another host. What is hidden is not found.
  if (path.startsWith('//') || /\/\.(?!well-known\/)/.test(path)) return undefined
  const page = path.replace(/\/index\.html$/, '/')
  const address = trailingSlash ? page : stripSlashes(page)
  const isPage = file?.path.endsWith('/index.html') === true
  const wanted = trailingSlash && isPage && !address.endsWith('/') ? `${address}/` : address
  return wanted === path ? undefined : base + wanted
}

/** Paths that no file can have, percent-encoded or not. Other servers refuse them, too. */
const malformed = /^[^/]|%(?![\da-f]{2})|%00|%5c|[\0\\]/i

const stripSlashes = (path: string): string => path.replace(/(?<=[^/])\/+$/, '')

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`)
}
