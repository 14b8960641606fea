import { crc32 } from 'node:zlib'
import { keepOrientation } from './exif.ts'

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

export const isPng = (bytes: Buffer): boolean => bytes.subarray(0, 8).equals(signature)

/** Keeps what draws the picture. @returns undefined if the file is damaged */
export function cleanPng(bytes: Buffer): Buffer | undefined {
  const parts: Buffer[] = [signature]
  let at = signature.length
  while (at + 12 <= bytes.length) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) return undefined
    const type = bytes.toString('latin1', at + 4, at + 8)
    const content = bytes.subarray(at + 8, end - 4)
    if (type === 'eXIf') parts.push(...createExifChunk(content))
    else if (!isPrivate(type, content)) parts.push(bytes.subarray(at, end))
    if (type === 'IEND') return Buffer.concat(parts)
    at = end
  }
  return undefined
}

const isPrivate = (type: string, content: Buffer): boolean =>
  /^(?:tIME|caBX)$/.test(type) ||
  (/^(?:tEXt|zTXt|iTXt)$/.test(type) && !content.toString('latin1', 0, 9).startsWith('Software\0'))

function createExifChunk(content: Buffer): Buffer[] {
  const exif = keepOrientation(content)
  if (!exif) return []
  const chunk = Buffer.alloc(12 + exif.length)
  chunk.writeUInt32BE(exif.length)
  chunk.write('eXIf', 4, 'latin1')
  exif.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4)
  return [chunk]
}
