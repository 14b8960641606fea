import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'

export type ScreenshotDiff = {
  /** How many pixels differ, those beyond the smaller picture's edge counted. */
  pixels: number
  /** Of the pixels of the larger picture, between 0 and 1. */
  share: number
  /** The differences, marked. */
  picture: Buffer
}

/** Compares two pictures, which may differ in size. @returns undefined when they show the same. */
export function compareScreenshots(before: Buffer, after: Buffer): ScreenshotDiff | undefined {
  if (before.equals(after)) return undefined
  const pictures = [before, after].map((png) => PNG.sync.read(png))
  const width = Math.max(...pictures.map((picture) => picture.width))
  const height = Math.max(...pictures.map((picture) => picture.height))
  const [paddedBefore, paddedAfter] = pictures.map((picture) => padToSize(picture, width, height))
  const diffImage = new PNG({ width, height })
  const pixels = pixelmatch(paddedBefore!.data, paddedAfter!.data, diffImage.data, width, height, {
    threshold: 0.1,
  })
  return pixels === 0
    ? undefined
    : { pixels, share: pixels / (width * height), picture: PNG.sync.write(diffImage) }
}

/** On a ground that no page has, so that what is beyond the edge differs. */
function padToSize(picture: PNG, width: number, height: number): PNG {
  if (picture.width === width && picture.height === height) return picture
  const larger = new PNG({ width, height })
  for (let at = 0; at < larger.data.length; at += 4) larger.data.set([255, 0, 255, 255], at)
  PNG.bitblt(picture, larger, 0, 0, picture.width, picture.height, 0, 0)
  return larger
}
