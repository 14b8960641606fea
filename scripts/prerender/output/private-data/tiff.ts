const entryBytes = 12
const valueBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]
/** The directories of Exif, of where it was taken, and of what other programs know. */
const directories = new Set([34665, 34853, 40965])
/**
 * Names, descriptions, the camera, the time, people, XMP, IPTC, Photoshop's own, and serial numbers.
 * Any other tag may draw, or place a map, which is what such a file is for.
 */
const described = new Set([
  ...[269, 270, 271, 272, 285, 305, 306, 315, 316, 700, 32932, 33432, 33723, 34377, 37500, 37510],
  ...[37724, 42016, 42032, 42033, 42037, 50708, 50735, 50740, 50827, ...directories],
])
const otherPictures = 330
const maxPictures = 1000

export const isTiff = (bytes: Buffer): boolean =>
  ['II*\0', 'MM\0*'].includes(bytes.toString('latin1', 0, 4))

/**
 * Takes out the entries that describe the picture, and overwrites what they point at. Of a file that is
 * damaged, what can be found is overwritten.
 */
export function cleanTiff(bytes: Buffer): Buffer {
  const cleaned = Buffer.from(bytes)
  try {
    cleanDirectories(bytes, cleaned)
  } catch {
    // It is cut off.
  }
  return cleaned
}

function cleanDirectories(bytes: Buffer, cleaned: Buffer): void {
  const isLittle = bytes[0] === 0x49
  const read16 = (at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at))
  const read32 = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  const seen = new Set<number>()
  let entries = 0
  const waiting = [{ at: read32(4), isPrivate: false }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { at, isPrivate } = next
    if (at === 0 || seen.has(at)) continue
    seen.add(at)
    const start = at + 2
    const end = start + read16(at) * entryBytes
    // More than there is room for, so it is damaged.
    if ((entries += read16(at)) > bytes.length / entryBytes) break
    const kept: Buffer[] = []
    for (let entry = start; entry < end; entry += entryBytes) {
      const [tag, count] = [read16(entry), read32(entry + 4)]
      const length = count * (valueBytes[read16(entry + 2)] ?? 1)
      const value = length > 4 ? read32(entry + 8) : entry + 8
      if (directories.has(tag)) waiting.push({ at: read32(entry + 8), isPrivate: true })
      if (tag === otherPictures && !isPrivate)
        for (let index = 0; index < Math.min(count, maxPictures); index++)
          waiting.push({ at: read32(value + 4 * index), isPrivate })
      if (isPrivate || described.has(tag))
        cleaned.fill(0, value, Math.min(value + length, bytes.length))
      else kept.push(bytes.subarray(entry, entry + entryBytes))
    }
    waiting.push({ at: read32(end), isPrivate })
    if (kept.length * entryBytes === end - start) continue
    const left = Buffer.concat([...kept, bytes.subarray(end, end + 4)])
    cleaned.fill(0, start, end + 4)
    if (!isPrivate) left.copy(cleaned, start)
    if (isLittle) cleaned.writeUInt16LE(kept.length, at)
    else cleaned.writeUInt16BE(kept.length, at)
  }
}
