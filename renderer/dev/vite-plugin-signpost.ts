import type { ServerResponse } from 'node:http'
import { extname, join, relative, resolve, sep } from 'node:path'
import type { Logger, Plugin, ViteDevServer } from 'vite'
import { toRoute, siteDataUrl } from '../routes.ts'
import { getDevState, getProblemReport, type SiteSnapshot } from './dev-state.ts'
import { waitUntilWritten } from './wait-until-written.ts'

/** A site as it is edited. */
export type DevSite = {
  /** Reads it, and from then on what is saved. Resolves when there is something to show. */
  start(listener: DevSiteListener): Promise<void>
  /** After the blocks have changed: everything is read again. */
  restart(): void
  /** A file that a build would draw, with how it is made. */
  findGeneratedFile(path: string): (() => Promise<string | Uint8Array>) | undefined
}

export type DevSiteListener = {
  /** What is shown is another version from now on. */
  onUpdate(shown: SiteSnapshot): void
  /** What is wrong now, in the words of the check; empty when nothing is. Told after each save, and again when all is checked. */
  onProblems(report: string): void
  onWarnings(text: string): void
  /** Something that must not end the server. */
  onError(error: Error): void
}

type SignpostPluginOptions = {
  site: DevSite
  /** Writes the generated files anew after a block folder has changed. Throws with what is missing in it. */
  generate: () => Promise<unknown>
}

/** Serves the site's data in development and tells the browser what has changed. */
export function signpost({ site, generate }: SignpostPluginOptions): Plugin {
  return {
    name: 'signpost',
    apply: 'serve',
    hotUpdate: {
      order: 'pre',
      // Vite's watcher tells of nothing more within 50 ms: a browser that is given an empty file now would not be given the whole one.
      handler: async ({ type, file }) => void (type === 'update' && (await waitUntilWritten(file))),
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
      serveGeneratedFiles(server, (path) => site.findGeneratedFile(path))
      await site.start({
        onUpdate(shown) {
          state.snapshot = shown
          // What is wrong is told anew, so that nothing stays that has been mended.
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
    const to = snapshot.findAliasTarget(url)
    if (to !== undefined) return void response.writeHead(302, { location: to }).end()
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

/** What a build would draw is drawn when it is asked for. */
function serveGeneratedFiles(
  { middlewares }: ViteDevServer,
  find: (path: string) => (() => Promise<string | Uint8Array>) | undefined,
): void {
  middlewares.use((request, response, next) => {
    const path = decodeURI((request.url ?? '').split('?')[0] ?? '')
    const generate = find(path)
    if (!generate) return next()
    generate().then(
      (body) =>
        sendContent(
          response,
          generatedFileTypes[extname(path)] ?? 'application/octet-stream',
          body,
        ),
      next,
    )
  })
}

const generatedFileTypes: Record<string, string> = {
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

/** A block folder that comes, goes or changes its schema changes generated files. */
function watchBlockFolders(
  { watcher, config }: ViteDevServer,
  onChange: () => Promise<void>,
): void {
  const blocks = join(config.root, 'blocks')
  const run = coalesceRuns(onChange, config.logger)
  watcher.on('all', async (event, path) => {
    const steps = relative(blocks, resolve(path)).split(sep)
    if (steps[0] === '..' || steps.some((step) => step.includes('.gen.'))) return
    if (event === 'change' && steps.at(-1) !== 'schema.json') return
    await waitUntilWritten(resolve(path))
    run()
  })
}

/** Runs one change after another; what comes while one runs is done once, after it. A failure must not end the server. */
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
