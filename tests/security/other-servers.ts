/** An old site that sends an import to another server, such as one in the network of its user. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'
import { readUrl } from '../../scripts/import/sources/read-url.ts'
import type { Attack } from './attack.ts'

type Answer = { headers?: Record<string, string>; status?: number; body?: string }

/** @param other the address of a server that must not be asked */
const oldSites: Record<string, (other: string) => Record<string, Answer>> = {
  'a redirect': (other) => ({ '/a': { status: 302, headers: { location: other } } }),
  'a redirect of the home page': (other) => ({
    '/': { status: 301, headers: { location: other } },
  }),
  'a link': (other) => ({ '/a': { body: `<p><a href="${other}">a</a></p>` } }),
  'a picture': (other) => ({ '/a': { body: `<p><img src="${other}" alt="a"></p>` } }),
  'a base': (other) => ({ '/a': { body: `<base href="${other}"><p><a href="b">b</a></p>` } }),
  'a frame': (other) => ({ '/a': { body: `<iframe src="${other}"></iframe>` } }),
  'a refresh': (other) => ({
    '/a': { body: `<meta http-equiv=refresh content="0;url=${other}">` },
  }),
  'a canonical address': (other) => ({ '/a': { body: `<link rel=canonical href="${other}">` } }),
  'a sitemap': (other) => ({
    '/sitemap.xml': { body: `<urlset><url><loc>${other}</loc></url></urlset>` },
  }),
  'a sitemap of sitemaps': (other) => ({
    '/sitemap.xml': { body: `<sitemapindex><sitemap><loc>${other}</loc></sitemap></sitemapindex>` },
  }),
  'a line in robots.txt': (other) => ({ '/robots.txt': { body: `Sitemap: ${other}` } }),
}

const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

let answers: Record<string, Answer> = {}
let asked = 0
const old = createServer(({ url = '/' }, response) => {
  const { status = 200, headers, body = '' } = answers[url] ?? { status: 404 }
  response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body)
})
const other = createServer((_, response) => {
  asked++
  response.end('secret')
})
let [oldOrigin, otherOrigin] = ['', '']
beforeAll(async () => {
  oldOrigin = await listen(old)
  otherOrigin = await listen(other)
})
afterAll(() => {
  for (const server of [old, other]) {
    server.closeAllConnections()
    server.close()
  }
})

const clock = { now: () => 0, wait: async () => {}, startTimer: () => () => undefined }

export const otherServers: Attack[] = Object.entries(oldSites).map(([attack, create]) => ({
  door: 'import',
  attack: `${attack} to another server`,
  send: async () => {
    const home = { body: '<title>Home</title><h1>Home</h1><p><a href="/a">a</a></p>' }
    answers = { '/': home, ...create(`${otherOrigin}/b`) }
    asked = 0
    await readUrl(`${oldOrigin}/`, 20, clock).catch(() => undefined)
    return `asked ${asked} times`
  },
  must: 'asked 0 times',
}))
