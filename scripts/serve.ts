/** `npm run serve`: serves a built site at http://localhost:4173 as a static host would. */
import { access, readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import sirv from 'sirv'
import { recoverOutput } from './prerender/output/replace-folder.ts'
import {
  builtSiteOption,
  formatUsage,
  parseOptions,
  parsePort,
  runCommand,
} from './shared/run-command.ts'
import { compressResponse } from './serve/compress-response.ts'

export const defaultPort = 4173
const usage = formatUsage('npm run serve -- [--dir DIR] [--port NUMBER]', {
  ...builtSiteOption,
  '--port NUMBER': `The port to listen on. Default: ${defaultPort}.`,
})

/**
 * Serves a folder on the loopback interface with compression, clean URLs, the redirects of
 * `_redirects`, and 404.html for everything else.
 * @param port 0 chooses a free port.
 */
export async function serveFolder(dir: string, port: number): Promise<Server> {
  await recoverOutput(dir)
  await access(join(dir, '404.html'))
  // `dev` reads the folder on each request, so that a new build is served at once.
  const serveFile = sirv(dir, {
    dev: true,
    dotfiles: false,
    // A file with a hash in its name never changes. Others are revalidated, and may stay in the
    // back/forward cache.
    setHeaders: (response, path) =>
      response.setHeader(
        'cache-control',
        path.startsWith('/assets/') ? 'public,max-age=31536000,immutable' : 'no-cache',
      ),
  })
  const server = createServer(async (request, response) => {
    compressResponse(request, response)
    const url = request.url ?? '/'
    const end = url.includes('?') ? url.indexOf('?') : url.length
    const [path, query] = [url.slice(0, end), url.slice(end + 1)]
    if (!path.startsWith('/') || path.includes('\\')) {
      response.writeHead(400).end()
      return
    }
    const pathWithoutSlash =
      path.length > 1 && path.endsWith('/') ? path.replace(/\/+$/, '') || '/' : path
    const target =
      (await readRedirects(dir)).get(pathWithoutSlash) ??
      (pathWithoutSlash !== path && !pathWithoutSlash.startsWith('//')
        ? pathWithoutSlash
        : undefined)
    if (target !== undefined) {
      response.writeHead(301, { location: query ? `${target}?${query}` : target }).end()
      return
    }
    serveFile(request, response, async () => {
      response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' })
      const notFound = await readFile(join(dir, '404.html')).catch(() => 'Not found')
      response.end(request.method === 'HEAD' ? undefined : notFound)
    })
  })
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(port, 'localhost', resolve),
  )
  return server
}

async function readRedirects(dir: string): Promise<Map<string, string>> {
  const text = await readFile(join(dir, '_redirects'), 'utf8').catch(() => '')
  return new Map(
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split(' ').slice(0, 2) as [string, string]),
  )
}

/**
 * Serves until the process ends.
 * @returns 1 if there is no built site or the port is in use.
 */
export async function serveUntilStopped(dir: string, port: number): Promise<number> {
  try {
    await serveFolder(dir, port)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') console.error(`There is no built site in ${dir}. Run: npm run build`)
    else if (code === 'EADDRINUSE')
      console.error(`Port ${port} is in use. Choose another one: --port ${port + 1}`)
    else console.error(message)
    return 1
  }
  console.log(`http://localhost:${port}`)
  return new Promise(() => {})
}

async function main(args: string[]): Promise<number> {
  const { dir, port } = parseOptions(args, usage, {
    dir: { type: 'string', default: 'dist' },
    port: { type: 'string', default: String(defaultPort) },
  })
  return serveUntilStopped(dir, parsePort(port, usage))
}

runCommand(import.meta.url, main)
