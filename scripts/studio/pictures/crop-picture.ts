import type { PictureCrop } from '../../edit/inputs.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { resolveInside } from '../../../schema/util/resolve-inside.ts'
import { loadSharp } from '../../../schema/source/load-sharp.ts'
import { refuse } from '../../shared/user-error.ts'

/**
 * Cuts a part out of a picture in public/, in the same format and without its metadata.
 * @param site the folder of the site
 * @throws UserError if it cannot be cropped
 */
export async function cropPicture(site: string, crop: PictureCrop): Promise<Buffer> {
  const { file, left, top, width, height } = crop
  const found = resolveInside(join(site, 'public'), file)
  const bytes = await readFile(found.path ?? refuse(`${file} ${found.refused}.`))
  const picture = loadSharp()(bytes)
  const {
    format,
    pages = 1,
    autoOrient,
  } = await picture.metadata().catch(() => refuse('This file is no picture that can be read.'))
  if (format === 'svg' || pages > 1)
    refuse('Drawings and animations cannot be cropped. Choose what stays visible instead.')
  const isInside =
    Math.min(left, top) >= 0 &&
    Math.min(width, height) > 0 &&
    left + width <= autoOrient.width &&
    top + height <= autoOrient.height
  if (!isInside) refuse('This part is not within the picture.')
  const part = picture.autoOrient().extract({ left, top, width, height })
  switch (format) {
    case 'jpeg':
      return part.jpeg({ quality: 92 }).toBuffer()
    case 'webp':
      return part.webp({ quality: 92 }).toBuffer()
    case 'heif':
      return part.avif({ quality: 75 }).toBuffer()
    default:
      return part.toBuffer()
  }
}
