import { keepOrientation } from './exif.ts'

/** What draws the picture, with its colors and its animation. Programs may write any other. */
const drawing = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
const [exifFlag, xmpFlag] = [0x08, 0x04]

export const isWebp = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'

/** Keeps what draws the picture. Of one that is cut off, browsers show what is there. */
export function cleanWebp(bytes: Buffer): Buffer {
  const length = Math.min(8 + bytes.readUInt32LE(4), bytes.length)
  const parts: Buffer[] = []
  let exif: Buffer | undefined
  for (let at = 12; at + 8 <= length; ) {
    const size = bytes.readUInt32LE(at + 4)
    const end = at + 8 + size + (size % 2)
    const type = bytes.toString('latin1', at, at + 4)
    const content = bytes.subarray(at + 8, Math.min(at + 8 + size, length))
    // Some programs begin it as in a JPEG.
    if (type === 'EXIF')
      exif = keepOrientation(
        content.toString('latin1', 0, 4) === 'Exif' ? content.subarray(6) : content,
      )
    else if (drawing.has(type)) parts.push(bytes.subarray(at, Math.min(end, length)))
    at = end
  }
  const [first] = parts
  if (first?.toString('latin1', 0, 4) === 'VP8X') {
    parts[0] = Buffer.from(first)
    parts[0][8] = (first[8]! & ~(exifFlag | xmpFlag)) | (exif ? exifFlag : 0)
  }
  if (exif) {
    const header = Buffer.from('EXIF\0\0\0\0', 'latin1')
    header.writeUInt32LE(exif.length, 4)
    parts.push(header, exif)
  }
  const content = Buffer.concat(parts)
  const start = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  start.writeUInt32LE(4 + content.length, 4)
  return Buffer.concat([start, content])
}
