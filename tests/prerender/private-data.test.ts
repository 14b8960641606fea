/** Published photographs do not say where, when and with what they were taken, and look the same. */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SiteOutput } from '../../scripts/prerender/output/site-output.ts'
import { createFileCheck } from '../../scripts/prerender/output/output-file.ts'
import {
  photoExtension,
  removePrivateData,
} from '../../scripts/prerender/output/private-data/remove-private-data.ts'

const secret = 'XyzzySecret'
const exif = {
  IFD0: { Make: secret, Model: secret, Copyright: secret, DateTime: '2024:03:01 10:11:12' },
  IFD2: { BodySerialNumber: secret },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '31/1 59/1 2/1', GPSMapDatum: secret },
}
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${secret}</a></x:xmpmeta>`

/** A photograph with everything that may be in it. It lies on its side. */
const shoot = (orientation = 6) =>
  sharp({
    create: {
      ...{ width: 40, height: 24, channels: 3, background: 'teal' },
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .withIccProfile('p3')
    .withExif(exif)
    .withXmp(xmp)
    .withMetadata({ orientation })

const segment = (marker: number, content: string) => {
  const bytes = Buffer.from(`\xff${String.fromCharCode(marker)}\0\0${content}`, 'latin1')
  bytes.writeUInt16BE(bytes.length - 2, 2)
  return bytes
}
const chunk = (type: string, content: string) => {
  const bytes = Buffer.from(`\0\0\0\0${type}${content}\0\0\0\0`, 'latin1')
  bytes.writeUInt32BE(content.length)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4)
  return bytes
}
const insert = (bytes: Buffer, at: number, ...parts: Buffer[]) =>
  Buffer.concat([bytes.subarray(0, at), ...parts, bytes.subarray(at)])

const photos: Record<string, () => Promise<Buffer>> = {
  'a JPEG': async () =>
    Buffer.concat([
      insert(
        await shoot().jpeg().toBuffer(),
        2,
        segment(0xfe, secret),
        segment(0xed, `Photoshop 3.0\0${secret}`),
        segment(0xe2, `MPF\0${secret}`),
      ),
      Buffer.from(secret),
    ]),
  'a progressive JPEG': () => shoot().jpeg({ progressive: true }).toBuffer(),
  'a PNG': async () =>
    Buffer.concat([
      insert(
        await shoot().png().toBuffer(),
        33,
        chunk('tEXt', `Comment\0${secret}`),
        chunk('zTXt', `Raw profile type exif\0\0${secret}`),
        chunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${secret}`),
        chunk('tIME', '1234567'),
        chunk('zxIf', secret),
        chunk('prVt', secret),
      ),
      Buffer.from(secret),
    ]),
  'a WebP': () => shoot().webp({ lossless: true }).toBuffer(),
  'a WebP with parts that no browser knows': async () => {
    const part = Buffer.from(`META\x0b\0\0\0${secret}\0`)
    const bytes = Buffer.concat([await shoot().webp({ lossless: true }).toBuffer(), part])
    bytes.writeUInt32LE(bytes.length - 8, 4)
    return bytes
  },
  'an AVIF with boxes that draw nothing': async () =>
    Buffer.concat([
      await shoot().avif({ effort: 0 }).toBuffer(),
      Buffer.from(`\0\0\0\x13uuid${secret}`),
    ]),
  'an AVIF': () => shoot().avif({ effort: 0 }).toBuffer(),
}

/** A box of a film: its length, its type, and what is in it. */
const box = (type: string, ...parts: (Buffer | string)[]) => {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1')))
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}
const numbers = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index)
  return bytes
}
const element = (id: string, ...parts: (Buffer | string)[]) => {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1')))
  const size = Buffer.from([0x10 | (content.length >> 24), 0, 0, 0])
  size.writeUIntBE(content.length, 1, 3)
  return Buffer.concat([Buffer.from(id, 'hex'), size, content])
}

/** A film with a track of pictures, and one in which the camera records where it is. */
function film(place: (udta: Buffer) => Buffer[] = (udta) => [udta]): Buffer {
  const track = (handler: string, chunk: number) =>
    box(
      'trak',
      box('tkhd', numbers(7, 0xabcdef, 0xabcdef, 1)),
      box(
        'mdia',
        box('mdhd', numbers(0, 0xabcdef, 0xabcdef, 600)),
        box('hdlr', numbers(0, 0), handler, '\0\0\0\0'),
        box(
          'minf',
          box(
            'stbl',
            box('stsz', numbers(0, 0, 2, 6, 5)),
            box('stsc', numbers(0, 1, 1, 2, 1)),
            box('stco', numbers(0, 1, chunk)),
          ),
        ),
      ),
      box('udta', secret),
      box('meta', secret),
    )
  const start = [box('ftyp', 'isom\0\0\0\0'), box('mdat', 'PICTURES and', secret, '.')]
  return Buffer.concat([
    ...start,
    box(
      'moov',
      box('mvhd', numbers(0, 0xabcdef, 0xabcdef, 600)),
      track('vide', 24),
      track('meta', 36),
      ...place(box('udta', box('\xa9xyz', secret))),
    ),
    box('uuid', secret),
  ])
}

