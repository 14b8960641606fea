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

type Middleware = (
  request: IncomingMessage,
  response: unknown,
  next: (error?: unknown) => void,
) => void

let dir: string
let server: Server
let port: number
let studio: StudioServer
let host: string
let token: string

beforeAll(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), 'signpost-studio-')))
  process.env.SIGNPOST_CACHE = createOwnCache(join(dir, 'cache'))
  await writeFile(join(dir, 'pages.yaml'), 'site: { name: Us }\n')
  await writeFile(join(dir, 'other.yaml'), 'a: 1\n')
  await symlink('/etc/hostname', join(dir, 'outside.yaml'))
  const content = { 'pages.yaml': '', 'outside.yaml': '' }
  const session = {
    site: { input: { content, shared: { merged: { pages: new Map() }, schema: {}, context: {} } } },
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

type Answer = { status: number; headers: IncomingMessage['headers']; text: string }

const send = (
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

const api = '/__studio/api/'
const own = () => ({
  'x-studio-token': token,
  origin: `http://${host}`,
  'sec-fetch-site': 'same-origin',
})
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

it('the address with the token opens the studio, and no cookie keeps it', async () => {
  expect(studio.address).toBe(`http://${host}/__studio/?token=${token}`)
  const page = await send('GET', new URL(studio.address).pathname)
  expect(page.status).toBe(200)
  expect(page.headers['set-cookie']).toBeUndefined()
  expect(page.text).not.toContain(token)
  expect(page.headers['x-frame-options']).toBe('DENY')
  expect(page.headers['content-security-policy']).toContain(`script-src http://${host}/__studio/`)
  const [, script] = /src="([^"]+)"/.exec(page.text)!
  expect((await send('GET', script!)).headers['content-type']).toContain('javascript')
  expect((await send('GET', `${api}session`, own())).text).toContain('"siteName":""')
})

it('the pages of the development server are of another origin', async () => {
  const pages = { host: `localhost:${port}` }
  expect((await send('GET', '/contact', pages)).text).toBe('next')
  const opened = await send('GET', '/__studio/?page=/a', pages)
  expect(opened.status).toBe(302)
  expect(opened.headers.location).toBe(`http://${host}/__studio/?page=/a`)
  // Not even with the token: and a script there does not learn the studio's name.
  const refused = await send('GET', `${api}session`, { ...own(), ...pages })
  expect(refused.status).toBe(403)
  expect(refused.text).not.toContain(host)
  // Modules and pages with the scripts of others are not on the studio's origin.
  for (const path of ['/@vite/client', '/@fs/etc/passwd', '/__changes'])
    expect((await send('GET', path)).status).toBe(404)
  expect((await send('GET', '/x.svg')).headers['content-security-policy']).toContain('sandbox;')
})

describe('refused, with the reason:', () => {
  it.each([
    ['no session', () => send('GET', `${api}session`), 403, 'address in the terminal'],
    [
      'a wrong token',
      () => send('GET', `${api}session`, { 'x-studio-token': `${token}x` }),
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
      () => send('GET', `${api}session`, { ...own(), origin: 'http://localhost:1' }),
      403,
      'http://localhost:1',
    ],
    [
      'a script element of another site',
      () => send('GET', `${api}session`, { ...own(), 'sec-fetch-site': 'cross-site' }),
      403,
      'other sites',
    ],
    [
      'a name that was made to lead here',
      () => send('GET', `${api}session`, { ...own(), host: `evil.example:${port}` }),
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
      () => send('POST', `${api}undo`, { 'x-studio-token': token, ...json }, '{}'),
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
    [
      'deep nesting',
      () =>
        send(
          'POST',
          `${api}edits`,
          { ...own(), ...json },
          '['.repeat(300_000) + ']'.repeat(300_000),
        ),
      400,
      'deeper than 100',
    ],
    [
      'deep nesting in a value',
      () => {
        const value = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`
        const body = JSON.stringify(rename('pages.yaml')).replace('"Them"', value)
        return send('POST', `${api}edits`, { ...own(), ...json }, body)
      },
      400,
      'deeper than 100',
    ],
    ['an empty file name', () => post('edits', rename('')), 400, 'without file'],
    ['a folder', () => post('edits', rename('cache')), 422, 'does not read the file'],
    ['a name that no file can have', () => post('edits', rename('a'.repeat(300))), 422, 'aaa'],
    [
      'a name with a null byte',
      () => post('edits', rename('pages.yaml\0')),
      422,
      'a character that',
    ],
    ['an empty name of a picture', () => upload('', '<svg/>'), 422, 'cannot be the name'],
    [
      'too many operations',
      () => {
        const [operation] = rename('pages.yaml').operations
        return post('edits', { version: 1, operations: Array(1001).fill(operation) })
      },
      413,
      'at most 1000 operations',
    ],
    ['an unknown operation', () => post('edits', { version: 1, operations: [{}] }), 400, 'path'],
    [
      'a key of every object',
      () => post('edits', rename('pages.yaml', ['__proto__', 'x'])),
      400,
      'path',
    ],
    ['a file outside', () => post('edits', rename('../pages.yaml')), 422, 'outside'],
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
    expect(answer.text).not.toMatch(/node:|\.ts:\d|    at /)
  })

  it('what takes long ends, in words', async () => {
    const steps = Array.from({ length: 4000 }, (_, index) => `- step ${index}`)
    await writeFile(join(dir, 'pages.yaml'), `site: { name: Us }\nlist:\n${steps.join('\n')}\n`)
    const operation = { kind: 'insert', file: 'pages.yaml', path: ['list', 0], value: 'first' }
    const answer = await post('edits', { version: 1, operations: Array(1000).fill(operation) })
    expect(answer.status).toBe(422)
    expect(readError(answer).message).toContain('Make fewer at once')
    await writeFile(join(dir, 'pages.yaml'), 'site: { name: Us }\n')
  })

  it('nothing of it was written', async () => {
    expect(existsSync(join(dir, 'public'))).toBe(false)
    expect(await readFile(join(dir, 'pages.yaml'), 'utf8')).toBe('site: { name: Us }\n')
    expect((await post('edits', rename('pages.yaml'))).status).toBe(200)
  })
})
