/** `npm run serve` answers like a static host, and no request ends it. */
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { request, type IncomingHttpHeaders, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { defaultRules } from '../../scripts/prerender/hosts/hosting-rules.ts'
import { serveFolder } from '../../scripts/serve/serve-folder.ts'

// Tests may run as root, who can read every file.
vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs/promises')>()
  const open: typeof original.open = async (path, ...rest) => {
    if (!String(path).endsWith('unreadable.bin')) return original.open(path, ...rest)
    throw Object.assign(new Error('permission denied'), { code: 'EACCES' })
  }
  return { ...original, open }
})

const largeScript = 'export const all = 1\n'.repeat(5000)
const picture = '0123456789'
let work: string
let dir: string
let server: Server

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'signpost-serve-'))
  dir = join(work, 'dist')
  const files = {
    '404.html': '<p>Not here</p>',
    'index.html': '<p>Home</p>',
    'about/index.html': '<p>About</p>',
    'old.html': '<p>Old</p>',
    'assets/all.js': largeScript,
    'picture.png': picture,
    'empty.bin': '',
    'unreadable.bin': 'x',
    'a b.txt': 'space',
    '.env': 'SECRET=1',
    '.git/config': 'x',
    '.well-known/security.txt': 'Contact',
    '.hosts/rules.json': JSON.stringify({
      ...defaultRules,
      redirects: [{ from: '/former', to: '/about' }],
    }),
  }
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(dir, path, '..'), { recursive: true })
    await writeFile(join(dir, path), content)
  }
  await writeFile(join(work, 'outside.txt'), 'outside')
  await symlink('../outside.txt', join(dir, 'link.txt'))
  server = await serveFolder(dir, 0)
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(work, { recursive: true })
})

const getPort = () => (server.address() as AddressInfo).port
type HttpResponse = { status?: number; headers: IncomingHttpHeaders; body: Buffer }

/** Does not use fetch, which decompresses and normalizes the path. */
function send(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    request(
      { port: getPort(), host: 'localhost', path, headers, method, agent: false },
      async (response) => {
        const body = Buffer.concat(await response.toArray())
        resolve({ status: response.statusCode, headers: response.headers, body })
      },
    )
      .on('error', reject)
      .end()
  })
}

const getText = async (path: string, headers?: Record<string, string>) => {
  const { status, body } = await send(path, headers)
  return `${status} ${body.toString()}`
}

