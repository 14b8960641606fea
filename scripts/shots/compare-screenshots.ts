import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'

type ScreenshotDiff = {
  /** The number of different pixels, including those beyond the edges of the smaller picture. */
  pixels: number
  /** `pixels` relative to the size of the larger picture, between 0 and 1. */
  share: number
  /** A PNG in which the differences are marked. */
  picture: Buffer
}

/** Compares two PNGs, which may differ in size. @returns undefined if they look the same. */
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

/** Pads a picture with a color that no page uses, so that the padding counts as different. */
function padToSize(picture: PNG, width: number, height: number): PNG {
  if (picture.width === width && picture.height === height) return picture
  const larger = new PNG({ width, height })
  for (let at = 0; at < larger.data.length; at += 4) larger.data.set([255, 0, 255, 255], at)
  PNG.bitblt(picture, larger, 0, 0, picture.width, picture.height, 0, 0)
  return larger
}
