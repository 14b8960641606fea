import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sharp } from 'sharp'
import { memoizeOnDisk } from '../util/file-cache.ts'
import { loadSharp } from './load-sharp.ts'
import { isTooLarge, type PictureInfo } from './pictures.ts'
import { formatRgb } from '../util/format-rgb.ts'

export const pictureExtension = /\.(jpe?g|png|webp|avif|gif|svg|tiff?)$/i
export const isPictureFile = (file: string): boolean => pictureExtension.test(file)
/** Part of the cache key. Increase it when `PictureInfo` changes. */
const pictureInfoVersion = 2
/** A larger preview is replaced by the dominant color. */
const maxBlurUrlBytes = 200

/**
 * Finds the pictures in public/ that generated pages show. A template and a row may each contain
 * part of a path, so that it does not occur in any file.
 */
export function findShownPictures(entries: Iterable<unknown>, publicFiles: Set<string>): string[] {
  // Archives from a Mac have é in file names as e and an accent.
  const pictures = new Map(
    [...publicFiles].filter(isPictureFile).map((file) => [file.normalize(), file]),
  )
  const shown = new Set<string>()
  const visit = (value: unknown): void => {
    const picture = typeof value === 'string' && pictures.get(value)
    if (picture) shown.add(picture)
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit)
  }
  if (pictures.size > 0) for (const entry of entries) visit(entry)
  return [...shown]
}

/**
 * Reads the properties of pictures. Files that are not valid pictures are omitted.
 * @param dir the public/ folder
 */
export async function readPictureInfos(
  dir: string,
  files: string[],
): Promise<Map<string, PictureInfo>> {
  const infos = new Map<string, PictureInfo>()
  // Sequential, since decoding a photo needs much memory.
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

/** @throws Error if the bytes are not a picture */
async function measurePicture(bytes: Buffer, hash: string): Promise<PictureInfo> {
  const declared = readSvgSize(bytes)
  // The picture is too large to be decoded.
  if (declared && isTooLarge(declared)) return declared
  const picture = loadSharp()(bytes)
  const { autoOrient, width, height, format, pages = 1, hasAlpha } = await picture.metadata()
  if (format === 'svg' || pages > 1) return { width, height }
  // A preview would stay visible through a transparent picture.
  return {
    ...autoOrient,
    hash,
    ...(!hasAlpha && { blur: await createBlurPlaceholder(picture.autoOrient()) }),
  }
}

/** Reads the size that an SVG declares. Undefined for other pictures, or if it declares none. */
function readSvgSize(bytes: Buffer): { width: number; height: number } | undefined {
  const tag = /<svg\b[^>]*>/.exec(bytes.toString('latin1', 0, maxSvgHeaderBytes))?.[0] ?? ''
  const [, ownWidth] = /\swidth="([\d.e+]+)(?:px)?"/i.exec(tag) ?? []
  const [, ownHeight] = /\sheight="([\d.e+]+)(?:px)?"/i.exec(tag) ?? []
  const [, boxWidth, boxHeight] =
    /\sviewBox="\s*[^\s,"]+[\s,]+[^\s,"]+[\s,]+([\d.e+]+)[\s,]+([\d.e+]+)\s*"/i.exec(tag) ?? []
  const [width, height] = [Number(ownWidth ?? boxWidth), Number(ownHeight ?? boxHeight)]
  return width > 0 && height > 0 ? { width, height } : undefined
}

const maxSvgHeaderBytes = 4096

async function createBlurPlaceholder(picture: Sharp): Promise<string> {
  const tiny = await picture
    .clone()
    .resize({ width: 10, height: 10, fit: 'inside' })
    .webp({ quality: 20, smartSubsample: true })
    .toBuffer()
  const url = `url(data:image/webp;base64,${tiny.toString('base64')})`
  if (url.length <= maxBlurUrlBytes) return url
  const { dominant } = await picture.stats()
  return formatRgb(dominant.r, dominant.g, dominant.b)
}
