import type { ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { dirname, extname, join, relative, resolve, sep } from 'node:path'
import type { Logger, Plugin, ViteDevServer } from 'vite'
import { formatProblems } from '../../schema/format-problems.ts'
import { loadSite, newSiteCache, type LoadResult } from '../../schema/load-site.ts'
import { hasErrors } from '../../schema/problem.ts'
import { withJsonLd } from '../json-ld.ts'
import { dataUrlOf, siteDataUrl } from '../routes.ts'
import { getDevState, getReport, updateDevState } from './dev-state.ts'

type Options = {
  /** The site's folder. */
  site: string
  /** Writes the generated files anew after a block folder has changed. Throws with what is missing in it. */
  generate: () => Promise<unknown>
  /** Every file that a build would draw, with how it is made. */
  listDrawnFiles: (loaded: LoadResult) => { path: string; draw: () => Promise<string | Uint8Array> }[]
}

/** Serves the site's data in development and tells the browser what has changed. */
export function signpost({ site, generate, listDrawnFiles }: Options): Plugin {
  const cache = newSiteCache()
  let warned = ''
  let drawn = new Map<string, () => Promise<string | Uint8Array>>()
  const load = async (logger: Logger) => {
    const result = await loadSite(site, { cache })
    const report = hasErrors(result.problems) ? formatProblems(result.problems.filter(({ severity }) => severity === 'error')) : undefined
    // Structured data is made of whole pages; those of a version with errors may be anything.
    updateDevState(report === undefined ? { ...result, pages: withJsonLd(result) } : result, report)
    if (result.site && report === undefined) drawn = new Map(listDrawnFiles(result).map(({ path, draw }) => [path, draw]))
    const warnings = formatProblems(result.problems.filter(({ severity }) => severity === 'warning'))
    if (warnings !== '' && warnings !== warned) logger.warn(warnings, { timestamp: true })
    warned = warnings
  }
  return {
    name: 'signpost',
    apply: 'serve',
    async configureServer(server) {
      const { logger } = server.config
      await load(logger)
      serveData(server)
      serveDrawn(server, (path) => drawn.get(path))
      const sources = () => [...cache.files.values()].map(({ source }) => source)
      watchSite(server, { site, files: () => [...cache.files.keys()] }, async () => {
        await load(logger)
        announce(server)
        // A save that follows another within some 50 ms is not reported by the watcher: look once more.
        const seen = sources()
        await setTimeout(100)
        await load(logger)
        if (sources().some((source, index) => source !== seen[index])) announce(server)
      })
      watchBlocks(server, async () => {
        const { reports } = getDevState()
        reports.blocks = await generate().then(
          () => undefined,
          (error: Error) => error.message,
        )
        if (reports.blocks === undefined) await load(logger)
        announce(server)
      })
    },
  }
}

function announce({ environments, config }: ViteDevServer): void {
  const { hot } = environments.client!
  const report = getReport()
  if (report === '') return hot.send('signpost:update', {})
  config.logger.error(report, { timestamp: true })
  hot.send('signpost:problems', { report })
}

function serveData({ middlewares }: ViteDevServer): void {
  middlewares.use((request, response, next) => {
    const url = (request.url ?? '').split('?')[0] ?? ''
    const { pages, examples, site, notFound, aliases } = getDevState()
    const to = aliases.get(url)
    if (to !== undefined) return void response.writeHead(302, { location: to }).end()
    if (url === '/@signpost/problems') return respond(response, 'text/plain', getReport())
    if (url === siteDataUrl) return respond(response, 'application/json', JSON.stringify(site))
    if (url === '/404.json') return respond(response, 'application/json', JSON.stringify(notFound))
    if (!url.endsWith('/page.json')) return next()
    const page = [...pages.values(), ...[...examples.values()].map(({ page }) => page)].find(({ route }) => dataUrlOf(route) === url)
    if (page) return respond(response, 'application/json', JSON.stringify(page))
    response.statusCode = 404
    response.end()
  })
}

/** What a build would draw is drawn when it is asked for. */
function serveDrawn({ middlewares }: ViteDevServer, find: (path: string) => (() => Promise<string | Uint8Array>) | undefined): void {
  middlewares.use((request, response, next) => {
    const path = decodeURI((request.url ?? '').split('?')[0] ?? '')
    const draw = find(path)
    if (!draw) return next()
    draw().then((body) => respond(response, drawnTypes[extname(path)] ?? 'application/octet-stream', body), next)
  })
}

const drawnTypes: Record<string, string> = {
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
}

function respond(response: ServerResponse, type: string, body: string | Uint8Array): void {
  response.setHeader('content-type', typeof body === 'string' ? `${type}; charset=utf-8` : type)
  response.setHeader('cache-control', 'no-store')
  response.end(body)
}

/** The site's own files: every YAML file beside one that is part of the site, the rows of its sets, and public/. */
function watchSite({ watcher, config }: ViteDevServer, { site, files }: { site: string; files: () => string[] }, onChange: () => Promise<void>): void {
  const root = resolve(site)
  const run = inTurn(onChange, config.logger)
  // The folder as a whole, so that what is deleted and comes back is noticed.
  watcher.add(root)
  watcher.on('all', (_event, path) => {
    const file = resolve(path)
    const [top = ''] = relative(root, file).split(sep)
    if (top === '..' || top === 'node_modules') return
    const folders = new Set([root, join(root, 'pages'), join(root, 'data'), ...files().map((known) => dirname(known))])
    const isNear = [...folders].some((folder) => dirname(file) === folder) || top === 'pages'
    const isRows = /\.(csv|tsv|json)$/.test(file) && dirname(file) !== root
    if (top === 'public' || (isNear && (isRows || /\.(ya?ml|gen\.json)$/.test(file)))) run()
  })
}

/** A block folder that comes, goes or changes its schema changes generated files. */
function watchBlocks({ watcher, config }: ViteDevServer, onChange: () => Promise<void>): void {
  const blocks = join(config.root, 'blocks')
  const run = inTurn(onChange, config.logger)
  watcher.on('all', (event, path) => {
    const steps = relative(blocks, resolve(path)).split(sep)
    if (steps[0] === '..' || steps.some((step) => step.includes('.gen.'))) return
    if (event !== 'change' || steps.at(-1) === 'schema.json') run()
  })
}

/** Runs one change after another; what comes while one runs is done once, after it. A failure must not end the server. */
function inTurn(task: () => Promise<void>, logger: Logger): () => void {
  let running = false
  let again = false
  const run = async () => {
    again = running
    if (running) return
    running = true
    await task().catch((error: Error) => logger.error(error.stack ?? error.message, { timestamp: true }))
    running = false
    if (again) await run()
  }
  return () => void run()
}
