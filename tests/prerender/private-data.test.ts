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
  for (const end of ['jpe', 'JPG', 'jif', 'pjpeg', 'apng', 'hif', 'heics', 'avifs'])
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
