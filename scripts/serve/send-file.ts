import { open, readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { getContentType, isCompressible } from '../prerender/hosts/hosting-rules.ts'
import type { FoundFile } from './find-file.ts'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

type SendOptions = { headers?: Record<string, string>; status?: 200 | 404 | 410 }

/**
 * Sends a file: compressed if the client accepts that, nothing if the client has this version of
 * it, or the part that the client asks for.
 * @throws what the file system reports, before anything is sent
 */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: FoundFile,
  { headers, status = 200 }: SendOptions,
): Promise<void> {
  const type = getContentType(file.path) ?? 'application/octet-stream'
  const isText = isCompressible(type)
  const isFound = status === 200
  // Ranges refer to the uncompressed file.
  const asksForPart = isFound && request.headers.range !== undefined
  const accepted = request.headers['accept-encoding']
  const encoding = isText && !asksForPart ? chooseEncoding(String(accepted)) : undefined
  const version = describeVersion(file, encoding)
  response.setHeaders(
    new Map([
      ...Object.entries(headers ?? {}),
      ...(isText ? [['vary', 'accept-encoding'] as const] : []),
      ...(isFound ? Object.entries({ ...version, 'accept-ranges': 'bytes' }) : []),
    ]),
  )
  if (isFound && hasCurrentVersion(request.headers, version)) {
    response.writeHead(304).end()
    return
  }
  const range =
    asksForPart && canSendRange(request.headers, version)
      ? parseRange(request.headers.range, file.size)
      : undefined
  if (range === 'unsatisfiable') {
    response.writeHead(416, { 'content-range': `bytes */${file.size}` }).end()
    return
  }
  response.setHeader('content-type', type)
  const hasBody = request.method !== 'HEAD'
  if (encoding) {
    const body = await compress(await readFile(file.path), encoding)
    response.writeHead(status, { 'content-encoding': encoding, 'content-length': body.length })
    response.end(hasBody ? body : undefined)
  } else {
    await sendBytes(response, file, { range, status, hasBody })
  }
}

async function sendBytes(
  response: ServerResponse,
  { path, size }: FoundFile,
  { range, status, hasBody }: { range?: ByteRange; status: number; hasBody: boolean },
): Promise<void> {
  const { start, end } = range ?? { start: 0, end: size - 1 }
  const handle = await open(path)
  try {
    response.writeHead(range ? 206 : status, {
      'content-length': end - start + 1,
      ...(range && { 'content-range': `bytes ${start}-${end}/${size}` }),
    })
    if (hasBody && size > 0) {
      // An error from here on closes the connection: the client sees that the file is incomplete.
      await pipeline(handle.createReadStream({ start, end }), response).catch(() => {})
    } else {
      response.end()
    }
  } finally {
    await handle.close()
  }
}

type Version = { etag: string; 'last-modified': string }

/** The compressed forms of a file are versions of their own. */
function describeVersion({ size, modifiedMs }: FoundFile, encoding?: Encoding): Version {
  const parts = [size.toString(36), Math.round(modifiedMs * 1000).toString(36), encoding ?? []]
  return {
    etag: `"${parts.flat().join('-')}"`,
    'last-modified': new Date(modifiedMs).toUTCString(),
  }
}

/** Whether the client has this version of a file. */
function hasCurrentVersion(headers: IncomingHttpHeaders, version: Version): boolean {
  const { 'if-none-match': tags, 'if-modified-since': date } = headers
  if (tags !== undefined) {
    const known = tags.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
    return known.includes('*') || known.includes(version.etag)
  }
  return date !== undefined && Date.parse(date) >= Date.parse(version['last-modified'])
}

/** Whether a range refers to this version of a file. */
function canSendRange({ 'if-range': wanted }: IncomingHttpHeaders, version: Version): boolean {
  return wanted === undefined || wanted === version.etag || wanted === version['last-modified']
}

type Encoding = 'br' | 'gzip'

/**
 * Chooses how to compress a response.
 * @param accepted the `Accept-Encoding` header
 * @returns undefined for no compression
 */
function chooseEncoding(accepted = ''): Encoding | undefined {
  const weights = new Map<string, number>()
  for (const item of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    weights.set(name, weight === undefined ? 1 : Number(weight) || 0)
  }
  const getWeight = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const [br, zip] = [getWeight('br'), getWeight('gzip')]
  if (br === 0 && zip === 0) return undefined
  return br >= zip ? 'br' : 'gzip'
}

const compressors: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  // Hosts compress once with quality 11, which is too slow for each request.
  br: (body) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (body) => promisify(gzip)(body),
}

const compress = (body: Buffer, encoding: Encoding): Promise<Buffer> => compressors[encoding](body)

/** Part of a file, in bytes. Both ends are included. */
type ByteRange = { start: number; end: number }

/**
 * Parses a `Range` header by RFC 9110.
 * @param size of the file in bytes
 * @returns undefined if the header is malformed or asks for several ranges: then the whole file is
 * sent. `unsatisfiable` if the file has no such part.
 */
function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return undefined
  if (start >= size) return 'unsatisfiable'
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}
