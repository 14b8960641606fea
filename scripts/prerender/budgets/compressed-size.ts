import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Size } from './page-weight.ts'

/** @returns the size in Brotli. */
export const compressedSize = (content: string | Buffer, quality: number) =>
  brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length

/** Sizes by content and quality, because pages share most files. */
const measuredSizes = new WeakMap<Buffer, Map<number, Size>>()

export function measureBuffer(content: Buffer, quality: number): Size {
  const sizes = measuredSizes.get(content) ?? new Map<number, Size>()
  measuredSizes.set(content, sizes)
  const known = sizes.get(quality)
  if (known) return known
  const size = {
    raw: content.length,
    brotli: compressedSize(content, quality),
    gzip: gzipSync(content, { level: 9 }).length,
  }
  sizes.set(quality, size)
  return size
}

export const sumSizes = (sizes: Size[]): Size =>
  sizes.reduce(
    (sum, { raw, brotli, gzip }) => ({
      raw: sum.raw + raw,
      brotli: sum.brotli + brotli,
      gzip: sum.gzip + gzip,
    }),
    { raw: 0, brotli: 0, gzip: 0 },
  )
