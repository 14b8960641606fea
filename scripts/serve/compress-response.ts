import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressibleTypes =
  /^(text\/|application\/(javascript|json|xml|atom\+xml|manifest\+json|ld\+json)|image\/svg\+xml)/
const compressors = {
  // Hosts compress once with quality 11, which is too slow for each request.
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (body: Buffer) => promisify(gzip)(body),
}

/**
 * Makes a response compress its body as static hosts do. Buffers the whole body. Call it before
 * writing to the response.
 */
export function compressResponse(request: IncomingMessage, response: ServerResponse): void {
  const accepted = request.headers['accept-encoding'] ?? ''
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
  // Ranges refer to the uncompressed file.
  if (!encoding || request.headers.range !== undefined || request.method !== 'GET') return
  const { writeHead, end } = response
  const send = async (status: number, chunks: Buffer[]) => {
    const body = await compressors[encoding](Buffer.concat(chunks))
    if (response.destroyed) return
    Object.assign(response, { writeHead, end })
    response
      .writeHead(status, {
        vary: 'accept-encoding',
        'content-encoding': encoding,
        'content-length': body.length,
      })
      .end(body)
  }
  Object.assign(response, {
    writeHead(status: number, headers: Record<string, string | number> = {}) {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
      response.writeHead = writeHead
      if (!compressibleTypes.test(String(response.getHeader('content-type') ?? '')))
        return response.writeHead(status)
      const chunks: Buffer[] = []
      const addChunk = (chunk?: Buffer | string) =>
        void (chunk !== undefined && chunks.push(Buffer.from(chunk as string)))
      Object.assign(response, {
        write: (chunk: Buffer) => (addChunk(chunk), true),
        end: (chunk?: Buffer | string) => {
          addChunk(chunk)
          void send(status, chunks)
          return response
        },
      })
      return response
    },
  })
}
