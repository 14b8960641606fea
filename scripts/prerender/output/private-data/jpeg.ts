import { keepOrientation } from './exif.ts'

const [startOfImage, endOfImage, startOfScan] = [0xd8, 0xd9, 0xda]
/** The segments that draw: tables, frames and scans. */
const [firstFrame, lastFrame] = [0xc0, 0xdf]
const jfifLength = 18
const exifName = 'Exif\0\0'

export const isJpeg = (bytes: Buffer): boolean =>
  bytes[0] === 0xff && bytes[1] === startOfImage && bytes[2] === 0xff

/** Keeps what draws the picture. Of one that is damaged, browsers show what is there. */
export function cleanJpeg(bytes: Buffer): Buffer {
  const parts = [bytes.subarray(0, 2)]
  let at = 2
  while (at + 1 < bytes.length) {
    // Browsers skip what is between two segments.
    if (bytes[at] !== 0xff) {
      at = bytes.indexOf(0xff, at)
      if (at === -1) break
    }
    const marker = bytes[at + 1]!
    // Any number of these may precede a marker.
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker === endOfImage) {
      parts.push(bytes.subarray(at, at + 2))
      break
    }
    if (at + 4 > bytes.length) break
    const end = Math.min(at + 2 + Math.max(2, bytes.readUInt16BE(at + 2)), bytes.length)
    const segment = bytes.subarray(at, end)
    parts.push(...keepSegment(marker, segment))
    at = end
    if (marker !== startOfScan) continue
    at = findMarker(bytes, end)
    parts.push(bytes.subarray(end, at))
  }
  return Buffer.concat(parts)
}

function keepSegment(marker: number, segment: Buffer): Buffer[] {
  const startsWith = (name: string) => segment.toString('latin1', 4, 4 + name.length) === name
  if (marker >= firstFrame && marker <= lastFrame) return [segment]
  // A small picture may follow, and what programs hide there.
  if (marker === 0xe0 && startsWith('JFIF\0') && segment.length >= jfifLength) {
    const header = Buffer.from(segment.subarray(0, jfifLength))
    header.writeUInt16BE(jfifLength - 2, 2)
    header.fill(0, jfifLength - 2)
    return [header]
  }
  const shows =
    (marker === 0xe2 && startsWith('ICC_PROFILE\0')) || (marker === 0xee && startsWith('Adobe'))
  if (shows) return [segment]
  if (marker !== 0xe1 || !startsWith(exifName)) return []
  const exif = keepOrientation(segment.subarray(4 + exifName.length))
  if (!exif) return []
  const header = Buffer.from(`\xff\xe1\0\0${exifName}`, 'latin1')
  header.writeUInt16BE(2 + exifName.length + exif.length, 2)
  return [header, exif]
}

/** Finds the end of a scan. A byte 0 follows ff in its data, and restart markers belong to it. */
function findMarker(bytes: Buffer, start: number): number {
  let at = bytes.indexOf(0xff, start)
  while (at !== -1 && at + 1 < bytes.length) {
    const next = bytes[at + 1]!
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
    at = bytes.indexOf(0xff, at + 1)
  }
  return bytes.length
}
