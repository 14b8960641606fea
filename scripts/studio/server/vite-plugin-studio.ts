import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { resolve } from 'node:path'
import type { Plugin, ViteDevServer } from 'vite'
import { findDevPage } from '../../../renderer/dev/dev-state.ts'
import { redirectAlias } from '../../../renderer/dev/serve-site.ts'
import { waitUntilWritten } from '../../../renderer/dev/wait-until-written.ts'
import { setUnsavedSources } from '../../../schema/source/text/source-bytes.ts'
import type { DevSession } from '../../dev/dev-session.ts'
import type { SiteBlocks } from '../../prerender/bundle/site-blocks.ts'
import { createEsbuildPlugin } from '../../prerender/bundle/site-blocks-plugins.ts'
import { previewParameter } from '../describe/outline-page.ts'
import { VisitorChangesReporter } from '../describe/visitor-changes.ts'
import { Draft } from '../draft/draft.ts'
import { StudioFailure } from '../draft/studio-failure.ts'
import { answerRequest, createRequestHandlers, sendFailure } from './answer-request.ts'
import { findForeignOrigin, getCookieName, hasSession, isToken } from './guard-request.ts'
import { type Asset, assetsBase, BrowserBundle, createStudioBundle } from './browser-bundle.ts'
import { addPreviewAssets, renderLockedPage, renderStudioPage } from './studio-page.ts'
import type { RenderBlocks } from '../marks/mark-page.ts'
import { isEditedFile, Studio } from './studio.ts'
import { StudioEdits } from './studio-edits.ts'
import type { StudioEvent } from '../protocol.ts'

const studioBase = '/__studio'
/** How long to wait for more files to change before the preview is loaded again. */
const codeDelayMs = 50

export type StudioServer = {
  plugin: Plugin
  /** Compiles what it shows at first, which takes a moment. Call it before the server starts. */
  prepare: () => void
  /** The path with the token, which opens the studio. */
  path: string
}

/**
 * Serves the studio in development at /__studio/.
 * @param options.root of the project
 * @param options.site the folder of the site
 * @param options.blocks that its pages can have
 */
export function createStudio(options: {
  root: string
  site: string
  blocks: SiteBlocks
  session: DevSession
  port: number
}): StudioServer {
  const { root, site, blocks, session, port } = options
  const access = { port, token: randomBytes(24).toString('base64url') }
  const events = new EventStream()
  const draft = createDraft(site, session, events, () => visitorChanges.prepare())
  const visitorChanges = new VisitorChangesReporter(draft)
  let vite: ViteDevServer | undefined
  const studio = new Studio(session, draft, async () => {
    const loaded = await vite!.ssrLoadModule('/renderer/dev/studio/render-blocks.tsx')
    return loaded.renderEachBlock as RenderBlocks
  })
  const edits = new StudioEdits(session, draft)
  const answers = createRequestHandlers(studio, edits, visitorChanges, site)
  const ui = createStudioBundle(root)
  const preview = new BrowserBundle({
    root,
    entry: 'renderer/dev/studio/preview.ts',
    publicPath: assetsBase,
    plugins: [createEsbuildPlugin(root, blocks)],
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
    if (isPage && token !== null && isToken(token, access)) {
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
    const isOpen = hasSession(request, access)
    if (isPage) {
      const html = isOpen ? renderStudioPage(await ui.load()) : renderLockedPage()
      return sendPage(response, isOpen ? 200 : 403, html)
    }
    if (!isOpen)
      return sendFailure(
        response,
        new StudioFailure('forbidden', 'Open the studio with the address in the terminal.'),
      )
    if (path.startsWith(assetsBase) && request.method === 'GET') {
      const file = path.slice(assetsBase.length)
      const asset = (await ui.find(file)) ?? (await preview.find(file))
      if (asset) return sendAsset(response, asset)
    }
    const name = path.slice(`${studioBase}/api/`.length)
    if (name === 'events' && request.method === 'GET') {
      response.on('close', () => {
        draft.forgetWindow(url.searchParams.get('window') ?? '')
        events.send({ kind: 'changed', draft: draft.state, byOthers: false })
      })
      return events.add(response)
    }
    await answerRequest(answers, name, request, response)
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
      timer = setTimeout(() => events.send({ kind: 'code' }), codeDelayMs)
    })
  }

  const loadRenderer = () => vite!.ssrLoadModule('/renderer/dev/render-dev-page.ts')
  let isPrepared = false

  return {
    path: `${studioBase}/?token=${access.token}`,
    // Its mistakes are reported when it is requested.
    prepare() {
      isPrepared = true
      for (const bundle of [ui, preview]) bundle.load().catch(() => {})
    },
    plugin: {
      name: 'signpost-studio',
      apply: 'serve',
      configureServer(server) {
        vite = server
        followCode(server)
        if (isPrepared) server.httpServer?.once('listening', () => loadRenderer().catch(() => {}))
        server.middlewares.use((request, response, next) => {
          const [path = '', query = ''] = (request.url ?? '').split('?')
          if (request.method === 'GET' && new URLSearchParams(query).has(previewParameter))
            return void sendPreview(tryDecode(path), query, response).catch(next)
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
function tryDecode(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** Unsaved texts are read in place of the files, and changed files reach the draft first. */
function createDraft(
  site: string,
  session: DevSession,
  events: EventStream,
  onChange: () => void,
): Draft {
  const draft: Draft = new Draft({
    dir: site,
    isSource: (file) => isEditedFile(session.site, file),
    onChange(unsaved, changedPaths) {
      setUnsavedSources(unsaved)
      session.readAgain(changedPaths)
      onChange()
      events.send({ kind: 'changed', draft: draft.state, byOthers: false })
    },
  })
  session.observe({
    async onFilesChanged(paths) {
      if (await draft.takeOutsideChanges(paths))
        events.send({ kind: 'changed', draft: draft.state, byOthers: true })
    },
    onRead: () => {},
    onShown: () => events.send({ kind: 'shown' }),
    onChecked: () => events.send({ kind: 'checked', version: draft.version }),
  })
  return draft
}

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

const keepAliveMs = 25_000

/** Server-sent events to every open studio. */
class EventStream {
  readonly #responses = new Set<ServerResponse>()

  add(response: ServerResponse): void {
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    response.write(':\n\n')
    this.#responses.add(response)
    const timer = setInterval(() => response.write(':\n\n'), keepAliveMs)
    timer.unref()
    response.on('close', () => {
      clearInterval(timer)
      this.#responses.delete(response)
    })
  }

  send(event: StudioEvent): void {
    for (const response of this.#responses) response.write(`data: ${JSON.stringify(event)}\n\n`)
  }
}
