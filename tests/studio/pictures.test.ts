/** Pictures are saved in public/, whole, and nothing else is. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { cropPicture, savePicture } from '../../scripts/studio/pictures/save-picture.ts'

let dir: string
let png: Buffer
let blue: Buffer

beforeAll(async () => {
  const draw = (background: string) =>
    sharp({ create: { width: 30, height: 20, channels: 3, background } })
      .png()
      .toBuffer()
  png = await draw('red')
  blue = await draw('blue')
})
beforeEach(() => void (dir = mkdtempSync(join(tmpdir(), 'signpost-pictures-'))))
afterEach(() => rmSync(dir, { recursive: true }))

it('saves a picture in a folder of public/', async () => {
  await savePicture(dir, '/people/sam.png', png)
  expect(readFileSync(join(dir, 'public/people/sam.png')).equals(png)).toBe(true)
  expect(readdirSync(join(dir, 'public/people'))).toEqual(['sam.png'])
})

it('replaces no picture; the same one may come twice', async () => {
  await savePicture(dir, '/sam.png', png)
  await savePicture(dir, '/sam.png', png)
  await expect(savePicture(dir, '/sam.png', blue)).rejects.toThrow('There is already a picture')
  expect(readFileSync(join(dir, 'public/sam.png')).equals(png)).toBe(true)
  expect(readdirSync(join(dir, 'public'))).toEqual(['sam.png'])
})

it.each([
  '../sam.png',
  '/../sam.png',
  '/a/../../sam.png',
  '/.sam.png',
  '/Sam.png',
  '/a b.png',
  '/con.png',
  '/people/com1.tar.png',
  'sam.png',
])('%s is no name', async (name) => {
  await expect(savePicture(dir, name, png)).rejects.toThrow('cannot be the name of a picture')
  expect(readdirSync(dir)).toEqual([])
})

it('crops a picture as it is shown, whatever its orientation in the file', async () => {
  mkdirSync(join(dir, 'public'))
  const [red, green] = ['red', 'lime'].map((background) => ({
    create: { width: 20, height: 40, channels: 3 as const, background },
  }))
  // Red beside green, which the orientation turns: red above green.
  const photo = await sharp({ create: { ...red!.create, width: 40 } })
    .composite([{ input: green!, left: 20, top: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  writeFileSync(join(dir, 'public/photo.jpg'), photo)
  const crop = (top: number, height: number) =>
    cropPicture(dir, { file: '/photo.jpg', left: 5, top, width: 30, height })
  const part = await crop(24, 12)
  const { format, width, height, exif } = await sharp(part).metadata()
  expect({ format, width, height, exif }).toEqual({ format: 'jpeg', width: 30, height: 12 })
  const { dominant } = await sharp(part).stats()
  expect(dominant.g).toBeGreaterThan(200)
  expect(dominant.r).toBeLessThan(50)
  await expect(crop(24, 17)).rejects.toThrow('not within the picture')
  writeFileSync(
    join(dir, 'public/photo.jpg'),
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
  )
  await expect(crop(0, 1)).rejects.toThrow('Drawings and animations')
})

it('follows no link, even to a folder of the site', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'signpost-outside-'))
  symlinkSync(outside, join(dir, 'public'))
  await expect(savePicture(dir, '/sam.png', png)).rejects.toThrow('public is a link')
  rmSync(join(dir, 'public'))
  mkdirSync(join(dir, 'public'))
  symlinkSync(outside, join(dir, 'public/people'))
  await expect(savePicture(dir, '/people/sam.png', png)).rejects.toThrow('public/people is a link')
  symlinkSync(join(outside, 'sam.png'), join(dir, 'public/sam.png'))
  await expect(savePicture(dir, '/sam.png', png)).rejects.toThrow('already a picture')
  expect(readdirSync(outside)).toEqual([])
  rmSync(outside, { recursive: true })
})

it.each([
  ['/page.html', 'not .html'],
  ['/sam.jpg', 'must end with .png'],
])('%s is refused for a PNG', async (name, reason) => {
  await expect(savePicture(dir, name, png)).rejects.toThrow(reason)
})

it('refuses what is no picture', async () => {
  await expect(savePicture(dir, '/sam.png', Buffer.from('<html>'))).rejects.toThrow('no picture')
})

it('an SVG that only draws is saved', async () => {
  const drawing = Buffer.from(`\
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg xmlns="http://www.w3.org/2000/svg" xmlns:i="http://www.inkscape.org/namespaces/inkscape"
  viewBox="0 0 4 3" aria-label="Call(432)" i:version="1">
  <i:namedview/>
  <style>.a { fill: url('#b'); transform: rotate(3deg) } @media print { .a { fill: red } }</style>
  <defs><path id="a" d="M0 0h4"/></defs><use href="#a" fill="url(#b)"/>
  <a href="https://example.com"><image href="data:image/png;base64,aa"/></a>
  <path class="a" style="mix-blend-mode: multiply"><animate attributeName="d" values="a;b"/></path>
</svg>`)
  await savePicture(dir, '/a.svg', drawing)
  expect(readFileSync(join(dir, 'public/a.svg')).equals(drawing)).toBe(true)
})
