import type { ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { join, relative, resolve, sep } from 'node:path'
import type { Logger, Plugin, ViteDevServer } from 'vite'
import { formatProblems } from '../../schema/format-problems.ts'
import { loadSite, newSiteCache } from '../../schema/load-site.ts'
import { hasErrors } from '../../schema/problem.ts'
import { withJsonLd } from '../json-ld.ts'
import { dataUrlOf, siteDataUrl } from '../routes.ts'
import { getDevState, updateDevState } from './dev-state.ts'

type Options = {
  /** The site's folder. */
  site: string
  /** Writes the generated files anew after a block folder has changed. Throws with what is missing in it. */
  generate: () => Promise<unknown>
}

/** Serves the site's data in development and tells the browser what has changed. */
export function signpost({ site, generate }: Options): Plugin {
  const cache = newSiteCache()
  const load = async () => {
    const result = await loadSite(site, { cache })
    const errors = result.problems.filter(({ severity }) => severity === 'error')
    const report = hasErrors(errors) ? formatProblems(errors) : undefined
    return updateDevState({ ...result, pages: withJsonLd(result) }, report)
  }
  return {
    name: 'signpost',
    apply: 'serve',
    async configureServer(server) {
      await load()
      serveData(server)
      const sources = () => [...cache.files.values()].map(({ source }) => source)
      watchSite(server, site, async () => {
        announce(server, (await load()).report)
        // A save that follows another within some 50 ms is not reported by the watcher: look once more.
        const seen = sources()
        await setTimeout(100)
        const { report } = await load()
        if (sources().some((source, index) => source !== seen[index])) announce(server, report)
      })
      watchBlocks(server, async () => {
        const failed = await generate().then(
          () => undefined,
          (error: Error) => error.message,
        )
        announce(server, failed ?? (await load()).report)
      })
    },
  }
}

function announce({ environments, config }: ViteDevServer, report: string | undefined): void {
  const { hot } = environments.client!
  if (report === undefined) return hot.send('signpost:update', {})
  config.logger.error(report, { timestamp: true })
  hot.send('signpost:problems', { report })
}

function serveData({ middlewares }: ViteDevServer): void {
  middlewares.use((request, response, next) => {
    const url = (request.url ?? '').split('?')[0] ?? ''
    const { pages, site, notFound, report } = getDevState()
    if (url === '/@signpost/problems') return respond(response, 'text/plain', report ?? '')
    if (url === siteDataUrl) return respond(response, 'application/json', JSON.stringify(site))
    if (url === '/404.json') return respond(response, 'application/json', JSON.stringify(notFound))
    if (!url.endsWith('/page.json')) return next()
    const page = [...pages.values()].find(({ route }) => dataUrlOf(route) === url)
    if (page) return respond(response, 'application/json', JSON.stringify(page))
    response.statusCode = 404
    response.end()
  })
}

function respond(response: ServerResponse, type: string, body: string): void {
  response.setHeader('content-type', `${type}; charset=utf-8`)
  response.setHeader('cache-control', 'no-store')
  response.end(body)
}

/** The site's own files: YAML anywhere in its folder, and public/. */
function watchSite({ watcher, config }: ViteDevServer, site: string, onChange: () => Promise<void>): void {
  const root = resolve(site)
  const run = inTurn(onChange, config.logger)
  watcher.add(['pages.yaml', 'pages', 'public'].map((name) => join(root, name)))
  watcher.on('all', (_event, path) => {
    const [top = '', ...rest] = relative(root, resolve(path)).split(sep)
    const isData = /\.ya?ml$/.test(path) && (rest.length === 0 || top === 'pages')
    if (top !== '..' && (isData || top === 'public')) run()
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
