import type { PictureFile } from '../page-data.ts'

/** The properties of a picture in public/. */
export type PictureInfo = Pick<PictureFile, 'width' | 'height' | 'blur'> & {
  /** Hash of the file. Undefined for SVG and animated pictures, which are not resized. */
  hash?: string
}

/** The URL paths of all files in public/, and the properties of the pictures among them. */
export type PublicPictures = { files: Set<string>; infos: Map<string, PictureInfo> }

/** The image libraries reject pictures with a longer side, or with more pixels (268 million). */
const [maxSide, maxPixels] = [32_767, 0x3fff * 0x3fff]

/** Whether a picture of this size, in pixels, cannot be processed. */
export const isTooLarge = ({ width, height }: Pick<PictureInfo, 'width' | 'height'>): boolean =>
  Math.max(width, height) > maxSide || width * height > maxPixels

export const noPictures: PublicPictures = { files: new Set(), infos: new Map() }

/**
 * Widths of copies relative to the display width: for phones, tablets, desktops and 2x displays.
 */
const wideScales = [0.35, 0.5, 0.7, 1, 1.4, 2]
/** Small pictures have the same display width everywhere, so only pixel densities differ. */
const smallScales = [1, 2, 3]

/**
 * Plans the resized copies of a picture.
 * @param src the URL path of the original
 * @param shownAt the maximum display width in CSS pixels; 0 for no copies
 */
export function planPictureCopies(
  src: string,
  { width, height, blur, hash }: PictureInfo,
  shownAt: number,
): PictureFile {
  const targetWidths = (shownAt > 400 ? wideScales : smallScales).map((scale) =>
    Math.round(scale * shownAt),
  )
  // Pictures are never enlarged.
  const widths = [...new Set(targetWidths.map((target) => Math.min(target, width)))]
  const stem = src
    .split('/')
    .at(-1)!
    .replace(/\.[^.]*$/, '')
    .replace(/[^\w-]+/g, '-')
  return {
    src,
    width,
    height,
    ...(hash !== undefined &&
      shownAt > 0 && { copies: { base: `/assets/pictures/${stem}-${hash}`, widths } }),
    ...(blur !== undefined && { blur }),
  }
}
