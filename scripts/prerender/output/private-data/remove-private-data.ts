import { cleanHeif, isHeif } from './heif.ts'
import { cleanJpeg, isJpeg } from './jpeg.ts'
import { cleanPng, isPng } from './png.ts'
import { cleanWebp, isWebp } from './webp.ts'

/** Part of a cache key. Increase it when more is removed. */
export const privateDataVersion = 2

/** Matches the files that may hold where and with what a photograph was taken. */
export const photoExtension = /\.(?:jpe?g?|jfif|jif|pjp(?:eg)?|a?png|webp|avifs?|hei[cf]s?|hif)$/i

/**
 * Removes what a picture says about where, when, by whom and with what it was taken: Exif, XMP,
 * IPTC, comments, and what follows the picture in its file. Its orientation, its colors and every
 * pixel stay as they are, because nothing is encoded again.
 * @returns undefined if there is nothing to remove
 */
export function removePrivateData(bytes: Buffer): Buffer | undefined {
  const cleaned = clean(bytes)
  return cleaned?.equals(bytes) ? undefined : cleaned
}

function clean(bytes: Buffer): Buffer | undefined {
  if (isJpeg(bytes)) return cleanJpeg(bytes)
  if (isPng(bytes)) return cleanPng(bytes)
  if (isWebp(bytes)) return cleanWebp(bytes)
  return isHeif(bytes) ? cleanHeif(bytes) : undefined
}
