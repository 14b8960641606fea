import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { resolve } from 'node:path'
import { tryDecode } from '../../../schema/util/try-parse.ts'
import type { Plugin, ViteDevServer } from 'vite'
import { findDevPage } from '../../../renderer/dev/dev-state.ts'
import { redirectAlias } from '../../dev/vite-plugin-signpost.ts'
import { waitUntilWritten } from '../../shared/read-when-saved.ts'
import { type DevSession, searchScript } from '../../dev/dev-session.ts'
import type { SiteBlocks } from '../../prerender/bundle/site-blocks.ts'
import { createEsbuildPlugin } from '../../prerender/bundle/site-blocks-plugins.ts'
import { previewParameter } from '../describe/outline-page.ts'
import { StudioFailure } from '../draft/studio-failure.ts'
import { answerRequest, sendFailure } from './answer-request.ts'
import { createEditor } from './editor.ts'
import { Editors } from './editors.ts'
import { findForeignOrigin, getCookieName, hasSession, isToken } from './guard-request.ts'
import type { Hosting } from './hosting.ts'
import { type Asset, assetsBase, BrowserBundle, createStudioBundle } from './browser-bundle.ts'
import {
  addPreviewAssets,
  renderLockedPage,
  renderRefusedPage,
  renderStudioPage,
} from './studio-page.ts'
import type { RenderBlocks } from '../marks/mark-page.ts'

const studioBase = '/__studio'
/**
 * How long a connection stays open between requests: longer than proxies keep theirs, often for a
 * minute. A request on a connection that the server is closing fails.
 */
const keepAliveTimeout = 75_000
/** How long to wait for more files to change before the preview is loaded again. */
const codeDelayMs = 50

export type StudioServer = {
  plugin: Plugin
  /** For people who sign in at a proxy: */
  hosted?: {
    /** Lets only their requests through, as the first plugin. */
    guard: Plugin
    /** Refuses what is not for them, such as source files, as the last plugin that serves. */
    end: Plugin
    /** The site as the one sees it who asks. */
    shown: Editors['shown']
  }
  /** Compiles what it shows at first, which takes a moment. Call it before the server starts. */
  prepare: () => Promise<void>
  /** The path with the token, which opens the studio. */
  path: string
}

/** What a studio edits: the site of the development server or, behind a proxy, of each person. */
type StudioSource = { session: DevSession } | { hosting: Hosting; onError: (error: Error) => void }

/**
 * Serves the studio in development at /__studio/.
 * @param options.root of the project
 * @param options.site the folder of the site
 * @param options.blocks that its pages can have
 */
