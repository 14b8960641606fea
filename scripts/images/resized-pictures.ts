import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { memoizeOnDisk } from '../../schema/util/file-cache.ts'
import { loadSharp } from '../../schema/source/load-sharp.ts'
import type { PictureFile } from '../../schema/page-data.ts'
import type { DerivedFile } from './derived-file.ts'

type ResizeInput = { dir: string; pictures: PictureFile[] }

/** In order of preference. */
const resizedFormats = ['avif', 'webp'] as const
/** Increase it to invalidate cached copies. */
const resizeVersion = 1

/**
 * Lists the smaller copies of pictures. Their paths contain the hash of the original, and are part
 * of the cache key.
 */
export function listResizedPictures({ dir, pictures }: ResizeInput): DerivedFile[] {
  const files = pictures.flatMap(({ src, copies }) =>
    (copies?.widths ?? []).flatMap((width) =>
      resizedFormats.map((format): [string, DerivedFile] => {
        const path = `${copies!.base}-${width}.${format}`
        const draw = () =>
          memoizeOnDisk('pictures', `${resizeVersion} ${path}`, () =>
            resizePicture(join(dir, 'public', src), width, format),
          )
        return [path, { path, draw }]
      }),
    ),
  )
  return [...new Map(files).values()]
}

/** Resizes a picture. Applies its orientation, converts it to sRGB and removes its metadata. */
async function resizePicture(
  file: string,
  width: number,
  format: (typeof resizedFormats)[number],
): Promise<Uint8Array> {
  const picture = loadSharp()(await readFile(file))
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
  return (
    format === 'avif'
      ? picture.avif({ quality: 55, effort: 4 })
      : picture.webp({ quality: 76, effort: 5 })
  ).toBuffer()
}