describe('a text', () => {
  it('is compressed as the browser accepts, and hashed assets are cached forever', async () => {
    const brotli = await send('/assets/all.js', { 'accept-encoding': 'gzip, br' })
    expect(brotli.headers).toMatchObject({
      'content-encoding': 'br',
      'content-length': String(brotli.body.length),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
    expect(brotliDecompressSync(brotli.body).toString()).toBe(largeScript)
    const zipped = await send('/assets/all.js', { 'accept-encoding': 'gzip' })
    expect(gunzipSync(zipped.body).toString()).toBe(largeScript)
    expect((await send('/assets/all.js')).body.toString()).toBe(largeScript)
  })

  it.each([
    ['gzip;q=0', undefined],
    ['gzip;q=0, br;q=0', undefined],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.1, gzip;q=0.9', 'gzip'],
    ['*', 'br'],
    ['identity', undefined],
    ['gzippy', undefined],
  ])('for Accept-Encoding: %s is sent with the encoding %s', async (accepted, encoding) => {
    const { headers } = await send('/assets/all.js', { 'accept-encoding': accepted })
    expect(headers['content-encoding']).toBe(encoding)
  })
})

describe('a picture', () => {
  it('is not compressed', async () => {
    const { headers, body } = await send('/picture.png', { 'accept-encoding': 'br' })
    expect(headers).not.toHaveProperty('content-encoding')
    expect(headers).toMatchObject({ 'content-type': 'image/png', 'accept-ranges': 'bytes' })
    expect(body.toString()).toBe(picture)
  })

  it.each([
    ['bytes=0-5', 206, '012345', 'bytes 0-5/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=-99', 206, picture, 'bytes 0-9/10'],
    ['bytes=9-99999999999999999999', 206, '9', 'bytes 9-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=99999999999999999999-', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['bytes=5-2', 200, picture, undefined],
    ['bytes=0-1,3-4', 200, picture, undefined],
    ['bytes=a-b', 200, picture, undefined],
    ['lines=1-2', 200, picture, undefined],
  ])('for Range: %s is answered with %i %s', async (range, status, text, part) => {
    const response = await send('/picture.png', { range, 'accept-encoding': 'br' })
    expect([response.status, response.body.toString()]).toEqual([status, text])
    expect(response.headers['content-range']).toBe(part)
  })

  it('may be empty', async () => {
    expect(await getText('/empty.bin')).toBe('200 ')
    expect(await getText('/empty.bin', { range: 'bytes=0-1' })).toBe('416 ')
  })
})

describe('a file that the browser has', () => {
  it('is not sent again, unless it has changed', async () => {
    const { headers } = await send('/', { 'accept-encoding': 'br' })
    const tag = headers.etag!
    const sendWithTag = (tags: string) =>
      send('/', { 'accept-encoding': 'br', 'if-none-match': tags })
    expect((await sendWithTag(tag)).status).toBe(304)
    expect((await sendWithTag(`"other", W/${tag}`)).headers.etag).toBe(tag)
    expect((await sendWithTag('"other"')).status).toBe(200)
    const date = headers['last-modified']!
    expect((await send('/', { 'if-modified-since': date })).status).toBe(304)
    const [before] = [new Date(Date.parse(date) - 1000).toUTCString()]
    expect((await send('/', { 'if-modified-since': before })).status).toBe(200)
    await writeFile(join(dir, 'index.html'), '<p>Other home</p>')
    expect((await sendWithTag(tag)).status).toBe(200)
  })

  it('has an ETag for each encoding, and is sent whole if a range is of another version', async () => {
    const tags = [await send('/'), await send('/', { 'accept-encoding': 'br' })]
    expect(tags[0]!.headers.etag).not.toBe(tags[1]!.headers.etag)
    const range = { range: 'bytes=0-1' }
    const { etag = '' } = (await send('/picture.png')).headers
    expect(await getText('/picture.png', { ...range, 'if-range': etag })).toBe('206 01')
    expect(await getText('/picture.png', { ...range, 'if-range': '"x"' })).toBe(`200 ${picture}`)
  })
})

describe('an address', () => {
  it.each([
    ['/about', '200 <p>About</p>'],
    ['/about?x=1', '200 <p>About</p>'],
    ['/old', '200 <p>Old</p>'],
    ['/a%20b.txt', '200 space'],
    ['/.well-known/security.txt', '200 Contact'],
    ['/.env', '404 <p>Not here</p>'],
    ['/%2eenv', '404 <p>Not here</p>'],
    ['/.git/config', '404 <p>Not here</p>'],
    ['/link.txt', '404 <p>Not here</p>'],
    ['/../outside.txt', '404 <p>Not here</p>'],
    ['/%2e%2e%2foutside.txt', '404 <p>Not here</p>'],
    ['/%', '400 The address is malformed.\n'],
    ['/%00', '400 The address is malformed.\n'],
    ['/a%5Cb/', '400 The address is malformed.\n'],
    ['/.git/', '404 <p>Not here</p>'],
    ['/none', '404 <p>Not here</p>'],
    ['/a\\b', '400 The address is malformed.\n'],
  ])('%s is answered with %s', async (path, answer) => {
    expect(await getText(path)).toBe(answer)
  })

  it('is redirected as the rules say, and without its slash', async () => {
    const getTarget = async (path: string) => (await send(path)).headers.location
    expect(await getTarget('/former')).toBe('/about')
    expect(await getTarget('/former?a=1')).toBe('/about?a=1')
    expect(await getTarget('/about/')).toBe('/about')
    expect(await getTarget('//evil.example/')).toBeUndefined()
  })
})

it('only GET and HEAD are allowed', async () => {
  const { status, headers } = await send('/', {}, 'POST')
  expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
  const head = await send('/picture.png', {}, 'HEAD')
  expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, '10', 0])
})

it('a missing file is answered with the not-found page, compressed', async () => {
  const { status, body } = await send('/none', { 'accept-encoding': 'br' })
  expect([status, brotliDecompressSync(body).toString()]).toEqual([404, '<p>Not here</p>'])
})

it('a file that cannot be read does not end the server', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { status, headers, body } = await send('/unreadable.bin')
  expect([status, body.toString()]).toEqual([500, 'This file cannot be read (EACCES).\n'])
  expect(headers).not.toHaveProperty('etag')
  expect(log.mock.calls).toEqual([['GET "/unreadable.bin": EACCES']])
  log.mockRestore()
  expect((await send('/')).status).toBe(200)
})

it('a request while a build replaces the folder is answered with the new one', async () => {
  await rename(dir, `${dir}-before`)
  const answer = getText('/about')
  await new Promise((resolve) => setTimeout(resolve, 10))
  await rename(`${dir}-before`, dir)
  expect(await answer).toBe('200 <p>About</p>')
})

describe('a connection is closed', () => {
  // Apart from the others, whose answers may take longer on a busy machine.
  let impatient: Server
  let port: number
  beforeAll(async () => {
    impatient = await serveFolder(dir, 0, { timeoutMs: 300 })
    port = (impatient.address() as AddressInfo).port
  })
  afterAll(() => {
    impatient.closeAllConnections()
    impatient.close()
  })
  const waitForEnd = (socket: Socket) =>
    new Promise((resolve) => socket.on('close', resolve).on('error', () => {}))

  it('if its client does not finish the request', async () => {
    const socket = connect(port, 'localhost')
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n').valueOf()
    await waitForEnd(socket.resume())
    // An occasional byte does not keep it open.
    const trickling = connect(port, 'localhost')
    trickling.write('GET / HTTP/1.1\r\n')
    const timer = setInterval(() => trickling.write('a: b\r\n'), 100)
    await waitForEnd(trickling.resume())
    clearInterval(timer)
  })

  it('if its client does not read the answer', async () => {
    await writeFile(join(dir, 'large.bin'), Buffer.alloc(32 * 1024 * 1024))
    const socket = connect(port, 'localhost').pause()
    socket.write('GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n')
    const closed = new Promise((resolve) =>
      impatient.once('connection', (other: Socket) => other.once('close', resolve)),
    )
    await closed
    socket.destroy()
  })
})
