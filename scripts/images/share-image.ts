import { hasCachedFiles } from '../../schema/source/file-cache.ts'
import { loadSharp } from '../../schema/source/load-sharp.ts'
import { loadResvg } from './load-resvg.ts'
import { loadTextLayout } from './load-text-layout.ts'
import { renderShareImage } from './render-share-image.ts'
import type { ShareCard } from './share-card.ts'
import { getShareImageThread } from './share-image-thread.ts'

/** An image above this size in bytes is compressed harder. */
const maxBytes = 60_000

/**
 * Loads the renderer and prepares its typefaces if no image has been drawn on this machine yet, so
 * that this slow step can overlap with other work.
 */
export async function preloadImageRenderer(): Promise<void> {
  if (hasCachedFiles('fonts')) return
  loadResvg()
  loadSharp()
  const { loadFonts } = await loadTextLayout()
  await loadFonts()
}

/** Draws a share image. @returns A PNG with a palette, with equal bytes for equal cards. */
export async function drawShareImage(card: ShareCard): Promise<Uint8Array> {
  const rendering = getShareImageThread()?.render(card) ?? renderShareImage(card)
  // A thread renders meanwhile.
  const sharp = loadSharp()
  const { pixels, width, height } = await rendering
  // Sixteen colors are enough for three colors and their antialiased edges.
  const compress = (compressionLevel: number) =>
    sharp(pixels, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .png({ palette: true, colours: 16, dither: 0, effort: 1, compressionLevel })
      .toBuffer()
  // Level 9 saves little and is slow, so that only large images use it.
  const image = await compress(6)
  return image.length <= maxBytes ? image : compress(9)
}
