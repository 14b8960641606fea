/** `npm run serve` compresses and caches files like a static host. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { serveFolder } from '../../scripts/serve.ts'

const largeScript = 'export const all = 1\n'.repeat(5000)
let dir: string
let server: Server

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'signpost-serve-'))
  await mkdir(join(dir, 'assets'))
  await writeFile(join(dir, '404.html'), '<p>Not here</p>')
  await writeFile(join(dir, 'assets/all.js'), largeScript)
  await writeFile(join(dir, 'picture.png'), 'PNG')
  server = await serveFolder(dir, 0)
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(dir, { recursive: true })
})

type HttpResponse = { status?: number; headers: IncomingHttpHeaders; body: Buffer }

/** Does not use fetch, which decompresses. */
function getWithoutDecompression(
  path: string,
  headers: Record<string, string> = {},
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    request(
      { port: (server.address() as AddressInfo).port, host: 'localhost', path, headers },
      async (response) => {
        const body = Buffer.concat(await response.toArray())
        resolve({ status: response.statusCode, headers: response.headers, body })
      },
    )
      .on('error', reject)
      .end()
  })
}

it('text is compressed as the browser accepts, and hashed assets are cached forever', async () => {
  const brotli = await getWithoutDecompression('/assets/all.js', { 'accept-encoding': 'gzip, br' })
  expect(brotli.headers).toMatchObject({
    'content-encoding': 'br',
    'content-length': String(brotli.body.length),
    'cache-control': 'public,max-age=31536000,immutable',
  })
  expect(brotliDecompressSync(brotli.body).toString()).toBe(largeScript)
  expect(
    gunzipSync(
      (await getWithoutDecompression('/assets/all.js', { 'accept-encoding': 'gzip' })).body,
    ).toString(),
  ).toBe(largeScript)
  expect((await getWithoutDecompression('/assets/all.js')).body.toString()).toBe(largeScript)
})

it('pictures and partial responses are not compressed', async () => {
  expect(
    (await getWithoutDecompression('/picture.png', { 'accept-encoding': 'br' })).headers,
  ).not.toHaveProperty('content-encoding')
  const part = await getWithoutDecompression('/assets/all.js', {
    'accept-encoding': 'br',
    range: 'bytes=0-5',
  })
  expect([part.status, part.body.toString()]).toEqual([206, 'export'])
})

it('a missing file is answered with the not-found page', async () => {
  const { status, body } = await getWithoutDecompression('/none', { 'accept-encoding': 'br' })
  expect([status, brotliDecompressSync(body).toString()]).toEqual([404, '<p>Not here</p>'])
})
