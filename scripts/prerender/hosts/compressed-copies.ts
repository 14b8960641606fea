import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { DerivedFile } from '../../images/derived-file.ts'
import { readFromFirst, type WrittenFile } from '../output/output-file.ts'
import { getContentType, isCompressible } from './hosting-rules.ts'

/** Smaller files fit into one packet anyway. Bytes. */
const minSize = 1024

/**
 * Lists compressed copies of texts, which a host sends instead of compressing each answer. A copy
 * is kept while its file is.
 * @param folders where files may be: new ones in the first, those that stay in the second
 */
export function listCompressedCopies(files: WrittenFile[], folders: string[]): DerivedFile[] {
  return files
    .filter(({ path, size }) => size >= minSize && isCompressible(getContentType(path) ?? ''))
    .flatMap(({ path, size, modifiedMs }) => {
      const inputs = `${size} ${modifiedMs}`
      const read = () => readFromFirst(folders, path)
      return [
        { path: `${path}.gz`, inputs, draw: async () => compressGzip(await read()) },
        { path: `${path}.br`, inputs, draw: async () => compressBrotli(await read()) },
      ]
    })
}

async function compressGzip(bytes: Buffer): Promise<Buffer> {
  const compressed = await promisify(gzip)(bytes, { level: 9 })
  // The gzip header names the operating system, but builds must be the same on all systems.
  compressed[9] = 255
  return compressed
}

const compressBrotli = (bytes: Buffer): Promise<Buffer> =>
  promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
