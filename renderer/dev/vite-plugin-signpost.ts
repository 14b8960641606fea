import type { ServerResponse } from 'node:http'
import { extname, join, relative, resolve, sep } from 'node:path'
import type { Logger, Plugin, ViteDevServer } from 'vite'
import { routeOf, siteDataUrl } from '../routes.ts'
import { getDevState, getReport, type ShownSite } from './dev-state.ts'
import { untilWritten } from './until-written.ts'

/** A site as it is edited. */
export type EditedSite = {
  /** Reads it, and from then on what is saved. Resolves when there is something to show. */
  start(listener: EditListener): Promise<void>
  /** After the blocks have changed: everything is read again. */
  restart(): void
  /** A file that a build would draw, with how it is made. */
  findDrawn(path: string): (() => Promise<string | Uint8Array>) | undefined
}

export type EditListener = {
  /** What is shown is another version from now on. */
  onShown(shown: ShownSite): void
  /** What is wrong now, in the words of the check; empty when nothing is. Told after each save, and again when all is checked. */
  onReport(report: string): void
  onWarnings(text: string): void
  /** Something that must not end the server. */
  onFailure(error: Error): void
}

type Options = {
  site: EditedSite
  /** Writes the generated files anew after a block folder has changed. Throws with what is missing in it. */
  generate: () => Promise<unknown>
}

/** Serves the site's data in development and tells the browser what has changed. */
export function signpost({ site, generate }: Options): Plugin {
  return {
    name: 'signpost',
    apply: 'serve',
    hotUpdate: {
      order: 'pre',
      // Vite's watcher tells of nothing more within 50 ms: a browser that is given an empty file now would not be given the whole one.
      handler: async ({ type, file }) => void (type === 'update' && (await untilWritten(file))),
    },
    async configureServer(server) {
      const { logger } = server.config
      const { hot } = server.environments.client!
      const state = getDevState()
      const tell = () => {
        const report = getReport()
        if (report === '') return
        logger.error(report, { timestamp: true })
        hot.send('signpost:problems', { report })
      }
      serveData(server)
      serveDrawn(server, (path) => site.findDrawn(path))
      await site.start({
        onShown(shown) {
          state.shown = shown
          // What is wrong is told anew, so that nothing stays that has been mended.
          state.reports.site = ''
          hot.send('signpost:update', {})
          tell()
        },
        onReport(report) {
          if (report === (state.reports.site ?? '')) return
          state.reports.site = report
          tell()
        },
        onWarnings: (text) => logger.warn(text, { timestamp: true }),
        onFailure: (error) => logger.error(error.stack ?? error.message, { timestamp: true }),
      })
      watchBlocks(server, async () => {
        state.reports.blocks = await generate().then(
          () => undefined,
          (error: Error) => error.message,
        )
        if (state.reports.blocks === undefined) site.restart()
        else tell()
      })
    },
  }
}

function serveData({ middlewares }: ViteDevServer): void {
  middlewares.use((request, response, next) => {
    const url = (request.url ?? '').split('?')[0] ?? ''
    const { shown, examples } = getDevState()
    const to = shown.findAlias(url)
    if (to !== undefined) return void response.writeHead(302, { location: to }).end()
    if (url === '/@signpost/problems') return respond(response, 'text/plain', getReport())
    if (url === siteDataUrl)
      return respond(response, 'application/json', JSON.stringify(shown.site))
    if (url === '/404.json')
      return respond(response, 'application/json', JSON.stringify(shown.notFound))
    if (!url.endsWith('/page.json')) return next()
    const route = routeOf(url.slice(0, -'page.json'.length))
    const page = examples.get(route)?.page ?? shown.findPage(route)
    if (page) return respond(response, 'application/json', JSON.stringify(page))
    response.statusCode = 404
    response.end()
  })
}

/** What a build would draw is drawn when it is asked for. */
function serveDrawn(
  { middlewares }: ViteDevServer,
  find: (path: string) => (() => Promise<string | Uint8Array>) | undefined,
): void {
  middlewares.use((request, response, next) => {
    const path = decodeURI((request.url ?? '').split('?')[0] ?? '')
    const draw = find(path)
    if (!draw) return next()
    draw().then(
      (body) => respond(response, drawnTypes[extname(path)] ?? 'application/octet-stream', body),
      next,
    )
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

/** A block folder that comes, goes or changes its schema changes generated files. */
function watchBlocks({ watcher, config }: ViteDevServer, onChange: () => Promise<void>): void {
  const blocks = join(config.root, 'blocks')
  const run = inTurn(onChange, config.logger)
  watcher.on('all', async (event, path) => {
    const steps = relative(blocks, resolve(path)).split(sep)
    if (steps[0] === '..' || steps.some((step) => step.includes('.gen.'))) return
    if (event === 'change' && steps.at(-1) !== 'schema.json') return
    await untilWritten(resolve(path))
    run()
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
    await task().catch((error: Error) =>
      logger.error(error.stack ?? error.message, { timestamp: true }),
    )
    running = false
    if (again) await run()
  }
  return () => void run()
}
