/** How links to misbehaving sites are reported. The tests control the clock. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkLinks } from '../../scripts/links/check-links.ts'
import { openLinksCache } from '../../scripts/links/links-cache.ts'
import {
  answer,
  type Handler,
  startServer,
  TestClock,
  type TestServer,
} from './misbehaving-server.ts'

const dayMs = 24 * 60 * 60 * 1000

let clock: TestClock
let server: TestServer | undefined
let cacheFolder: string
beforeEach(() => {
  clock = new TestClock()
  cacheFolder = mkdtempSync(join(tmpdir(), 'signpost-links-'))
  vi.stubEnv('SIGNPOST_CACHE', cacheFolder)
})
afterEach(async () => {
  await server?.close()
  server = undefined
  rmSync(cacheFolder, { recursive: true })
  vi.unstubAllEnvs()
})

const check = async (urls: string[], maxAgeMs = 7 * dayMs) =>
  checkLinks(
    urls.map((url) => ({ url, uses: [] })),
    {
      origin: 'https://site.example',
      timeoutMs: 20_000,
      maxAgeMs,
      clock,
      cache: openLinksCache(clock.now()),
    },
  )

/** Asks a server for one path. */
async function checkPath(path: string, handlers: Parameters<typeof startServer>[0]) {
  server = await startServer(handlers)
  const [link] = await check([`http://127.0.0.1:${server.port}${path}`])
  const asked = server.requests.filter((request) => !request.endsWith('/robots.txt'))
  const strip = (text?: string) => text?.replaceAll(`http://127.0.0.1:${server!.port}`, '')
  const { state, detail, newAddress } = link!
  return { state, detail: strip(detail), newAddress: strip(newAddress), asked }
}

describe('a link to a page that', () => {
  it('exists is fine, and its body is not requested', async () => {
    const { state, asked } = await checkPath('/', {})
    expect({ state, asked }).toEqual({ state: 'ok', asked: ['HEAD /'] })
    expect([...server!.userAgents]).toEqual(['signpost-links/1.0 (+https://site.example)'])
  })

  it.each([404, 410])('answers %s is gone, and is not asked for again', async (status) => {
    const { state, asked } = await checkPath('/x', { '/x': answer(status) })
    expect({ state, asked }).toEqual({ state: 'gone', asked: ['HEAD /x', 'GET /x'] })
  })

  it('refuses HEAD is requested with GET', async () => {
    const { state, asked } = await checkPath('/', {
      '/': (request, response) => response.writeHead(request.method === 'GET' ? 200 : 405).end(),
    })
    expect({ state, asked }).toEqual({ state: 'ok', asked: ['HEAD /', 'GET /'] })
  })

  it('answers 500 at first is tried again after a pause', async () => {
    const { state } = await checkPath('/', {
      '/': (_, response, count) => response.writeHead(count < 3 ? 500 : 200).end(),
    })
    expect(state).toBe('ok')
    expect(clock.waits).toContain(2000)
  })

  it('answers 500 each time is failing', async () => {
    const { state, detail, asked } = await checkPath('/', { '/': answer(500) })
    expect({ state, detail }).toEqual({ state: 'failing', detail: '500 Internal Server Error' })
    expect(asked).toEqual(['HEAD /', 'GET /', 'GET /', 'GET /'])
    expect(clock.waits).toContain(8000)
  })

  it('never answers is slow, not gone', async () => {
    const { state, detail } = await checkPath('/', { '/': () => clock.advance(20_000) })
    expect({ state, detail }).toEqual({ state: 'slow', detail: 'No answer in 20 seconds' })
  })

  it('answers late is slow', async () => {
    const { state, detail } = await checkPath('/', {
      '/': (_, response) => {
        clock.advance(8200)
        response.end()
      },
    })
    expect({ state, detail }).toEqual({ state: 'slow', detail: '8.2 s to answer' })
  })

  it('redirects in a circle is failing', async () => {
    const { state, detail } = await checkPath('/a', {
      '/a': answer(302, { location: '/b' }),
      '/b': answer(302, { location: '/a' }),
    })
    expect({ state, detail }).toEqual({
      state: 'failing',
      detail: 'Redirects more than 10 times',
    })
  })

  it('redirects for good has moved, as far as the redirects are for good', async () => {
    const { state, newAddress } = await checkPath('/a', {
      '/a': answer(301, { location: '/b' }),
      '/b': answer(308, { location: '/c' }),
      '/c': answer(302, { location: '/d' }),
    })
    expect({ state, newAddress }).toEqual({ state: 'moved', newAddress: '/c' })
  })

  it('redirects for now is fine', async () => {
    const { state } = await checkPath('/a', { '/a': answer(302, { location: '/b' }) })
    expect(state).toBe('ok')
  })

  it('redirects to a page that is gone is gone', async () => {
    const { state, detail } = await checkPath('/a', {
      '/a': answer(301, { location: '/b' }),
      '/b': answer(404),
    })
    expect({ state, detail }).toEqual({
      state: 'gone',
      detail: '404 Not Found, after a redirect to /b',
    })
  })

  it('names a pause is requested again after it', async () => {
    const { state } = await checkPath('/', {
      '/': (_, response, count) =>
        response.writeHead(count === 1 ? 429 : 200, { 'retry-after': '30' }).end(),
    })
    expect(state).toBe('ok')
    expect(clock.waits).toContain(30_000)
  })

  it('names a longer pause than a command can wait is blocked', async () => {
    const { state, detail, asked } = await checkPath('/', {
      '/': answer(429, { 'retry-after': '3600' }),
    })
    expect({ state, detail, asked }).toEqual({
      state: 'blocked',
      detail: '429 Too Many Requests, asks to wait 3600 seconds',
      asked: ['HEAD /'],
    })
  })

  it('only lets people in is blocked', async () => {
    expect(await checkPath('/', { '/': answer(403) })).toMatchObject({ state: 'blocked' })
  })

  it('is closed to robots is not requested', async () => {
    const robots = 'User-agent: signpost-links\nDisallow: /private\n'
    const { state, asked } = await checkPath('/private/x', {
      '/robots.txt': answer(200, {}, robots),
    })
    expect({ state, asked }).toEqual({ state: 'blocked', asked: [] })
  })

  it('closes the connection is failing', async () => {
    const { state, detail } = await checkPath('/', { '/': (request) => request.socket.destroy() })
    expect({ state, detail }).toEqual({
      state: 'failing',
      detail: 'The host closes the connection',
    })
  })
})

