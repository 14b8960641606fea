import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'

/** Two pixels share a byte. */
const maxColors = 16
const bitDepth = 4
/** Higher levels are much slower and hardly save any bytes. */
const compressionLevel = 7

/**
 * Encodes an opaque image of a few colors and their antialiased edges as a PNG with a palette. An
 * encoder for every kind of image takes longer to load than this one to encode an image.
 * @param pixels four bytes each: red, green, blue, and alpha, which is 255
 * @param width an even number
 */
export async function encodePng(
  pixels: Uint8Array,
  width: number,
  height: number,
): Promise<Uint8Array> {
  const colors = countColors(new Int32Array(pixels.buffer, pixels.byteOffset, width * height))
  const palette = choosePalette(colors)
  const indexes = Uint8Array.from(colors.distinct, (color) => findNearestColor(color, palette))
  const rows = packRows(colors.ids, height, indexes)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = bitDepth
  header[9] = paletteColorType
  return Buffer.concat([
    signature,
    formatChunk('IHDR', header),
    formatChunk('PLTE', Buffer.from(palette.flatMap(toChannels))),
    formatChunk('IDAT', await compress(rows, { level: compressionLevel })),
    formatChunk('IEND', Buffer.alloc(0)),
  ])
}

const compress = promisify<Buffer, { level: number }, Buffer>(deflate)
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const paletteColorType = 3

/** The channels of a color that was read as a little-endian number, without alpha. */
const toChannels = (color: number) => [color & 255, (color >> 8) & 255, (color >> 16) & 255]

/** @property ids for each pixel, the index of its color. */
type Colors = { distinct: number[]; counts: number[]; ids: Uint32Array }

function countColors(pixels: Int32Array): Colors {
  const distinct: number[] = []
  const counts: number[] = []
  const ids = new Uint32Array(pixels.length)
  const known = new Map<number, number>()
  // Recently seen colors, by a hash of ten bits. Much faster than a map.
  const recent = new Int32Array(1024)
  const recentIds = new Int32Array(1024).fill(-1)
  const findId = (color: number) => {
    const slot = Math.imul(color, 0x9e3779b1) >>> 22
    if (recent[slot] === color && recentIds[slot] !== -1) return recentIds[slot]!
    const id = known.get(color) ?? distinct.length
    if (id === distinct.length) {
      distinct.push(color)
      counts.push(0)
      known.set(color, id)
    }
    recent[slot] = color
    recentIds[slot] = id
    return id
  }
  for (let start = 0, end = 0; start < pixels.length; start = end) {
    const color = pixels[start]!
    while (pixels[end] === color) end++
    const id = findId(color)
    counts[id]! += end - start
    // `fill` starts slowly, and most runs are short.
    if (end - start > 16) ids.fill(id, start, end)
    else for (let pixel = start; pixel < end; pixel++) ids[pixel] = id
  }
  return { distinct, counts, ids }
}

/**
 * Chooses the most frequent color, then repeatedly the one that the palette so far represents
 * worst.
 */
function choosePalette({ distinct, counts }: Colors): number[] {
  const palette: number[] = []
  const distances = distinct.map(() => Number.POSITIVE_INFINITY)
  let next = counts.indexOf(Math.max(...counts))
  while (palette.length < maxColors && distances[next]! > 0) {
    const added = distinct[next]!
    palette.push(added)
    let largestLoss = 0
    for (let id = 0; id < distinct.length; id++) {
      distances[id] = Math.min(distances[id]!, measureDistance(distinct[id]!, added))
      const loss = distances[id]! * counts[id]!
      if (loss > largestLoss) [largestLoss, next] = [loss, id]
    }
  }
  return palette
}

function findNearestColor(color: number, palette: number[]): number {
  const distances = palette.map((other) => measureDistance(color, other))
  return distances.indexOf(Math.min(...distances))
}

function measureDistance(a: number, b: number): number {
  const red = (a & 255) - (b & 255)
  const green = ((a >> 8) & 255) - ((b >> 8) & 255)
  const blue = ((a >> 16) & 255) - ((b >> 16) & 255)
  return red * red + green * green + blue * blue
}

/**
 * Packs the rows, each after a byte that says that it is not filtered.
 * @param indexes of the palette, by id
 */
function packRows(ids: Uint32Array, rowCount: number, indexes: Uint8Array): Buffer {
  const rowLength = ids.length / rowCount / 2
  const rows = Buffer.alloc((1 + rowLength) * rowCount)
  for (let row = 0, from = 0, to = 0; row < rowCount; row++) {
    to++
    for (let byte = 0; byte < rowLength; byte++)
      rows[to++] = (indexes[ids[from++]!]! << 4) | indexes[ids[from++]!]!
  }
  return rows
}

function formatChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length)
  chunk.write(type, 4, 'latin1')
  data.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), data.length + 8)
  return chunk
}
