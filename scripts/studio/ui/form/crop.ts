import type { PictureCrop } from '../../../edit/inputs.ts'

/** A part of a picture, in its pixels. */
export type Crop = Omit<PictureCrop, 'file'>
type Size = Pick<Crop, 'width' | 'height'>

const minSide = 16

/** The largest part of a shape, in the middle. @param ratio width by height; undefined for all */
export function fitCrop(size: Size, ratio?: number): Crop {
  const { width, height } = resizeCrop({ left: 0, top: 0, ...size }, size, size, ratio)
  return moveCrop({ left: 0, top: 0, width, height }, size, {
    left: (size.width - width) / 2,
    top: (size.height - height) / 2,
  })
}

/** Moves a part as far as the picture goes. */
export const moveCrop = (crop: Crop, size: Size, to: Pick<Crop, 'left' | 'top'>): Crop => ({
  ...crop,
  left: clamp(to.left, 0, size.width - crop.width),
  top: clamp(to.top, 0, size.height - crop.height),
})

/** Changes the size of a part whose first corner stays. @param ratio by which the height follows */
export function resizeCrop(crop: Crop, size: Size, to: Size, ratio?: number): Crop {
  const [room, depth] = [size.width - crop.left, size.height - crop.top]
  const width = clamp(to.width, minSide, ratio ? Math.min(room, depth * ratio) : room)
  return { ...crop, width, height: clamp(ratio ? width / ratio : to.height, minSide, depth) }
}

const clamp = (value: number, least: number, most: number) =>
  Math.max(0, Math.round(Math.min(most, Math.max(Math.min(least, most), value))))
