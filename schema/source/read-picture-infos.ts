import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sharp } from 'sharp'
import { memoizeOnDisk } from './file-cache.ts'
import type { PictureInfo } from './pictures.ts'

const pictureExtension = /\.(jpe?g|png|webp|avif|gif|svg|tiff?)$/i
export const isPictureFile = (file: string): boolean => pictureExtension.test(file)
/** Raised when something else is to be known of a picture than before. */
const pictureInfoVersion = 1
/** Bytes of the address (data:) that holds the blurred picture. */
const maxBlurUrlBytes = 200

/** The pictures in public/ that the site's files speak of: no other need be measured. */
export function findMentionedPictures(texts: Uint8Array[], publicFiles: Set<string>): string[] {
  const buffers = texts.map((bytes) =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  )
  return [...publicFiles].filter(
    (file) => isPictureFile(file) && buffers.some((text) => text.includes(file)),
  )
}

/** The pictures in public/ that entries show whose text stands in no file: a template and a row may each hold a part of an address. */
export function findShownPictures(entries: Iterable<unknown>, publicFiles: Set<string>): string[] {
  const pictures = new Set([...publicFiles].filter(isPictureFile))
  const shown = new Set<string>()
  const look = (value: unknown): void => {
    if (typeof value === 'string' && pictures.has(value)) shown.add(value)
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(look)
  }
  if (pictures.size > 0) for (const entry of entries) look(entry)
  return [...shown]
}

/** Measures pictures. One that cannot be read as a picture is left out. @param dir public/ */
export async function readPictureInfos(
  dir: string,
  files: string[],
): Promise<Map<string, PictureInfo>> {
  const infos = new Map<string, PictureInfo>()
  // One after another: a photo takes much memory while it is open.
  for (const file of files) {
    const bytes = await readFile(join(dir, file))
    const hash = createHash('sha256').update(bytes).digest('hex')
    const info = JSON.parse(
      (
        await memoizeOnDisk('picture-infos', `${pictureInfoVersion} ${hash}`, () =>
          serializePictureInfo(bytes, hash),
        )
      ).toString(),
    ) as PictureInfo | null
    if (info) infos.set(file, info)
  }
  return infos
}

async function serializePictureInfo(bytes: Buffer, hash: string): Promise<Uint8Array> {
  return Buffer.from(
    JSON.stringify(await measurePicture(bytes, hash.slice(0, 8)).catch(() => null)),
  )
}

/** @throws Error when the bytes are no picture. */
async function measurePicture(bytes: Buffer, hash: string): Promise<PictureInfo> {
  // Loaded only where there is a picture to measure.
  const { default: sharp } = await import('sharp')
  const picture = sharp(bytes)
  const { autoOrient, width, height, format, pages = 1, hasAlpha } = await picture.metadata()
  if (format === 'svg' || pages > 1) return { width, height }
  // Behind a picture one can see through, it would stay visible.
  return {
    ...autoOrient,
    hash,
    ...(!hasAlpha && { blur: await createBlurPlaceholder(picture.autoOrient()) }),
  }
}

async function createBlurPlaceholder(picture: Sharp): Promise<string> {
  const tiny = await picture
    .clone()
    .resize({ width: 10, height: 10, fit: 'inside' })
    .webp({ quality: 20, smartSubsample: true })
    .toBuffer()
  const url = `url(data:image/webp;base64,${tiny.toString('base64')})`
  if (url.length <= maxBlurUrlBytes) return url
  const { dominant } = await picture.stats()
  return `#${[dominant.r, dominant.g, dominant.b].map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
