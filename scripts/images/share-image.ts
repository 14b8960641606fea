import { hasCachedFiles } from '../../schema/source/file-cache.ts'
import { encodePng } from './encode-png.ts'
import { loadFonts } from './fonts.ts'
import { loadResvg } from './load-resvg.ts'
import { renderShareImage } from './render-share-image.ts'
import type { ShareCard } from './share-card.ts'

/**
 * Loads the renderer and prepares its typefaces if no image has been drawn on this machine yet, so
 * that this slow step can overlap with other work.
 */
export async function preloadImageRenderer(): Promise<void> {
  if (hasCachedFiles('fonts')) return
  loadResvg()
  await loadFonts()
}

/** Draws a share image. @returns A PNG with a palette, with equal bytes for equal cards. */
export async function drawShareImage(card: ShareCard): Promise<Uint8Array> {
  const { pixels, width, height } = await renderShareImage(card)
  return encodePng(pixels, width, height)
}
