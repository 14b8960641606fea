import { crc32 } from 'node:zlib'
import { keepOrientation } from './exif.ts'

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

export const isPng = (bytes: Buffer): boolean => bytes.subarray(0, 8).equals(signature)

/** What draws the picture, with its colors and its animation. Programs may write any other. */
const drawing = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'cHRM', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'cICP'],
  ...['mDCV', 'cLLI', 'mDCv', 'cLLi', 'bKGD', 'hIST', 'pHYs', 'sPLT', 'acTL', 'fcTL', 'fdAT'],
])

/** Keeps what draws the picture. Of one that is cut off, browsers show what is there. */
export function cleanPng(bytes: Buffer): Buffer {
  const parts: Buffer[] = [signature]
  let at = signature.length
  while (at + 8 <= bytes.length) {
    const end = at + 12 + bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const content = bytes.subarray(at + 8, end - 4)
    if (type === 'eXIf') parts.push(...createExifChunk(content))
    else if (drawing.has(type) || isSoftware(type, content)) parts.push(bytes.subarray(at, end))
    if (type === 'IEND') break
    at = end
  }
  return Buffer.concat(parts)
}

const isSoftware = (type: string, content: Buffer): boolean =>
  /^[tzi](?:EXt|TXt)$/.test(type) && content.toString('latin1', 0, 9) === 'Software\0'

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
