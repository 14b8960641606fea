import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { isOutsideFolder } from '../../../schema/util/site-paths.ts'
import { tryDecode } from '../../../schema/util/try-parse.ts'
import type { Plugin, ViteDevServer } from 'vite'
import { findDevPage } from '../../../renderer/dev/dev-state.ts'
import { redirectAlias, type Sessions } from '../../dev/vite-plugin-signpost.ts'
import { waitUntilWritten } from '../../shared/read-when-saved.ts'
import { type DevSession, searchScript } from '../../dev/dev-session.ts'
import type { SiteBlocks } from '../../prerender/bundle/site-blocks.ts'
import { openBundle } from '../../prerender/bundle/bundle.ts'
import { assetsBase } from '../../prerender/bundle/bundle-studio.ts'
import { previewParameter, studioPath } from '../../../schema/shared/local-address.ts'
import { formatCommand } from '../../launch/commands.mjs'
import { RequestFailure } from '../../edit/request-failure.ts'
import { answerRequest, sendFailure } from './answer-request.ts'
import { Editors } from './editors.ts'
import { openStudio } from './studio.ts'
import {
  findForeignOrigin,
  hasToken,
  isForRunning,
  isForStudio,
  isReadByPage,
  type StudioAccess,
} from './guard-request.ts'
import { createPreviewPolicy, createStudioPolicy, filePolicy } from './content-policies.ts'
import type { Hosting } from './hosting.ts'
import { type Asset, BrowserBundle, createStudioBundle } from './browser-bundle.ts'
import { addPreviewAssets, renderRefusedPage, renderStudioPage } from './studio-page.ts'
import type { RenderBlocks } from '../marks/mark-page.ts'

/**
 * How long a connection stays open between requests: longer than proxies keep theirs, often for a
 * minute. A request on a connection that the server is closing fails.
 */
const keepAliveTimeout = 75_000
/** How long to wait for more files to change before the preview is loaded again. */
const codeDelayMs = 50

export type StudioServer = {
  plugin: Plugin
  /**
   * The first plugin: it lets only requests of people through who have signed in or, on this computer,
   * keeps the studio's origin apart from that of the pages.
   */
  guard: Plugin
  /** The last plugin that serves: it refuses what is not for the studio's origin, such as source files. */
  end: Plugin
  sessions: Sessions
  /** Compiles what it shows at first, which takes a moment. Call it before the server starts. */
  prepare: () => Promise<void>
  /** The address with the token, which opens the studio. */
  address: string
}

/** What a studio edits: the site of the development server or, behind a proxy, of each person. */
type StudioSource =
  | { session: DevSession; origin: string }
  | { hosting: Hosting; onError: (error: Error) => void; onAct: (text: string) => void }

/**
 * Serves the studio in development at /__studio/.
 * @param options.root of the project
 * @param options.site the folder of the site
 * @param options.blocks that its pages can have
 * @param options.origin of the studio of this computer
 */
