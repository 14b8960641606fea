/** A local studio, as a development server has it, for one test file. */
import { mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ViteDevServer } from 'vite'
import { afterAll, beforeAll } from 'vitest'
import type { DevSession } from '../../scripts/dev/dev-session.ts'
import { SiteBlocks } from '../../scripts/prerender/bundle/site-blocks.ts'
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
      site: {
        input: { content, shared: { merged: { pages: new Map() }, schema: {}, context: {} } },
      },
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

export type Answer = { status: number; headers: IncomingMessage['headers']; text: string }

export const send = (
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const all = { host, ...headers }
    const sent = request({ port, host: '127.0.0.1', method, path, headers: all }, (answer) => {
      let text = ''
      answer.on('data', (chunk) => void (text += chunk))
      answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, text }))
    })
    sent.on('error', reject)
    sent.end(body)
  })

export const api = '/__studio/api/'
export const own = () => ({
  'x-studio-token': token,
  origin: `http://${host}`,
  'sec-fetch-site': 'same-origin',
})
export const json = { 'content-type': 'application/json' }
export const post = (name: string, body: unknown, headers: Record<string, string> = {}) =>
  send('POST', api + name, { ...own(), ...json, ...headers }, JSON.stringify(body))
export const upload = (name: string, bytes: string) => {
  const headers = { ...own(), 'content-type': 'application/octet-stream' }
  return send('POST', `${api}pictures?file=${name}`, headers, bytes)
}
export const rename = (file: string, path: unknown[] = ['site', 'name']) => ({
  version: 1,
  operations: [{ kind: 'set', file, path, value: 'Them' }],
})
export const readError = ({ text }: Answer) =>
  (JSON.parse(text) as { error: { message: string } }).error
