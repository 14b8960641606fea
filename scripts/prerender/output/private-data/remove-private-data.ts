import { cleanGif, isGif } from './gif.ts'
import { cleanIsoMedia, isIsoMedia } from './iso-media.ts'
import { cleanJpeg, isJpeg } from './jpeg.ts'
import { cleanMatroska, isMatroska } from './matroska.ts'
import { cleanPng, isPng } from './png.ts'
import { cleanTiff, isTiff } from './tiff.ts'
import { cleanWebp, isWebp } from './webp.ts'

/** Part of a cache key. Increase it when more is removed. */
export const privateDataVersion = 3

/** Matches the files that may hold where and with what a photograph or a film was taken. */
export const photoExtension =
  /\.(?:jpe?g?|jfif|jif|pjp(?:eg)?|a?png|webp|avifs?|hei[cf]s?|hif|gif|tiff?|mp4|m4[av]|mov|qt|3gp|3g2|webm|weba|mk[va])$/i

/**
 * Removes what a picture or film says about where, when, by whom and with what it was taken: Exif,
 * XMP, IPTC, comments, tags, and what follows the picture in its file. Its orientation, its colors and every
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
  if (isGif(bytes)) return cleanGif(bytes)
  if (isIsoMedia(bytes)) return cleanIsoMedia(bytes)
  if (isMatroska(bytes)) return cleanMatroska(bytes)
  return isTiff(bytes) ? cleanTiff(bytes) : undefined
}