export function createStudio(
  options: { root: string; site: string; blocks: SiteBlocks } & StudioSource,
): StudioServer {
  const { root, site, blocks } = options
  let vite: ViteDevServer | undefined
  const loadRenderBlocks = async () => {
    const loaded = await vite!.ssrLoadModule('/renderer/dev/studio/render-blocks.tsx')
    return loaded.renderEachBlock as RenderBlocks
  }
  const studioOptions = { site, loadRenderer: loadRenderBlocks }
  const hosted = 'hosting' in options && {
    ...options.hosting,
    editors: new Editors({ ...studioOptions, onError: options.onError, onAct: options.onAct }),
  }
  const only = 'session' in options && openStudio({ ...studioOptions, session: options.session })
  const getStudio = () => (hosted ? hosted.editors.current : only || undefined)
  const listStudios = () => (hosted ? hosted.editors.all : only ? [only] : [])
  const origin = 'hosting' in options ? options.hosting.origin : options.origin
  const access: StudioAccess = { origin, isProxied: hosted !== false }
  const ownToken = randomBytes(24).toString('base64url')
  const previewPolicy = createPreviewPolicy(origin)
  const studioPolicy = createStudioPolicy(origin)
  const ui = createStudioBundle(root)
  const preview = new BrowserBundle(() => openBundle('preview', site))

  async function respond(
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const foreign = findForeignOrigin(request, access)
    if (foreign !== undefined) throw new RequestFailure('forbidden', foreign)
    const studio = getStudio()
    if (!studio) throw new RequestFailure('forbidden', 'Sign in first.')
    if (path === `${studioPath}/` && request.method === 'GET') {
      if (isReadByPage(request))
        throw new RequestFailure('forbidden', 'The studio opens in a tab of its own.')
      const token = hosted ? hosted.createToken(hosted.identify(request)) : undefined
      return sendPage(response, 200, renderStudioPage(await ui.load('studio'), token), studioPolicy)
    }
    if (path.startsWith(assetsBase) && request.method === 'GET') {
      const file = path.slice(assetsBase.length)
      const asset = (await ui.find(file)) ?? (await preview.find(file))
      if (asset) return sendAsset(response, asset)
    }
    const token = hosted ? hosted.createToken(hosted.identify(request)) : ownToken
    if (!hasToken(request, token))
      throw new RequestFailure('forbidden', explainMissingToken(hosted !== false))
    const url = new URL(request.url ?? '/', 'http://localhost')
    const name = path.slice(`${studioPath}/api/`.length)
    if (name === 'events' && request.method === 'GET')
      return studio.follow(url.searchParams.get('window') ?? '', response)
    await answerRequest(studio, name, request, response)
  }

  /** @param path below the base path of the site */
  async function sendPreview(path: string, query: string, response: ServerResponse): Promise<void> {
    // The address of the page may have just been changed.
    if (redirectAlias(path, response, query)) return
    const [assets, { renderDevPage }] = await Promise.all([preview.load('preview'), loadRenderer()])
    const html = addPreviewAssets(renderDevPage(path), assets)
    response
      .writeHead(findDevPage(path).found ? 200 : 404, {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': previewPolicy,
        'referrer-policy': 'no-referrer',
      })
      .end(html)
  }

  const pageFolders = [join(root, 'blocks'), join(root, 'renderer'), ...blocks.folders]
  const isPageCode = (path: string) =>
    /\.(tsx?|css)$/.test(path) && pageFolders.some((folder) => !isOutsideFolder(folder, path))

  function followCode({ watcher }: ViteDevServer): void {
    let timer: ReturnType<typeof setTimeout> | undefined
    watcher.on('all', async (_, path) => {
      if (!isPageCode(path)) return
      await waitUntilWritten(path)
      clearTimeout(timer)
      timer = setTimeout(() => {
        for (const { events } of listStudios()) events.send({ kind: 'code' })
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
    protect(response)
    try {
      const person = identify(request)
      const foreign = findForeignOrigin(request, access)
      if (foreign !== undefined) throw new RequestFailure('forbidden', foreign)
      await editors.run(person, next)
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error
      if (request.url?.startsWith(`${studioPath}/api/`)) sendFailure(response, error)
      else sendPage(response, 403, renderRefusedPage(error.message), studioPolicy)
    }
  }

  /** Keeps the studio's origin apart from that of the pages, which may have scripts of others. */
  function separate(request: IncomingMessage, response: ServerResponse, next: () => void): void {
    const { url = '/', method } = request
    if (isForStudio(request, access)) protect(response)
    else if (method === 'GET' && [studioPath, `${studioPath}/`].includes(url.split('?', 1)[0]!))
      return void response.writeHead(302, { location: origin + url }).end()
    next()
  }

  const guard: Plugin = {
    name: 'signpost-studio-guard',
    apply: 'serve',
    configureServer({ middlewares, httpServer }) {
      middlewares.stack.unshift({
        route: '',
        handle: (request: IncomingMessage, response: ServerResponse, next: () => void) => {
          const { url = '/' } = request
          const isOwn = url.startsWith(assetsBase) || url.split('?')[0] === searchScript
          if ((hosted || isForStudio(request, access)) && isForRunning(request) && !isOwn)
            return void response.writeHead(403).end('Nothing else runs here.\n')
          if (!hosted) return separate(request, response, next)
          void admit(hosted, request, response, next).catch(next)
        },
      })
      // The preview gets its events over HTTP. Those of Vite are for developers.
      httpServer?.prependListener('upgrade', (request, socket) => {
        if (hosted || isForStudio(request, access)) socket.destroy()
      })
    },
  }

  /** Shows pages as in the preview. Source files are not for people who edit. */
  const end: Plugin = {
    name: 'signpost-studio-end',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (!isForStudio(request, access)) return next()
        const [path = '', query = ''] = (request.url ?? '').split('?')
        const decoded = decodePath(path)
        if (path === '/') return void response.writeHead(302, { location: `${studioPath}/` }).end()
        if (request.method === 'GET' && findDevPage(decoded).found)
          return void sendPreview(decoded, query, response).catch(next)
        response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' })
        response.end('There is no such page.\n')
      })
    },
  }

  return {
    address: hosted ? `${origin}/` : `${origin}${studioPath}/?token=${ownToken}`,
    guard,
    end,
    sessions: {
      get current() {
        return getStudio()?.session
      },
      get all() {
        return listStudios().map(({ session }) => session)
      },
    },
    // Its mistakes are reported when it is requested.
    async prepare() {
      isPrepared = true
      // In turn, which takes less memory.
      await ui.load('studio').catch(() => {})
      await preview.load('preview').catch(() => {})
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
          const isOwn = isForStudio(request, access)
          // An alias of an asset would lead past the policy, which allows what assets lead to.
          const mayBePage = isOwn && request.method === 'GET' && !path.startsWith(`${studioPath}/`)
          if (mayBePage && new URLSearchParams(query).has(previewParameter))
            return void sendPreview(decodePath(path), query, response).catch(next)
          // In front of the site's files, one of which may have this path.
          if (isOwn && path === searchScript)
            return void preview
              .load('search')
              .then(({ script }) => response.writeHead(302, { location: script }).end(), next)
          if (path === studioPath)
            return void response.writeHead(302, { location: `${studioPath}/` }).end()
          if (!path.startsWith(`${studioPath}/`)) return next()
          respond(path, request, response).catch((error: Error) => sendFailure(response, error))
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

/** What belongs to the site runs nothing on the studio's origin, unless its own answer allows it. */
function protect(response: ServerResponse): void {
  response.setHeader('content-security-policy', filePolicy)
  response.setHeader('referrer-policy', 'no-referrer')
  response.setHeader('x-content-type-options', 'nosniff')
}

const explainMissingToken = (isHosted: boolean) =>
  isHosted
    ? 'Reload the studio: only its own page may ask for this.'
    : `Open the studio with the address in the terminal: where ${formatCommand('studio')} or ${formatCommand('dev')} runs, it ends with ?token=…. Without it, another program on this computer could change your files.`

/** @param policy no other site may show the studio in a frame */
function sendPage(response: ServerResponse, status: number, html: string, policy: string): void {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy,
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    .end(html)
}