const films: Record<string, [film: () => Buffer, kept: string[]]> = {
  'an MP4': [film, ['PICTURES and', 'vide', 'mvhd']],
  'a MOV with tags of Apple': [
    () => film((udta) => [udta, box('meta', box('keys', secret), box('ilst', secret))]),
    ['PICTURES and', 'vide'],
  ],
  'an MP4 that is cut off': [() => film().subarray(0, -8), ['PICTURES and', 'vide']],
  'a WebM': [
    () =>
      Buffer.concat([
        element('1a45dfa3', 'webm'),
        element(
          '18538067',
          element(
            '1549a966',
            element('2ad7b1', 'scal'),
            element('4461', '12345678'),
            element('7ba9', secret),
          ),
          element('1654ae6b', 'TRACKS'),
          element('1f43b675', 'PICTURES'),
          element('ec', secret),
          element('1254c367', element('7373', secret)),
          element('1941a469', secret),
        ),
      ]),
    ['TRACKS', 'PICTURES', 'scal'],
  ],
  'a WebM that was recorded live': [
    () =>
      Buffer.concat([
        element('1a45dfa3', 'webm'),
        Buffer.from('1853806701ffffffffffffff', 'hex'),
        Buffer.from('1f43b675ff', 'hex'),
        element('a3', 'PICTURES'),
        element('1254c367', secret),
      ]),
    ['PICTURES'],
  ],
}

it.each(Object.entries(films))('%s says nothing of its origin', (_, [create, kept]) => {
  const bytes = create()
  expect(bytes.includes(secret)).toBe(true)
  const cleaned = removePrivateData(bytes)!
  expect(cleaned.includes(secret)).toBe(false)
  expect(cleaned.includes('\xab\xcd\xef', 'latin1')).toBe(false)
  expect(cleaned.includes('12345678')).toBe(false)
  // Other parts of the file are named by their position.
  expect(cleaned).toHaveLength(bytes.length)
  for (const text of kept) expect(cleaned.indexOf(text)).toBe(bytes.indexOf(text))
  expect(removePrivateData(cleaned)).toBeUndefined()
  for (let length = 0; length < bytes.length; length += 3)
    removePrivateData(bytes.subarray(0, length))
})

it('a GIF says nothing of its origin, and shows the same', async () => {
  const frames = Buffer.alloc(8 * 8 * 3 * 2, 200).fill(20, 8 * 8 * 3)
  const raw = { width: 8, height: 16, channels: 3, pageHeight: 8 } as const
  const gif = await sharp(frames, { raw })
    .gif({ loop: 3, delay: [100, 200] })
    .toBuffer()
  const block = (label: string, ...parts: string[]) =>
    Buffer.from(
      `!${label}${parts.map((part) => String.fromCharCode(part.length) + part).join('')}\0`,
      'latin1',
    )
  const bytes = Buffer.concat([
    gif.subarray(0, -1),
    block('\xfe', secret),
    block('\xff', 'XMP DataXMP', secret),
    block('\x01', secret),
    Buffer.from(`;${secret}`),
  ])
  const cleaned = removePrivateData(bytes)!
  expect(cleaned.includes(secret)).toBe(false)
  const read = async (picture: Buffer) => {
    const { pages, loop, delay } = await sharp(picture, { animated: true }).metadata()
    return { pages, loop, delay, pixels: await sharp(picture, { animated: true }).raw().toBuffer() }
  }
  expect(await read(cleaned)).toEqual(await read(gif))
  expect((await read(gif)).pages).toBe(2)
  expect(removePrivateData(gif)).toBeUndefined()
})

it.each(['little', 'big'] as const)(
  'a TIFF of %s endian has its private entries taken out',
  async (end) => {
    const [read16, read32] =
      end === 'big'
        ? (['writeUInt16BE', 'writeUInt32BE'] as const)
        : (['writeUInt16LE', 'writeUInt32LE'] as const)
    const bytes = Buffer.alloc(400)
    bytes.write(end === 'big' ? 'MM\0*' : 'II*\0', 'latin1')
    const directory = (
      at: number,
      entries: [tag: number, type: number, count: number, value: number][],
    ) => {
      bytes[read16](entries.length, at)
      for (const [index, [tag, type, count, value]] of entries.entries()) {
        const entry = at + 2 + 12 * index
        bytes[read16](tag, entry)
        bytes[read16](type, entry + 2)
        bytes[read32](count, entry + 4)
        if (type === 3) bytes[read16](value, entry + 8)
        else bytes[read32](value, entry + 8)
      }
    }
    bytes[read32](8, 4)
    const places = [250, 262, 274, 286, 298]
    for (const at of places) bytes.write(secret, at)
    bytes[320] = 77
    directory(8, [
      [256, 3, 1, 1],
      [257, 3, 1, 1],
      [258, 3, 1, 8],
      [259, 3, 1, 1],
      [262, 3, 1, 1],
      [271, 2, 12, 250],
      [273, 4, 1, 320],
      [277, 3, 1, 1],
      [278, 3, 1, 1],
      [279, 4, 1, 1],
      [700, 1, 11, 262],
      [34665, 4, 1, 180],
      [34853, 4, 1, 210],
    ])
    directory(180, [[37500, 7, 11, 274]])
    directory(210, [
      [1, 2, 12, 286],
      [2, 5, 1, 298],
    ])
    expect((await sharp(bytes).metadata()).xmp?.toString()).toBe(secret)
    // A rational number has 8 bytes.
    const cleaned = removePrivateData(bytes)!
    expect(cleaned.includes(secret)).toBe(false)
    expect(cleaned.includes(secret.slice(0, 8))).toBe(false)
    expect(await decode(cleaned)).toEqual(await decode(bytes))
    expect((await sharp(cleaned).metadata()).xmp).toBeUndefined()
    expect(removePrivateData(cleaned)).toBeUndefined()
    for (let length = 0; length < bytes.length; length++)
      removePrivateData(bytes.subarray(0, length))
  },
)

