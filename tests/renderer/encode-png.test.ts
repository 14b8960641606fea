import sharp from 'sharp'
import { expect, test } from 'vitest'
import { encodePng } from '../../scripts/images/encode-png.ts'

const decode = async (png: Uint8Array) => {
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true })
  return { pixels: [...data], info }
}

test('an image of up to sixteen colors is encoded without loss', async () => {
  const [width, height] = [18, 5]
  const colors = Array.from({ length: 16 }, (_, index) => [index * 17, 255 - index, index])
  const rgb = Array.from({ length: width * height }, (_, index) => colors[(index * 7) % 16]!)
  const png = await encodePng(
    Uint8Array.from(rgb.flatMap((color) => [...color, 255])),
    width,
    height,
  )
  const { pixels, info } = await decode(png)
  expect(info).toMatchObject({ width, height, channels: 3 })
  expect(pixels).toEqual(rgb.flat())
})

test('with more colors, frequent ones are kept, and rare ones are replaced by the nearest', async () => {
  const [width, height] = [64, 20]
  const isGround = (index: number) => index % 4 > 0
  const grays = Array.from({ length: width * height }, (_, index) =>
    isGround(index) ? 250 : Math.floor(index / 16) % 240,
  )
  const png = await encodePng(
    Uint8Array.from(grays.flatMap((gray) => [gray, gray, gray, 255])),
    width,
    height,
  )
  const { pixels } = await decode(png)
  const errors = grays.map((gray, index) => Math.abs(pixels[3 * index]! - gray))
  expect(errors.filter((error, index) => isGround(index) && error > 0)).toEqual([])
  expect(Math.max(...errors)).toBeLessThan(16)
  expect(Math.max(...errors)).toBeGreaterThan(0)
})
