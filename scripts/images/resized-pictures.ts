import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { memoizeOnDisk } from '../../schema/source/file-cache.ts'
import { loadSharp } from '../../schema/source/load-sharp.ts'
import type { PictureFile } from '../../schema/page-data.ts'
import type { DerivedFile } from './derived-file.ts'

type ResizeInput = { dir: string; pictures: PictureFile[]; onCacheMiss?: (path: string) => void }

/** In the order in which a browser is offered them. */
const resizedFormats = ['avif', 'webp'] as const
/** Raised when the copies are to look otherwise than before. */
const resizeVersion = 1

/** The smaller copies of every picture that a page shows. Their names hold the hash of the original, and so does the cache's key. */
export function listResizedPictures({ dir, pictures, onCacheMiss }: ResizeInput): DerivedFile[] {
  const files = pictures.flatMap(({ src, copies }) =>
    (copies?.widths ?? []).flatMap((width) =>
      resizedFormats.map((format): [string, DerivedFile] => {
        const path = `${copies!.base}-${width}.${format}`
        const draw = () =>
          memoizeOnDisk('pictures', `${resizeVersion} ${path}`, () => {
            onCacheMiss?.(path)
            return resizePicture(join(dir, 'public', src), width, format)
          })
        return [path, { path, draw }]
      }),
    ),
  )
  return [...new Map(files).values()]
}

/** Upright, in sRGB, and without what a camera writes into it, such as the place where it was taken. */
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
