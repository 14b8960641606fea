/** A local studio, as a development server has it, for one test file. */
import { mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ViteDevServer } from 'vite'
import { afterAll, beforeAll } from 'vitest'
import type { DevSession } from '../../scripts/dev/dev-session.ts'
import { SiteBlocks } from '../../scripts/prerender/bundle/site-blocks.ts'
import { type Answer, sendTo, type StudioDoor } from './studio-door.ts'
import { createOwnCache } from '../helpers/own-cache.ts'
import { root } from '../helpers/run-npm-script.ts'
import { createStudio, type StudioServer } from '../../scripts/studio/server/vite-plugin-studio.ts'

type Middleware = (
  request: IncomingMessage,
  response: unknown,
  next: (error?: unknown) => void,
) => void

export let dir: string
let server: Server
export let port: number
export let studio: StudioServer
export let host: string
export let token: string

/**
 * Starts the studio before the tests of a file, and stops it after them. Called by each file, since
 * files may share this module.
 */
export function startLocalStudio(): void {
  beforeAll(async () => {
    dir = await realpath(await mkdtemp(join(tmpdir(), 'signpost-studio-')))
    process.env.SIGNPOST_CACHE = createOwnCache(join(dir, 'cache'))
    await writeFile(join(dir, 'pages.yaml'), 'site: { name: Us }\n')
    await writeFile(join(dir, 'other.yaml'), 'a: 1\n')
    await symlink('/etc/hostname', join(dir, 'outside.yaml'))
    const content = { 'pages.yaml': '', 'outside.yaml': '' }
    const session = {
      site: { content, resolved: { site: { pages: new Map() }, schema: {}, context: {} } },
      problems: { problems: [], isComplete: true },
      observe: () => {},
      readAgain: () => {},
    } as unknown as DevSession
    const stack: { handle: Middleware }[] = []
    server = createServer((message, response) => {
      const run = (index: number, error?: unknown): void => {
        if (error !== undefined) return void response.writeHead(500).end(String(error))
        if (!stack[index]) return void response.end('next')
        stack[index].handle(message, response, (failure) => run(index + 1, failure))
      }
      run(0)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
    host = `s0f4.localhost:${port}`
    const origin = `http://${host}`
    studio = createStudio({ root, site: dir, blocks: new SiteBlocks(root), session, origin })
    const vite = {
      watcher: { on: () => {} },
      middlewares: {
        stack,
        use: (middleware: Middleware) => void stack.push({ handle: middleware }),
      },
    } as unknown as ViteDevServer
    for (const { configureServer } of [studio.plugin, studio.end, studio.guard])
      (configureServer as (server: ViteDevServer) => void)(vite)
    token = new URL(studio.address).searchParams.get('token')!
  })
  afterAll(async () => {
    delete process.env.SIGNPOST_CACHE
    server.close()
    await rm(dir, { recursive: true })
  })
}

export const send = (
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<Answer> => sendTo(port, method, path, { host, ...headers }, body)

export const own = () => ({
  'x-studio-token': token,
  origin: `http://${host}`,
  'sec-fetch-site': 'same-origin',
})

export const localStudio: StudioDoor = {
  door: 'studio',
  file: (name) => join(dir, name),
  send,
  own: async () => own(),
  version: async () =>
    JSON.parse((await send('GET', '/__studio/api/session', own())).text).draft.version,
  noToken: 'address in the terminal',
}
