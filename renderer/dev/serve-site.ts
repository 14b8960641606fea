import type { ServerResponse } from 'node:http'
import { extname } from 'node:path'
import type { Connect, ViteDevServer } from 'vite'
import { addQuery } from '../../schema/resolve/alias-address.ts'
import { getSiteDataPath, toRoute } from '../routes.ts'
import { listSitesByLanguage } from '../site-language.ts'
import { getDevBasePath, getDevState, getProblemReport } from './dev-state.ts'
import type { DevSite } from './dev-site.ts'
import { tryDecode } from '../../schema/util/try-parse.ts'

type Handler = (path: string, response: ServerResponse, query: string) => Promise<boolean> | boolean

/** Serves the files that a build would write beside the documents. */
export function serveSite(server: ViteDevServer, site: DevSite): void {
  const { middlewares } = server
  const readDocument = async (route: string) => {
    const module = await server.ssrLoadModule('/renderer/dev/render-dev-page.ts')
    return (module.renderDevPage as (route: string) => string)(route)
  }
  const handlers: Handler[] = [
    redirectAlias,
    sendData,
    (path, response, query) => sendPageDescription(site, path, response, query),
    (path, response) => sendGeneratedFile(site, path, response, readDocument),
  ]
  for (const handle of handlers) middlewares.use(toMiddleware(handle))
}

const toMiddleware =
  (handle: Handler): Connect.NextHandleFunction =>
  async (request, response, next) => {
    const [encoded = '', ...query] = (request.url ?? '').split('?')
    const path = tryDecode(encoded, decodeURI)
    if (path === undefined) return void response.writeHead(400).end('This URL is malformed.')
    try {
      if (!(await handle(path, response, query.join('?')))) next()
    } catch (error) {
      next(error)
    }
  }

/**
 * Redirects an alias. Temporarily: a browser would remember a permanent redirect after the alias is
 * gone.
 * @param path below the base path of the site
 * @returns whether it is an alias
 */
export function redirectAlias(path: string, response: ServerResponse, query: string): boolean {
  const target = getDevState().snapshot.findAliasTarget(path, query)
  if (target === undefined) return false
  response.writeHead(302, { location: addQuery(target, query && `?${query}`) }).end()
  return true
}

function sendData(path: string, response: ServerResponse): boolean {
  const { snapshot, examples } = getDevState()
  const sendJson = (data: unknown) => sendContent(response, '.json', JSON.stringify(data))
  if (path === '/@signpost/problems') return sendContent(response, '.txt', getProblemReport())
  const sitesByLanguage = snapshot.site && listSitesByLanguage(snapshot.site)
  const own = sitesByLanguage?.find(([language]) => path === getSiteDataPath(language))
  if (own) return sendJson(own[1])
  if (path === '/404.json') return sendJson(snapshot.notFound)
  if (!path.endsWith('/page.json')) return false
  const route = toRoute(path.slice(0, -'page.json'.length))
  const page = examples.get(route)?.page ?? snapshot.findPage(route)
  if (page) return sendJson(page)
  response.writeHead(404).end()
  return true
}

/** Sends the data that the development bar shows about a page. */
function sendPageDescription(
  site: DevSite,
  path: string,
  response: ServerResponse,
  query: string,
): boolean {
  if (path !== '/@signpost/page') return false
  const shown = new URLSearchParams(query).get('path') ?? '/'
  const route = toRoute(shown.slice(getDevBasePath().length))
  return sendContent(response, '.json', JSON.stringify(site.describePage(route) ?? null))
}

/**
 * Sends a generated file. Images are drawn on request; sitemaps and feeds are rendered with the
 * build's code.
 * @returns whether the path names such a file
 */
async function sendGeneratedFile(
  site: DevSite,
  path: string,
  response: ServerResponse,
  readDocument: (route: string) => Promise<string>,
): Promise<boolean> {
  const draw = site.findDerivedFile(path)
  if (!draw && !mayBeSiteFile(path)) return false
  const content = await (draw ? draw() : site.renderSiteFile(path, readDocument))
  return content !== undefined && sendContent(response, extname(path), content)
}

/** Excludes modules, and pages, which must not wait for the checks that precede a sitemap. */
const mayBeSiteFile = (path: string) =>
  /^\/_\w+$|\.(html?|md|txt|xml)$|^\/search-index\.json$|^\/assets\/search\.[\w-]+\.json$/.test(
    path,
  )

const contentTypes: Record<string, string> = {
  '': 'text/plain',
  '.avif': 'image/avif',
  '.htm': 'text/html',
  '.html': 'text/html',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'text/xml',
}

/**
 * @param extension of the file, which determines its content type
 * @returns true
 */
function sendContent(
  response: ServerResponse,
  extension: string,
  body: string | Uint8Array | undefined,
): true {
  const type = contentTypes[extension] ?? 'application/octet-stream'
  response.setHeader('content-type', typeof body === 'string' ? `${type}; charset=utf-8` : type)
  response.setHeader('cache-control', 'no-store')
  response.end(body)
  return true
}
