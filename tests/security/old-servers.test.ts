/** An old site on a server that redirects in circles, is busy, or sends more than anybody reads. */
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { importSite, reportFile } from '../../scripts/import/import-site.ts'
import { formatImport } from '../../scripts/import/format-import.ts'
import { toProofSource } from '../../scripts/import/proof/prove-import.ts'
import { readUrl } from '../../scripts/import/sources/read-url.ts'

type Answer = (response: ServerResponse) => void

let work: string
let server: Server
let origin: string
let answers: Record<string, Answer>
let requests: string[]
let waits: number[]

/** Waiting takes no time. */
const clock = {
  now: () => 0,
  wait: async (ms: number) => void waits.push(ms),
  startTimer: () => () => undefined,
}

const html =
  (body: string): Answer =>
  (response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end(body)
const redirect =
  (location: string): Answer =>
  (response) =>
    void response.writeHead(301, { location }).end()
const status =
  (code: number, headers = {}): Answer =>
  (response) =>
    void response.writeHead(code, headers).end()

/** A home page with a link to each other address. */
const homePage = (...addresses: string[]): Answer =>
  html(
    `<title>Home</title><h1>Home</h1><p>Welcome.</p>${addresses.map((each) => `<p><a href="${each}">to ${each.slice(1)}</a></p>`).join('')}`,
  )

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'signpost-import-server-'))
})
afterAll(() => rm(work, { recursive: true }))
beforeEach(async () => {
  requests = []
  waits = []
  server = createServer(({ url = '/' }, response) => {
    requests.push(url)
    ;(answers[url] ?? status(404))(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => new Promise((resolve) => server.close(resolve)))

const countRequests = (address: string) => requests.filter((url) => url === address).length

async function importOld(name: string, limit = 100) {
  const dir = join(work, name)
  const old = await readUrl(`${origin}/`, limit, clock)
  const proof = toProofSource(old, origin)
  const result = await importSite(old, { source: origin, proof }, dir)
  const report = await readFile(join(dir, reportFile), 'utf8')
  return { report, lastLine: formatImport(result, dir, reportFile).split('\n').at(-1)! }
}

it('redirects in circles end after a few requests', async () => {
  answers = {
    '/': homePage('/self', '/slash', '/ping'),
    '/self': redirect('/self'),
    '/slash': redirect('/slash/'),
    '/slash/': redirect('/slash'),
    '/ping': redirect('/pong'),
    '/pong': redirect('/ping'),
  }
  const { report } = await importOld('circles')
  expect(requests.length).toBeLessThan(20)
  expect(countRequests('/self')).toBe(1)
  expect(report).toContain(
    '/self and /slash: The old site redirects it to itself, again and again.',
  )
  expect(report).toContain('| /ping | 410, it redirected in a circle |')
})

it('a sitemap that names itself is read once', async () => {
  const urls = Array.from({ length: 500 }, (_, index) => `${origin}/sitemap-${index}.xml`)
  const index = [`${origin}/sitemap.xml`, ...urls].map(
    (url) => `<sitemap><loc>${url}</loc></sitemap>`,
  )
  answers = {
    '/': homePage(),
    '/sitemap.xml': (response) =>
      void response.end(`<sitemapindex>${index.join('')}</sitemapindex>`),
  }
  await readUrl(`${origin}/`, 100, clock)
  expect(countRequests('/sitemap.xml')).toBe(1)
  expect(requests.length).toBeLessThan(120)
})

it('a busy server is asked again after the time that it names, and what is left is not reached', async () => {
  let tries = 0
  answers = {
    '/': homePage('/busy', '/full', '/closed', '/lost', '/leads-to-full', '/secret'),
    '/busy': (response) =>
      tries++ === 0
        ? status(429, { 'retry-after': '7' })(response)
        : html('<title>Busy</title><h1>Busy</h1><p>At last.</p>')(response),
    '/full': status(503),
    '/closed': (response) => void response.socket!.destroy(),
    '/leads-to-full': redirect('/full'),
    '/secret': status(403),
  }
  const { report, lastLine } = await importOld('busy')
  expect(waits).toContain(7000)
  expect(countRequests('/full')).toBe(3)
  expect(report).toContain('/full: The old site answers 503 Service Unavailable.')
  expect(report).toContain('- /: /full\n')
  expect(report).toContain('| /leads-to-full | not reached |')
  expect(report).toContain('| /secret | not reached |')
  // Of what was not reached, nobody knows whether it led nowhere.
  expect(report).not.toContain('led nowhere')
  expect(report).toContain('- /: /lost\n')
  expect(lastLine).toBe('2 of 6 old addresses answered, 4 not reached')
})

it('a server that stops to answer is left alone', async () => {
  const pages = Array.from({ length: 40 }, (_, index) => `/page-${index}`)
  answers = {
    '/': homePage(...pages),
    ...Object.fromEntries(pages.map((page) => [page, status(429, { 'retry-after': '3600' })])),
  }
  const { report, lastLine } = await importOld('silent')
  expect(requests.filter((url) => url.startsWith('/page'))).toHaveLength(5)
  expect(waits.filter((ms) => ms > 60_000)).toEqual([])
  expect(report).toContain('429 Too Many Requests, and asks to wait 3600 seconds.')
  expect(report).toContain('so it was not asked for more')
  expect(lastLine).toBe('1 of 41 old addresses answered, 40 not reached')
})

it('an answer that grows when it is decompressed is cut, and named', async () => {
  const bomb = gzipSync(Buffer.alloc(60_000_000, ' '))
  answers = {
    '/': homePage('/bomb'),
    '/bomb': (response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
      response.end(bomb)
    },
  }
  const { report } = await importOld('bomb')
  expect(report).toContain('/bomb: It has more than 50 MB after decompression, which is not read.')
})

it('addresses beyond the limit are counted as not reached', async () => {
  answers = {
    '/': homePage('/one', '/two', '/three'),
    '/one': html('<title>One</title><h1>One</h1><p>First.</p>'),
  }
  const { lastLine } = await importOld('limit', 2)
  expect(lastLine).toBe('2 of 4 old addresses answered, 2 not reached')
})