export function createStudio(
  options: { root: string; site: string; blocks: SiteBlocks; port: number } & StudioSource,
): StudioServer {
  const { root, site, blocks, port } = options
  let vite: ViteDevServer | undefined
  const loadRenderBlocks = async () => {
    const loaded = await vite!.ssrLoadModule('/renderer/dev/studio/render-blocks.tsx')
    return loaded.renderEachBlock as RenderBlocks
  }
  const editorOptions = { site, loadRenderer: loadRenderBlocks }
  const hosted = 'hosting' in options && {
    ...options.hosting,
    editors: new Editors({ ...editorOptions, onError: options.onError }),
  }
  const only = 'session' in options && createEditor({ ...editorOptions, session: options.session })
  const access = {
    port,
    token: randomBytes(24).toString('base64url'),
    ...(hosted && { origin: hosted.origin }),
  }
  const ui = createStudioBundle(root)
  const preview = new BrowserBundle({
    root,
    entry: 'renderer/dev/studio/preview.ts',
    publicPath: assetsBase,
    plugins: [createEsbuildPlugin(root, blocks)],
    listReplaced: () =>
      Promise.all(blocks.listingModules.map((file) => blocks.replaceModule(file))),
  })
  const search = new BrowserBundle({
    root,
    entry: searchScript.slice(1),
    publicPath: assetsBase,
  })

  async function respond(
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const foreign = findForeignOrigin(request, access)
    if (foreign !== undefined) return sendFailure(response, new StudioFailure('forbidden', foreign))
    const isPage = path === `${studioBase}/` && request.method === 'GET'
    const url = new URL(request.url ?? '/', 'http://localhost')
    const token = url.searchParams.get('token')
    if (!hosted && isPage && token !== null && isToken(token, access)) {
      url.searchParams.delete('token')
      return void response
        .writeHead(302, {
          location: `${url.pathname}${url.search}`,
          'set-cookie': `${getCookieName(access)}=${access.token}; Path=${studioBase}; HttpOnly; SameSite=Strict`,
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
        })
        .end()
    }
    const editor = hosted ? hosted.editors.current : hasSession(request, access) && only
    if (isPage) {
      const html = editor ? renderStudioPage(await ui.load()) : renderLockedPage()
      return sendPage(response, editor ? 200 : 403, html)
    }
    if (!editor)
      return sendFailure(
        response,
        new StudioFailure('forbidden', 'Open the studio with the address in the terminal.'),
      )
    if (path.startsWith(assetsBase) && request.method === 'GET') {
      const file = path.slice(assetsBase.length)
      const asset = (await ui.find(file)) ?? (await preview.find(file)) ?? (await search.find(file))
      if (asset) return sendAsset(response, asset)
    }
    const name = path.slice(`${studioBase}/api/`.length)
    if (name === 'events' && request.method === 'GET')
      return editor.follow(url.searchParams.get('window') ?? '', response)
    await answerRequest(editor.answers, name, request, response)
  }

  /** @param path below the base path of the site */
  async function sendPreview(path: string, query: string, response: ServerResponse): Promise<void> {
    // The address of the page may have just been changed.
    if (redirectAlias(path, response, query)) return
    const [assets, { renderDevPage }] = await Promise.all([preview.load(), loadRenderer()])
    const html = addPreviewAssets(renderDevPage(path), assets)
    response
      .writeHead(findDevPage(path).found ? 200 : 404, {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
      })
      .end(html)
  }

  function followCode({ watcher, environments }: ViteDevServer): void {
    let timer: ReturnType<typeof setTimeout> | undefined
    watcher.on('all', async (_, path) => {
      const isRendering = environments.ssr.moduleGraph.getModulesByFile(path) !== undefined
      if (!(await preview.noteChange(resolve(path))) && !isRendering) return
      await waitUntilWritten(path)
      clearTimeout(timer)
      const editors = hosted ? hosted.editors.all : only ? [only] : []
      timer = setTimeout(() => {
        for (const { events } of editors) events.send({ kind: 'code' })
      }, codeDelayMs)
    })
  }

  const loadRenderer = () => vite!.ssrLoadModule('/renderer/dev/render-dev-page.ts')
  let isPrepared = false

  /** Lets through who has signed in, and runs the rest for them. */
  async function admit(
    { identify, editors }: Hosting & { editors: Editors },
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
  ): Promise<void> {
    try {
      const person = identify(request)
      const foreign = findForeignOrigin(request, access)
      if (foreign !== undefined) throw new StudioFailure('forbidden', foreign)
      await editors.run(person, next)
    } catch (error) {
      if (!(error instanceof StudioFailure)) throw error
      if (request.url?.startsWith(`${studioBase}/api/`)) sendFailure(response, error)
      else sendPage(response, 403, renderRefusedPage(error.message))
    }
  }

  const createGuard = (host: Hosting & { editors: Editors }): Plugin => ({
    name: 'signpost-studio-guard',
    apply: 'serve',
    configureServer({ middlewares, httpServer }) {
      middlewares.stack.unshift({
        route: '',
        handle: (request: IncomingMessage, response: ServerResponse, next: () => void) =>
          void admit(host, request, response, next).catch(next),
      })
      // The preview gets its events over HTTP. Those of Vite are for developers.
      httpServer?.prependListener('upgrade', (_, socket) => socket.destroy())
    },
  })

  /** Shows pages as in the preview. Source files are not for people who edit. */
  const end: Plugin = {
    name: 'signpost-studio-end',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const [path = '', query = ''] = (request.url ?? '').split('?')
        const decoded = decodePath(path)
        if (path === '/') return void response.writeHead(302, { location: `${studioBase}/` }).end()
        if (request.method === 'GET' && findDevPage(decoded).found)
          return void sendPreview(decoded, query, response).catch(next)
        if (path === searchScript)
          return void search
            .load()
            .then(({ script }) => response.writeHead(302, { location: script }).end(), next)
        response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' })
        response.end('There is no such page.\n')
      })
    },
  }

  return {
    path: `${studioBase}/?token=${access.token}`,
    ...(hosted && { hosted: { guard: createGuard(hosted), end, shown: hosted.editors.shown } }),
    // Its mistakes are reported when it is requested.
    async prepare() {
      isPrepared = true
      // In turn, which takes less memory.
      for (const bundle of [ui, preview]) await bundle.load().catch(() => {})
    },
    plugin: {
      name: 'signpost-studio',
      apply: 'serve',
      configureServer(server) {
        vite = server
        followCode(server)
        if (server.httpServer) Object.assign(server.httpServer, { keepAliveTimeout })
        if (isPrepared) server.httpServer?.once('listening', () => loadRenderer().catch(() => {}))
        server.middlewares.use((request, response, next) => {
          const [path = '', query = ''] = (request.url ?? '').split('?')
          if (request.method === 'GET' && new URLSearchParams(query).has(previewParameter))
            return void sendPreview(decodePath(path), query, response).catch(next)
          if (path === studioBase)
            return void response.writeHead(302, { location: `${studioBase}/` }).end()
          if (!path.startsWith(`${studioBase}/`)) return next()
          respond(path, request, response).catch(next)
        })
      },
    },
  }
}

/** A malformed path belongs to no page. */
const decodePath = (path: string) => tryDecode(path, decodeURI) ?? path

function sendAsset(response: ServerResponse, { type, bytes }: Asset): void {
  response
    .writeHead(200, {
      'content-type': type,
      'cache-control': 'private, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    .end(bytes)
}

/** No other site may show the studio in a frame. */
function sendPage(response: ServerResponse, status: number, html: string): void {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "frame-ancestors 'none'",
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    .end(html)
}
