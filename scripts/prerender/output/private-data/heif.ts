/** AVIF and HEIC: boxes of ISO 14496-12, with the items of ISO 23008-12. */

type Box = { type: string; start: number; content: number; end: number }

/** Whatever its brand: browsers read each file that has the items of a picture. */
export const isHeif = (bytes: Buffer): boolean => bytes.toString('latin1', 4, 8) === 'ftyp'

/** The boxes that draw. Others hold what programs add, such as XMP. */
const drawing = new Set(['ftyp', 'meta', 'moov', 'mdat'])

/**
 * Overwrites Exif and XMP where they are, because other parts of the file are named by their
 * position. Another box says how the picture is turned.
 * @returns undefined if the file is damaged
 */
export function cleanHeif(bytes: Buffer): Buffer | undefined {
  try {
    const cleaned = Buffer.from(bytes)
    const all = listBoxes(bytes, 0, bytes.length)
    for (const { type, content, end } of all)
      if (!drawing.has(type)) cleaned.fill(0, content, Math.min(end, bytes.length))
    const meta = all.find(({ type }) => type === 'meta')
    if (!meta) return undefined
    const boxes = listBoxes(bytes, meta.content + 4, meta.end)
    const find = (type: string) => boxes.find((box) => box.type === type)
    const [info, location] = [find('iinf'), find('iloc')]
    if (!info || !location) return undefined
    const dataStart = find('idat')?.content
    const privateItems = listPrivateItems(bytes, info)
    for (const { id, start, length } of listExtents(bytes, location, dataStart))
      if (privateItems.has(id))
        cleaned.fill(0, start, length === 0 ? bytes.length : Math.min(start + length, bytes.length))
    return cleaned
  } catch {
    // It is cut off.
    return undefined
  }
}

function listBoxes(bytes: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = []
  for (let start = from; start + 8 <= to; ) {
    const size = bytes.readUInt32BE(start)
    const isLong = size === 1
    const length = isLong
      ? Number(bytes.readBigUInt64BE(start + 8))
      : size === 0
        ? to - start
        : size
    const type = bytes.toString('latin1', start + 4, start + 8)
    if (length < 8) break
    boxes.push({ type, start, content: start + (isLong ? 16 : 8), end: start + length })
    start += length
  }
  return boxes
}

/** The items that hold Exif, or XMP as a file in RDF. */
function listPrivateItems(bytes: Buffer, { content, end }: Box): Set<number> {
  const version = bytes[content]!
  const items = new Set<number>()
  for (const entry of listBoxes(bytes, content + (version === 0 ? 6 : 8), end)) {
    const entryVersion = bytes[entry.content]!
    const at = entry.content + 4
    const isLong = entryVersion >= 3
    const id = isLong ? bytes.readUInt32BE(at) : bytes.readUInt16BE(at)
    const type = bytes.toString('latin1', at + (isLong ? 6 : 4), at + (isLong ? 10 : 8))
    if (type === 'Exif' || type === 'mime' || type === 'uri ') items.add(id)
  }
  return items
}

/** Where the bytes of each item are. @param dataStart where the box of small items begins */
function listExtents(bytes: Buffer, { content }: Box, dataStart: number | undefined) {
  const version = bytes[content]!
  const sizes = bytes.readUInt16BE(content + 4)
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15]
  const indexSize = version > 0 ? sizes & 15 : 0
  let at = content + 6
  const read = (size: number): number => {
    const value = size === 0 ? 0 : Number(BigInt(`0x${bytes.toString('hex', at, at + size)}`))
    at += size
    return value
  }
  const extents: { id: number; start: number; length: number }[] = []
  for (let items = read(version < 2 ? 2 : 4); items > 0; items--) {
    const id = read(version < 2 ? 2 : 4)
    const method = version > 0 ? read(2) & 15 : 0
    read(2)
    const base = read(baseSize)
    for (let count = read(2); count > 0; count--) {
      read(indexSize)
      const start = base + read(offsetSize)
      const length = read(lengthSize)
      if (method === 0) extents.push({ id, start, length })
      if (method === 1 && dataStart !== undefined)
        extents.push({ id, start: dataStart + start, length })
    }
  }
  return extents
}
