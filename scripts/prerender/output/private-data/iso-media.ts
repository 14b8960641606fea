/** AVIF, HEIC, MP4 and MOV: boxes of ISO 14496-12, with the items of ISO 23008-12. */

type Box = { type: string; start: number; content: number; end: number }

/** Whatever its brand: browsers read each file that has the items of a picture. Old films have none. */
export const isIsoMedia = (bytes: Buffer): boolean =>
  ['ftyp', 'moov', 'mdat', 'wide'].includes(bytes.toString('latin1', 4, 8))

/** The boxes that draw. Others hold what programs add, such as XMP. */
const drawing = new Set([
  ...['ftyp', 'styp', 'meta', 'moov', 'moof', 'mdat', 'mfra', 'sidx', 'ssix', 'pdin', 'prft'],
])
const containers = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'mvex', 'moof', 'traf'])
const dated = new Set(['mvhd', 'tkhd', 'mdhd'])
const described = new Set(['udta', 'meta', 'uuid', 'free', 'skip'])
/** Tracks that visitors see, hear or read. In others, cameras record where they are. */
const shown = new Set([
  ...['vide', 'soun', 'text', 'sbtl', 'subt', 'clcp', 'tmcd', 'pict', 'auxv', 'hint'],
])

/**
 * Overwrites private data where it is, because other parts of the file are named by their position.
 * Of a file that is damaged, what can be found is overwritten.
 */
export function cleanIsoMedia(bytes: Buffer): Buffer {
  const cleaned = Buffer.from(bytes)
  try {
    const all = listBoxes(bytes, 0, bytes.length)
    cleaned.fill(0, all.at(-1)?.end ?? bytes.length)
    for (const box of all)
      if (!drawing.has(box.type)) drop(cleaned, box)
      else if (containers.has(box.type)) cleanFilm(bytes, cleaned, box)
    for (const meta of all) if (meta.type === 'meta') cleanItems(bytes, cleaned, meta)
  } catch {
    // It is cut off.
  }
  return cleaned
}

/** Leaves a box that says nothing in its place. */
function drop(cleaned: Buffer, { type, start, content, end }: Box): void {
  if (!['free', 'skip', 'wide'].includes(type)) cleaned.write('free', start + 4, 'latin1')
  cleaned.fill(0, content, end)
}

function cleanFilm(bytes: Buffer, cleaned: Buffer, { content, end }: Box): void {
  for (const box of listBoxes(bytes, content, end)) {
    if (described.has(box.type)) drop(cleaned, box)
    // When it was made, and changed.
    else if (dated.has(box.type))
      cleaned.fill(0, box.content + 4, box.content + (bytes[box.content] === 1 ? 20 : 12))
    else if (box.type === 'trak' && !isShown(bytes, box)) dropTrack(bytes, cleaned, box)
    else if (containers.has(box.type)) cleanFilm(bytes, cleaned, box)
  }
}

const find = (bytes: Buffer, { content, end }: Box, type: string): Box | undefined =>
  listBoxes(bytes, content, end).find((box) => box.type === type)

function isShown(bytes: Buffer, track: Box): boolean {
  const media = find(bytes, track, 'mdia')
  const handler = media && find(bytes, media, 'hdlr')
  return !handler || shown.has(bytes.toString('latin1', handler.content + 8, handler.content + 12))
}

/** Overwrites a track and its samples. */
function dropTrack(bytes: Buffer, cleaned: Buffer, track: Box): void {
  const path = ['mdia', 'minf', 'stbl']
  const table = path.reduce<Box | undefined>((box, type) => box && find(bytes, box, type), track)
  const read = (type: string) => table && find(bytes, table, type)?.content
  const [chunks32, chunks64, runs, sizes] = ['stco', 'co64', 'stsc', 'stsz'].map(read)
  const chunks = chunks32 ?? chunks64
  if (chunks !== undefined && runs !== undefined && sizes !== undefined) {
    const count = bytes.readUInt32BE(sizes + 8)
    const size = bytes.readUInt32BE(sizes + 4)
    let [sample, run, total] = [0, 0, 0]
    for (let chunk = 0; chunk < bytes.readUInt32BE(chunks + 4) && sample < count; chunk++) {
      const start =
        chunks32 === undefined
          ? Number(bytes.readBigUInt64BE(chunks + 8 + 8 * chunk))
          : bytes.readUInt32BE(chunks + 8 + 4 * chunk)
      // The first chunk of each run of chunks, counted from 1.
      while (
        run + 1 < bytes.readUInt32BE(runs + 4) &&
        bytes.readUInt32BE(runs + 8 + 12 * (run + 1)) <= chunk + 1
      )
        run++
      const last = sample + bytes.readUInt32BE(runs + 12 + 12 * run)
      let length = 0
      for (; sample < Math.min(last, count); sample++)
        length += size > 0 ? size : bytes.readUInt32BE(sizes + 12 + 4 * sample)
      // More than there is, so it is damaged.
      if ((total += length) > bytes.length) break
      cleaned.fill(0, start, Math.min(start + length, bytes.length))
    }
  }
  drop(cleaned, track)
}

/** Overwrites Exif and XMP of a picture. Another box says how it is turned. */
function cleanItems(bytes: Buffer, cleaned: Buffer, meta: Box): void {
  const boxes = listBoxes(bytes, meta.content + 4, meta.end)
  const [info, location] = ['iinf', 'iloc'].map((type) => boxes.find((box) => box.type === type))
  // Not of a picture.
  if (!info || !location) return void drop(cleaned, meta)
  const dataStart = boxes.find(({ type }) => type === 'idat')?.content
  const privateItems = listPrivateItems(bytes, info)
  for (const { id, start, length } of listExtents(bytes, location, dataStart))
    if (privateItems.has(id))
      cleaned.fill(0, start, length === 0 ? bytes.length : Math.min(start + length, bytes.length))
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
    const end = Math.min(start + length, to)
    boxes.push({ type, start, content: Math.min(start + (isLong ? 16 : 8), end), end })
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
