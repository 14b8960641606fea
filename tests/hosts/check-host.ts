/** What every host must answer, by the rules of a build and its files. */
import { addQuery, encodePath, parseAlias } from '../../schema/resolve/alias-address.ts'
import { readFile } from 'node:fs/promises'
import { request, type IncomingHttpHeaders } from 'node:http'
import { extname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { rulesFile, type HostingRules } from '../../scripts/prerender/hosts/hosting-rules.ts'
import { listOutputFiles } from '../helpers/output-files.ts'

export type HostUnderTest = {
  port: number
  /** The built folder that it serves. */
  dir: string
  /** Encodings that it must offer. */
  encodings: ('gzip' | 'br')[]
}

type Answer = { status?: number; headers: IncomingHttpHeaders; body: Buffer }

/** Does not use fetch, which decompresses, normalizes the path and follows redirects. */
function send(
  port: number,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request({ port, host: 'localhost', path, headers, method, agent: false }, async (response) => {
      const body = Buffer.concat(await response.toArray())
      resolve({ status: response.statusCode, headers: response.headers, body })
    })
      .on('error', reject)
      .end()
  })
}

/** @returns what a host answers differently, one line each. */
export async function checkHost({ port, dir, encodings }: HostUnderTest): Promise<string[]> {
  const rules = JSON.parse(await readFile(join(dir, rulesFile), 'utf8')) as HostingRules
  const { base } = rules
  const found: string[] = []
  /** @param path below the base path */
  const get = (path: string, headers?: Record<string, string>, method?: string) =>
    send(port, base + path, headers, method)
  const expectSame = (what: string, actual: unknown, wanted: unknown) => {
    if (actual !== wanted) found.push(`${what}: ${String(actual)} instead of ${String(wanted)}`)
  }
  const expectHeaders = (path: string, { headers }: Answer, caching?: string) => {
    const isDrawn = rules.drawings.extensions.includes(extname(path.split(' ')[0]!).slice(1))
    for (const [name, value] of Object.entries({
      ...rules.headers,
      ...(isDrawn && { 'Content-Security-Policy': rules.drawings.policy }),
    }))
      expectSame(`${path} ${name}`, headers[name.toLowerCase()], value)
    if (caching !== undefined) expectSame(`${path} caching`, headers['cache-control'], caching)
    expectSame(`${path} server version`, /\d/.test(String(headers.server)), false)
  }
  const expectRedirect = async (path: string, target: string) => {
    const answer = await get(path)
    expectSame(`${path} status`, answer.status, 301)
    const { location = '' } = answer.headers
    const { href } = new URL(location, `http://localhost:${port}`)
    expectSame(`${path} target`, href, new URL(target, `http://localhost:${port}`).href)
    expectHeaders(path, answer)
  }
  const notFound = await readFile(join(dir, '404.html'))
  const expectNotFound = async (path: string, status = 404) => {
    const answer = await get(path)
    expectSame(`${path} status`, answer.status, status)
    expectSame(`${path} is the not-found page`, answer.body.equals(notFound), true)
    expectHeaders(path, answer, rules.caching.others)
  }
  const expectFile = async (path: string, file: string) => {
    const bytes = await readFile(join(dir, file))
    const answer = await get(path)
    const { etag } = answer.headers
    expectSame(`${path} status`, answer.status, 200)
    expectSame(`${path} content`, answer.body.equals(bytes), true)
    const type = rules.types[extname(file).slice(1)] ?? 'application/octet-stream'
    expectSame(`${path} type`, answer.headers['content-type'], type)
    const isHashed = file.startsWith('/assets/')
    expectHeaders(path, answer, isHashed ? rules.caching.hashed : rules.caching.others)
    const again = await get(path, { 'if-none-match': String(etag) })
    expectSame(`${path} if the client has it`, again.status, 304)
    expectHeaders(`${path} again`, again)
    const head = await get(path, {}, 'HEAD')
    expectSame(`HEAD ${path}`, `${head.status} ${head.body.length}`, '200 0')
    const part = await get(path, { range: 'bytes=1-5' })
    expectSame(`${path} part`, part.status, 206)
    expectSame(`${path} part content`, part.body.equals(bytes.subarray(1, 6)), true)
    if (bytes.length < 1024 || !/^text|json$|svg/.test(type)) return
    for (const encoding of encodings) {
      const encoded = await get(path, { 'accept-encoding': encoding })
      expectSame(`${path} encoding`, encoded.headers['content-encoding'], encoding)
      expectSame(`${path} varies without it`, answer.headers.vary?.toLowerCase(), 'accept-encoding')
      expectSame(`${path} varies`, encoded.headers.vary?.toLowerCase(), 'accept-encoding')
      expectSame(`${path} ${encoding} type`, encoded.headers['content-type'], type)
      if (encoded.headers['content-encoding'] !== encoding) continue
      const known = { 'accept-encoding': encoding, 'if-none-match': String(encoded.headers.etag) }
      expectSame(`${path} ${encoding} if the client has it`, (await get(path, known)).status, 304)
      const decode = encoding === 'br' ? brotliDecompressSync : gunzipSync
      expectSame(`${path} ${encoding} content`, decode(encoded.body).equals(bytes), true)
    }
  }

  const redirected = new Set(
    rules.redirects
      .map(({ from }) => parseAlias(from))
      .map(({ path, query }) => (query ? '' : path)),
  )
  redirected.delete('')
  const slash = rules.trailingSlash ? '/' : ''
  for (const file of await listOutputFiles(dir)) {
    if (/^\/\.|\.(gz|br)$|^\/(404\.html|_redirects|_headers)$/.test(file)) continue
    if (!file.endsWith('/index.html')) {
      if (!redirected.has(file)) await expectFile(file, file)
      continue
    }
    const route = file.replace(/\/index\.html$/, '')
    if (redirected.has(route)) continue
    await expectFile(`${route}${slash}` || '/', file)
    const address = `${base}${route}${slash || (route === '' ? '/' : '')}`
    await expectRedirect(`${file}?a=1`, `${address}?a=1`)
    if (route === '') continue
    const [right, wrong] = rules.trailingSlash ? [`${route}/`, route] : [route, `${route}/`]
    await expectRedirect(`${wrong}?a=1`, `${base}${right}?a=1`)
  }
  for (const { from, to } of rules.redirects) {
    const { path, isPrefix, query } = parseAlias(from)
    const encoded = encodePath(path)
    const pairs = query?.map((pair) => pair.join('=')).reverse()
    const queries = pairs ? [`?a=b&${pairs.join('&')}`] : ['', '?a=b%20c']
    for (const end of isPrefix ? ['x', 'x/y.html', 'x%20y'] : [''])
      for (const search of queries)
        await expectRedirect(encoded + end + search, addQuery(to, search))
    if (!isPrefix && !/\.html?$/.test(path) && path !== '/')
      await expectRedirect(
        `${encoded}/${pairs ? queries[0] : ''}`,
        addQuery(to, pairs ? queries[0]! : ''),
      )
    if (query) {
      const other = await get(`${encoded}?${query[0]![0]}=${query[0]![1]}9`)
      expectSame(`${from} with another query`, other.headers.location === to, false)
    }
  }
  for (const path of rules.gone) await expectNotFound(path, 410)
  for (const path of ['/none', '/none/at/all', '/assets', '/assets/none.js', '/404', '/404.html'])
    await expectNotFound(path)
  for (const path of [rulesFile, '/.env', '/.git/config'])
    expectSame(`${path} is hidden`, (await get(path)).status, 404)
  if (base !== '') {
    const { status, headers } = await send(port, base)
    const { pathname } = new URL(headers.location ?? '/', `http://localhost:${port}`)
    expectSame(`${base} leads to`, `${status} ${pathname}`, `301 ${base}/`)
    for (const path of ['/', '/elsewhere', `${base}x`, `${base}x/`]) {
      const { body } = await send(port, path)
      expectSame(`${path} is answered by this site`, body.equals(notFound), false)
    }
  }
  expectSame('POST', (await get(`/`, {}, 'POST')).status, 405)
  for (const path of [
    '//evil.example/',
    '/\\evil.example/',
    '/%5Cevil.example/',
    '/%2Fevil.example/',
  ]) {
    const { location } = (await get(path)).headers
    const target = new URL(location ?? '/', `http://localhost:${port}`)
    expectSame(`${path} leads to`, target.hostname, 'localhost')
    const isBackslash = /\\|%5c/i.test(path)
    if (isBackslash) expectSame(`${path} redirects`, location, undefined)
  }
  for (const path of ['/%0d%0ax-evil:1/', '/a%0d%0ax-evil:1/index.html', '/a?%0d%0ax-evil:1']) {
    expectSame(`${path} adds a header`, (await get(path)).headers['x-evil'], undefined)
  }
  return found
}
