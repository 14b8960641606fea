import type { ServerResponse } from 'node:http'
import { extname, join, relative, resolve, sep } from 'node:path'
import type { Logger, Plugin, ViteDevServer } from 'vite'
import { toRoute, siteDataUrl } from '../routes.ts'
import { getDevState, getProblemReport, type SiteSnapshot } from './dev-state.ts'
import { waitUntilWritten } from './wait-until-written.ts'

/** A site that is being edited. */
export type DevSite = {
  /** Reads the site and watches it for changes. Resolves once there is something to show. */
  start(listener: DevSiteListener): Promise<void>
  /** Reads everything again, after the blocks have changed. */
  restart(): void
  /** Returns a function that creates a file which a build would generate, such as an image. */
  findDerivedFile(path: string): (() => Promise<string | Uint8Array>) | undefined
}

export type DevSiteListener = {
  /** Called when another version of the site is to be shown. */
  onUpdate(snapshot: SiteSnapshot): void
  /**
   * Called after each save and again after a full check, with the same report as `npm run check`;
   * empty if there are no problems.
   */
  onProblems(report: string): void
  onWarnings(text: string): void
  /** Called with an error that must not stop the server. */
  onError(error: Error): void
}

type SignpostPluginOptions = {
  site: DevSite
  /**
   * Rewrites the generated files after a block folder has changed.
   * @throws Error that names what the folder lacks
   */
  generate: () => Promise<unknown>
}

/** Vite plugin that serves the site's data in development and notifies the browser of changes. */
export function signpost({ site, generate }: SignpostPluginOptions): Plugin {
  return {
    name: 'signpost',
    apply: 'serve',
    hotUpdate: {
      order: 'pre',
      // Vite's watcher drops further events within 50 ms, so a browser that got an empty file now
      // would not get the complete one.
      handler: async ({ type, file }) => {
        if (type === 'update') await waitUntilWritten(file)
      },
    },
    async configureServer(server) {
      const { logger } = server.config
      const { hot } = server.environments.client!
      const state = getDevState()
      const reportProblems = () => {
        const report = getProblemReport()
        if (report === '') return
        logger.error(report, { timestamp: true })
        hot.send('signpost:problems', { report })
      }
      serveData(server)
      serveDerivedFiles(server, (path) => site.findDerivedFile(path))
      await site.start({
        onUpdate(snapshot) {
          state.snapshot = snapshot
          // Problems are reported again after each update, so that fixed ones disappear.
          state.reports.site = ''
          hot.send('signpost:update', {})
          reportProblems()
        },
        onProblems(report) {
          if (report === (state.reports.site ?? '')) return
          state.reports.site = report
          reportProblems()
        },
        onWarnings: (text) => logger.warn(text, { timestamp: true }),
        onError: (error) => logger.error(error.stack ?? error.message, { timestamp: true }),
      })
      watchBlockFolders(server, async () => {
        state.reports.blocks = await generate().then(
          () => undefined,
          (error: Error) => error.message,
        )
        if (state.reports.blocks === undefined) site.restart()
        else reportProblems()
      })
    },
  }
}

function serveData({ middlewares }: ViteDevServer): void {
  middlewares.use((request, response, next) => {
    const url = (request.url ?? '').split('?')[0] ?? ''
    const { snapshot, examples } = getDevState()
    const target = snapshot.findAliasTarget(url)
    if (target !== undefined) return void response.writeHead(302, { location: target }).end()
    if (url === '/@signpost/problems')
      return sendContent(response, 'text/plain', getProblemReport())
    if (url === siteDataUrl)
      return sendContent(response, 'application/json', JSON.stringify(snapshot.site))
    if (url === '/404.json')
      return sendContent(response, 'application/json', JSON.stringify(snapshot.notFound))
    if (!url.endsWith('/page.json')) return next()
    const route = toRoute(url.slice(0, -'page.json'.length))
    const page = examples.get(route)?.page ?? snapshot.findPage(route)
    if (page) return sendContent(response, 'application/json', JSON.stringify(page))
    response.statusCode = 404
    response.end()
  })
}

/** Generates files on request that a build would write. */
function serveDerivedFiles(
  { middlewares }: ViteDevServer,
  find: (path: string) => (() => Promise<string | Uint8Array>) | undefined,
): void {
  middlewares.use((request, response, next) => {
    const path = decodeURI((request.url ?? '').split('?')[0] ?? '')
    const generate = find(path)
    if (!generate) return next()
    generate().then(
      (body) =>
        sendContent(response, derivedFileTypes[extname(path)] ?? 'application/octet-stream', body),
      next,
    )
  })
}

const derivedFileTypes: Record<string, string> = {
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
}

function sendContent(response: ServerResponse, type: string, body: string | Uint8Array): void {
  response.setHeader('content-type', typeof body === 'string' ? `${type}; charset=utf-8` : type)
  response.setHeader('cache-control', 'no-store')
  response.end(body)
}

/** Calls back when a block folder is added, is removed or changes its schema. */
function watchBlockFolders(
  { watcher, config }: ViteDevServer,
  onChange: () => Promise<void>,
): void {
  const blocks = join(config.root, 'blocks')
  const run = coalesceRuns(onChange, config.logger)
  watcher.on('all', async (event, path) => {
    const segments = relative(blocks, resolve(path)).split(sep)
    if (segments[0] === '..' || segments.some((segment) => segment.includes('.gen.'))) return
    if (event === 'change' && segments.at(-1) !== 'schema.json') return
    await waitUntilWritten(resolve(path))
    run()
  })
}

/**
 * Runs a task one call at a time. Calls during a run are combined into one run after it. A failure
 * is logged and must not stop the server.
 */
function coalesceRuns(task: () => Promise<void>, logger: Logger): () => void {
  let running = false
  let runAgain = false
  const run = async () => {
    runAgain = running
    if (running) return
    running = true
    await task().catch((error: Error) =>
      logger.error(error.stack ?? error.message, { timestamp: true }),
    )
    running = false
    if (runAgain) await run()
  }
  return () => void run()
}
