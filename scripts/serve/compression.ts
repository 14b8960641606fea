import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip'

/**
 * Chooses how to compress a response.
 * @param accepted the `Accept-Encoding` header
 * @returns undefined for no compression
 */
export function chooseEncoding(accepted = ''): Encoding | undefined {
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

export const compress = (body: Buffer, encoding: Encoding): Promise<Buffer> =>
  compressors[encoding](body)