const decode = (bytes: Buffer) => sharp(bytes).raw().toBuffer()

describe.each(Object.entries(photos))('%s', (_, create) => {
  let photo: Buffer
  let cleaned: Buffer
  beforeAll(async () => {
    photo = await create()
    expect(photo.includes(secret)).toBe(true)
    cleaned = removePrivateData(photo)!
  })

  it('says nothing of its origin', async () => {
    expect(cleaned.includes(secret)).toBe(false)
    expect(cleaned.includes('2024:03:01')).toBe(false)
    const { exif: left, xmp: leftXmp, iptc, comments } = await sharp(cleaned).metadata()
    expect(left?.includes('N\0') ?? false).toBe(false)
    expect([leftXmp?.toString().replaceAll('\0', '') ?? '', iptc, comments]).toEqual([
      ...['', undefined, undefined],
    ])
  })

  it('has the same pixels, orientation and colors', async () => {
    const [before, after] = [await sharp(photo).metadata(), await sharp(cleaned).metadata()]
    expect(after.icc).toEqual(before.icc)
    expect(after.autoOrient).toEqual(before.autoOrient)
    expect(before.icc).toBeDefined()
    expect(await decode(cleaned)).toEqual(await decode(photo))
  })

  it('is left alone the second time', () => {
    expect(removePrivateData(cleaned)).toBeUndefined()
  })
})

it.each(['jpeg', 'png', 'webp', 'avif'] as const)('a plain %s is not changed', async (format) => {
  const picture = sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
  expect(removePrivateData(await picture.toFormat(format).toBuffer())).toBeUndefined()
})

it.each(['jpeg', 'png', 'webp', 'avif'] as const)('a damaged %s is no crash', async (format) => {
  const bytes = await shoot().toFormat(format).toBuffer()
  for (let length = 0; length < bytes.length; length += 7)
    removePrivateData(bytes.subarray(0, length))
})

it('a photograph that is cut off or of another brand is cleaned, too', async () => {
  const [jpeg, png, webp, avif] = await Promise.all(
    (['jpeg', 'png', 'webp', 'avif'] as const).map((format) => shoot().toFormat(format).toBuffer()),
  )
  const branded = Buffer.from(avif!)
  branded.write('miaf', 8, 'latin1')
  const between = insert(jpeg!, jpeg!.indexOf('\xff\xdb', 'latin1'), Buffer.from(secret))
  const cut = [jpeg!, png!, webp!].map((bytes) => bytes.subarray(0, -16))
  const files = [...cut, between, branded]
  for (const bytes of files) {
    expect(bytes.includes(secret)).toBe(true)
    expect(removePrivateData(bytes)!.includes(secret)).toBe(false)
  }
})

it('photographs are known by every ending that browsers show', () => {
  for (const end of [
    'jpe',
    'JPG',
    'jif',
    'pjpeg',
    'apng',
    'hif',
    'heics',
    'avifs',
    'GIF',
    'tif',
    'mov',
  ])
    expect(photoExtension.test(`a.${end}`)).toBe(true)
})

describe('in a build', () => {
  let dir: string
  beforeAll(async () => void (dir = await mkdtemp(join(tmpdir(), 'signpost-private-'))))
  afterAll(() => rm(dir, { recursive: true }))

  it('the published file is cleaned, and the file of the site stays', async () => {
    const [from, out] = [join(dir, 'Photo.JPG'), join(dir, 'out')]
    const photo = await shoot().jpeg().toBuffer()
    await writeFile(from, photo)
    await mkdir(out)
    const files = new SiteOutput(createFileCheck(out), out, {})
    files.copy('/photo.jpg', from)
    expect((await readFile(join(out, 'photo.jpg'))).includes(secret)).toBe(false)
    expect((await readFile(from)).equals(photo)).toBe(true)
    expect(files.cleaned).toEqual(['/photo.jpg'])
    expect(existsSync(join(out, 'photo.jpg'))).toBe(true)
  })
})
