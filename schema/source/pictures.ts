import type { PictureFile } from '../page-data.ts'

/** What is known of a picture in public/. */
export type PictureInfo = Pick<PictureFile, 'width' | 'height' | 'blur'> & {
  /** Of its bytes. Only where copies can be made of it: not of a drawing (SVG), which has every size, nor of what moves. */
  hash?: string
}

/** The files in public/, and those of them that are pictures, by their addresses. */
export type PublicPictures = { files: Set<string>; infos: Map<string, PictureInfo> }
export const noPictures: PublicPictures = { files: new Set(), infos: new Map() }

/** For a wide place: a telephone, a tablet, a desktop, and screens with two pixels for one. For a small one, screens alone. */
const wideScales = [0.35, 0.5, 0.7, 1, 1.4, 2]
const smallScales = [1, 2, 3]

/** A picture with the copies that its place needs. @param shownAt the widest at which it is shown, in pixels of css. */
export function planPictureCopies(
  src: string,
  { width, height, blur, hash }: PictureInfo,
  shownAt: number,
): PictureFile {
  const steps = (shownAt > 400 ? wideScales : smallScales).map((step) => Math.round(step * shownAt))
  // The original itself is the largest copy, where it is smaller than what could be shown.
  const widths = [...new Set(steps.map((step) => Math.min(step, width)))]
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