it('a link with a TLS error is failing', async () => {
  server = await startServer({})
  // The server speaks plain HTTP.
  const [link] = await check([`https://127.0.0.1:${server.port}/`])
  expect(link).toMatchObject({
    state: 'failing',
    detail: expect.stringMatching(/^Its encryption or certificate is not valid/) as string,
  })
})

describe('politeness', () => {
  it('pauses between requests to one host', async () => {
    server = await startServer({})
    await check(['/a', '/b', '/c'].map((path) => `http://127.0.0.1:${server!.port}${path}`))
    expect(server.requests).toEqual(['GET /robots.txt', 'HEAD /a', 'HEAD /b', 'HEAD /c'])
    expect(clock.waits).toEqual([1000, 1000, 1000])
  })

  it('sends requests to several hosts at the same time', async () => {
    const waiting: { host: string; end: () => void }[] = []
    server = await startServer({
      // The server answers only when both hosts have been requested.
      '/wait': (request, response) => {
        waiting.push({ host: request.headers.host!, end: () => response.end() })
        if (waiting.length === 2) for (const { end } of waiting) end()
      },
    })
    const hosts = [`127.0.0.1:${server.port}`, `localhost:${server.port}`]
    const links = await check(hosts.map((host) => `http://${host}/wait`))
    expect(links.map(({ state }) => state)).toEqual(['ok', 'ok'])
    expect(waiting.map(({ host }) => host).sort()).toEqual(hosts)
  })

  it('sends one request at a time to a host, even if other hosts redirect to it', async () => {
    let open = 0
    let most = 0
    const answerLater: Handler = async (_, response) => {
      open++
      most = Math.max(most, open)
      // Time for another request to arrive.
      for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
      open--
      response.end()
    }
    const redirect: Handler = ({ headers }, response) =>
      void response
        .writeHead(302, { location: `http://127.0.0.1:${headers.host!.split(':')[1]}/c` })
        .end()
    server = await startServer({
      '/a': answerLater,
      '/b': answerLater,
      '/c': answerLater,
      '/other': redirect,
    })
    const { port } = server
    await check([
      `http://127.0.0.1:${port}/a`,
      `http://127.0.0.1:${port}/b`,
      `http://localhost:${port}/other`,
    ])
    expect(server.requests).toContain('HEAD /c')
    expect(most).toBe(1)
  })
})

describe('answers of an earlier run', () => {
  it('count for a while if they were good', async () => {
    server = await startServer({})
    const url = `http://127.0.0.1:${server.port}/`
    const [first] = await check([url])
    clock.time += 6 * dayMs
    expect(await check([url])).toEqual([first])
    expect(server.requests).toHaveLength(2)
    clock.time += 2 * dayMs
    const [second] = await check([url])
    expect(second!.checkedAt.slice(0, 10)).toBe('2026-03-12')
    expect(server.requests).toHaveLength(4)
  })

  it('do not count if a link was broken', async () => {
    server = await startServer({
      '/': (_, response, count) => response.writeHead(count < 3 ? 404 : 200).end(),
    })
    const url = `http://127.0.0.1:${server.port}/`
    expect(await check([url])).toMatchObject([{ state: 'gone' }])
    expect(await check([url])).toMatchObject([{ state: 'ok' }])
  })
})
