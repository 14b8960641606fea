import { relative, resolve, sep } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Plugin, ViteDevServer } from 'vite'
import { coalesceRuns } from './coalesce-runs.ts'
import { getDevState, getProblemReport } from '../../renderer/dev/dev-state.ts'
import { waitUntilWritten } from '../shared/read-when-saved.ts'
import type { ServerResponse } from 'node:http'
import { getUnsavedSources } from '../../schema/source/text/source-bytes.ts'
import { addQuery } from '../../schema/resolve/alias-address.ts'
import { getSiteDataPath, toRoute } from '../../renderer/routes.ts'
import { listSitesByLanguage } from '../../renderer/site-language.ts'
import type { DevSession } from './dev-session.ts'
import { type Handler, sendContent, toMiddleware } from './middleware.ts'
import { ProblemReporter } from './problem-reporter.ts'

/**
 * Who is served: everybody on this computer by one session, or each person who signs in by their own.
 * @property current the session of the one who asks; undefined if nobody does
 */
export type Sessions = { readonly current: DevSession | undefined; readonly all: DevSession[] }

type SignpostPluginOptions = {
  sessions: Sessions
  /** The session that every page of this server shows. */
  session: DevSession | undefined
  /** The folders that contain block folders. */
  blockFolders: string[]
  /**
   * Rewrites the generated files after a block folder has changed.
   * @throws Error that names what is missing from the folder
   */
  generate: () => Promise<unknown>
  /** Prints errors. Vike captures the output of Vite's logger. */
  terminal: { error(text: string): void }
}

/** Vite plugin that serves the site's data in development and notifies the browser of changes. */
export function signpost({
  sessions,
  session,
  blockFolders,
  generate,
  terminal,
}: SignpostPluginOptions): Plugin {
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
      const { hot } = server.environments.client!
      const reportError = (error: Error) => terminal.error(error.message)
      serveSite(server, sessions)
      const reporter = new ProblemReporter((text) => terminal.error(`\n${text}`))
      const reportProblems = () => {
        const report = getProblemReport()
        const warnings = session?.problems.isComplete
          ? session.formatProblems('warning')
          : undefined
        if (reporter.report(report, warnings)) hot.send('signpost:problems', { report })
      }
      session?.observe({
        onShown() {
          reporter.noteShown()
          hot.send('signpost:update', { isDraft: isDraft() })
        },
        onChecked: reportProblems,
        onError: reportError,
      })
      await session?.start()
      const onBlocksChange = coalesceRuns(async () => {
        // A new block is several files, and is incomplete until the last one is there.
        await setTimeout(blockDelayMs)
        const { reports } = getDevState()
        reports.blocks = await generate().then(
          () => undefined,
          (error: Error) => error.message,
        )
        if (reports.blocks === undefined) for (const each of sessions.all) each.restart()
        else reportProblems()
      }, reportError)
      for (const folder of blockFolders) watchBlockFolder(server, folder, onBlocksChange)
    },
  }
}

const blockDelayMs = 200

/** Calls `onChange` when a block in the folder is added or removed, or its schema changes. */
function watchBlockFolder({ watcher }: ViteDevServer, folder: string, onChange: () => void): void {
  watcher.on('all', async (event, path) => {
    const segments = relative(folder, resolve(path)).split(sep)
    if (segments[0] === '..' || segments.some((segment) => segment.includes('.gen.'))) return
    if (event === 'change' && segments.at(-1) !== 'schema.json') return
    await waitUntilWritten(resolve(path))
    onChange()
  })
}

/** Serves the files that a build would write beside the documents. */
export function serveSite(server: ViteDevServer, sessions: Sessions): void {
  const { middlewares } = server
  const readDocument = async (route: string) => {
    const module = await server.ssrLoadModule('/renderer/dev/render-dev-page.ts')
    return (module.renderDevPage as (route: string) => string)(route)
  }
  const handlers: Handler[] = [
    redirectAlias,
    sendData,
    (path, response) => sendGeneratedFile(sessions.current, path, response, readDocument),
  ]
  for (const handle of handlers) middlewares.use(toMiddleware(handle))
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

/** Whether pages show edits of the studio that are not saved. */
const isDraft = () => getUnsavedSources().size > 0

function sendData(path: string, response: ServerResponse): boolean {
  const { snapshot, examples } = getDevState()
  const sendJson = (data: unknown) => sendContent(response, '.json', JSON.stringify(data))
  if (path === '/@signpost/problems') {
    response.setHeader('signpost-draft', String(isDraft()))
    return sendContent(response, '.txt', getProblemReport())
  }
  const { site } = snapshot
  const sitesByLanguage = site && listSitesByLanguage(site)
  const own = sitesByLanguage?.find(([language]) => path === getSiteDataPath(language))
  // A page is loaded again when it has other colors, which are in its document.
  if (own) return sendJson({ ...own[1], theme: site?.theme })
  if (path === '/404.json') return sendJson(snapshot.notFound)
  if (!path.endsWith('/page.json')) return false
  const route = toRoute(path.slice(0, -'page.json'.length))
  const page = examples.get(route)?.page ?? snapshot.findPage(route)
  if (page) return sendJson(page)
  response.writeHead(404).end()
  return true
}

/**
 * Sends a generated file. Images are drawn on request; sitemaps and feeds are rendered with the
 * build's code.
 * @returns whether the path names such a file
 */
async function sendGeneratedFile(
  session: DevSession | undefined,
  path: string,
  response: ServerResponse,
  readDocument: (route: string) => Promise<string>,
): Promise<boolean> {
  const draw = session?.snapshot?.findDerivedFile(path)
  if (!draw && !mayBeSiteFile(path)) return false
  const content = await (draw ? draw() : session?.renderSiteFile(path, readDocument))
  return content !== undefined && sendContent(response, path, content)
}

/** Excludes modules, and pages, which must not wait for the checks that precede a sitemap. */
const mayBeSiteFile = (path: string) =>
  /^\/_\w+$|\.(html?|txt|xml)$|^\/search-index\.json$|^\/assets\/search\.[\w-]+\.json$/.test(path)
