/** A hostile page that is open in the same browser can neither read nor write. */
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ViteDevServer } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DevSession } from '../../scripts/dev/dev-session.ts'
import { SiteBlocks } from '../../scripts/prerender/bundle/site-blocks.ts'
import { createOwnCache } from '../helpers/own-cache.ts'
import { root } from '../helpers/run-npm-script.ts'
import { createStudio, type StudioServer } from '../../scripts/studio/server/vite-plugin-studio.ts'

type Middleware = (request: IncomingMessage, response: unknown, next: () => void) => void

let dir: string
let server: Server
let port: number
let studio: StudioServer
let cookie: string

beforeAll(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), 'signpost-studio-')))
  process.env.SIGNPOST_CACHE = createOwnCache(join(dir, 'cache'))
  await writeFile(join(dir, 'pages.yaml'), 'site: { name: Us }\n')
  await writeFile(join(dir, 'other.yaml'), 'a: 1\n')
  await symlink('/etc/hostname', join(dir, 'outside.yaml'))
  const content = { 'pages.yaml': '', 'outside.yaml': '' }
  const session = {
    site: { input: { content, shared: { merged: { pages: new Map() }, schema: {} } } },
    problems: { problems: [], isComplete: true },
    observe: () => {},
    readAgain: () => {},
  } as unknown as DevSession
  let handle: Middleware | undefined
  server = createServer((message, response) =>
    handle!(message, response, () => response.end('next')),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  studio = createStudio({ root, site: dir, blocks: new SiteBlocks(root), session, port })
  const configure = studio.plugin.configureServer as (server: ViteDevServer) => void
  configure({
    watcher: { on: () => {} },
    middlewares: { use: (middleware: Middleware) => void (handle = middleware) },
  } as unknown as ViteDevServer)
  const opened = await send('GET', studio.path)
  cookie = opened.headers['set-cookie']![0]!.split(';')[0]!
})
afterAll(async () => {
  delete process.env.SIGNPOST_CACHE
  server.close()
  await rm(dir, { recursive: true })
})

type Answer = { status: number; headers: IncomingMessage['headers']; text: string }

const send = (
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const all = { host: `localhost:${port}`, ...headers }
    const sent = request({ port, host: '127.0.0.1', method, path, headers: all }, (answer) => {
      let text = ''
      answer.on('data', (chunk) => void (text += chunk))
      answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, text }))
    })
    sent.on('error', reject)
    sent.end(body)
  })

const api = '/__studio/api/'
const own = () => ({ cookie, origin: `http://localhost:${port}`, 'sec-fetch-site': 'same-origin' })
const json = { 'content-type': 'application/json' }
const post = (name: string, body: unknown, headers: Record<string, string> = {}) =>
  send('POST', api + name, { ...own(), ...json, ...headers }, JSON.stringify(body))
const upload = (name: string, bytes: string) => {
  const headers = { ...own(), 'content-type': 'application/octet-stream' }
  return send('POST', `${api}pictures?file=${name}`, headers, bytes)
}
const rename = (file: string, path: unknown[] = ['site', 'name']) => ({
  version: 1,
  operations: [{ kind: 'set', file, path, value: 'Them' }],
})
const readError = ({ text }: Answer) => (JSON.parse(text) as { error: { message: string } }).error

it('the address with the token opens the studio, and the token leaves the address', async () => {
  const opened = await send('GET', `${studio.path}&page=/a`)
  expect(opened.status).toBe(302)
  expect(opened.headers.location).toBe('/__studio/?page=%2Fa')
  expect(opened.headers['set-cookie']![0]).toMatch(/HttpOnly; SameSite=Strict/)
  const page = await send('GET', '/__studio/', { cookie })
  expect(page.status).toBe(200)
  expect(page.headers['x-frame-options']).toBe('DENY')
  const [, script] = /src="([^"]+)"/.exec(page.text)!
  expect((await send('GET', script!, { cookie })).headers['content-type']).toContain('javascript')
  expect((await send('GET', script!)).status).toBe(403)
  expect((await send('GET', `${api}session`, own())).status).toBe(200)
})

describe('refused, with the reason:', () => {
  it.each([
    ['no session', () => send('GET', `${api}session`), 403, 'address in the terminal'],
    [
      'a wrong token',
      () => send('GET', `${api}session`, { cookie: `${cookie}x` }),
      403,
      'address in the terminal',
    ],
    [
      'a read by another origin',
      () => send('GET', `${api}session`, { ...own(), origin: 'http://evil.example' }),
      403,
      'http://evil.example',
    ],
    [
      'a read by another port of this computer',
      () => send('GET', `${api}session`, { cookie, origin: 'http://localhost:1' }),
      403,
      'http://localhost:1',
    ],
    [
      'a script element of another site',
      () => send('GET', `${api}session`, { cookie, 'sec-fetch-site': 'cross-site' }),
      403,
      'other sites',
    ],
    [
      'a name that was made to lead here',
      () => send('GET', `${api}session`, { cookie, host: `evil.example:${port}` }),
      403,
      'evil.example',
    ],
    [
      'a write by another origin',
      () => post('edits', rename('pages.yaml'), { origin: 'http://evil.example' }),
      403,
      'http://evil.example',
    ],
    [
      'a write without an origin',
      () => send('POST', `${api}undo`, { cookie, ...json }, '{}'),
      403,
      'Origin',
    ],
    [
      'a form of another type',
      () => send('POST', `${api}undo`, { ...own(), 'content-type': 'text/plain' }, '{}'),
      400,
      'application/json',
    ],
    ['a large body', () => post('edits', { text: 'x'.repeat(2 ** 21) }), 413, '1 MiB'],
    ['an unknown operation', () => post('edits', { version: 1, operations: [{}] }), 400, 'path'],
    [
      'a key of every object',
      () => post('edits', rename('pages.yaml', ['__proto__', 'x'])),
      400,
      'path',
    ],
    ['a file outside', () => post('edits', rename('../pages.yaml')), 422, 'does not exist'],
    ['a link to a file outside', () => post('edits', rename('outside.yaml')), 422, 'outside'],
    ['a file that the site does not read', () => post('edits', rename('other.yaml')), 422, 'read'],
    ['a picture of another type', () => post('pictures?file=/a.png', {}), 400, 'octet-stream'],
    [
      'a picture outside of public/',
      () => upload('/../a.svg', '<svg/>'),
      422,
      'cannot be the name',
    ],
    ['a picture that runs scripts', () => upload('/a.svg', '<svg onload="x"/>'), 422, 'a script'],
    ['an unknown question', () => send('GET', `${api}constructor`, own()), 404, 'constructor'],
  ])('%s', async (_, ask, status, message) => {
    const answer = await ask()
    expect(answer.status).toBe(status)
    expect(readError(answer).message).toContain(message)
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  })

  it('nothing of it was written', async () => {
    expect(existsSync(join(dir, 'public'))).toBe(false)
    expect(await readFile(join(dir, 'pages.yaml'), 'utf8')).toBe('site: { name: Us }\n')
    expect((await post('edits', rename('pages.yaml'))).status).toBe(200)
  })
})
