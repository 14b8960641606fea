import { hasCachedFiles } from '../../schema/source/file-cache.ts'
import { shareImageHeight, shareImageWidth } from '../../renderer/share-image.ts'
import { drawLetter, findInitial } from './letter.ts'
import { loadRasterizer } from './load-rasterizer.ts'
import { loadTextLayout } from './load-text-layout.ts'
import { drawSeal, drawGuilloche } from './seal.ts'
import type { ShareCard } from './share-card.ts'

/** An image above this size in bytes is compressed harder. */
const maxBytes = 30_000

const sealPosition = { x: 992, y: 315, radius: 138 }

/**
 * Loads the renderer and prepares its typefaces if no image has been drawn on this machine yet, so
 * that this slow step can overlap with other work.
 */
export async function preloadImageRenderer(): Promise<void> {
  if (hasCachedFiles('fonts')) return
  loadRasterizer()
  const { loadFonts } = await loadTextLayout()
  await loadFonts()
}

/** Draws a share image. @returns A PNG with a palette, with equal bytes for equal cards. */
export async function drawShareImage(card: ShareCard): Promise<Uint8Array> {
  const { layoutCardText } = await loadTextLayout()
  const layout = layoutCardText(card)
  // Meanwhile V8 compiles satori's WebAssembly on other threads.
  const { Resvg, sharp } = loadRasterizer()
  const [text, ground] = await Promise.all([layout, drawBackground(card)])
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${shareImageWidth}" height="${shareImageHeight}">${ground}${text}</svg>`
  const { pixels, width, height } = new Resvg(svg, { font: { loadSystemFonts: false } }).render()
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

async function drawBackground({ name, colors }: ShareCard): Promise<string> {
  const { ground, line, accent, onAccent } = colors
  const letter = findInitial(name)
  const frame = (inset: number, width: number) =>
    `<rect x="${inset}" y="${inset}" width="${shareImageWidth - 2 * inset}" height="${shareImageHeight - 2 * inset}" fill="none" stroke="${line}" stroke-width="${width}"/>`
  return [
    `<rect width="${shareImageWidth}" height="${shareImageHeight}" fill="${ground}"/>`,
    `<g transform="translate(${sealPosition.x} ${sealPosition.y})">${drawGuilloche({ radius: 214, line, count: 7, width: 1.5 })}</g>`,
    `<path d="M0 0H${shareImageWidth}V${shareImageHeight}H0ZM28 28V${shareImageHeight - 28}H${shareImageWidth - 28}V28Z" fill="${ground}"/>`,
    frame(28, 3),
    frame(37, 1),
    `<g transform="translate(${sealPosition.x} ${sealPosition.y})"><circle r="${sealPosition.radius + 14}" fill="${ground}"/>`,
    drawSeal({ radius: sealPosition.radius, fill: accent, line: onAccent }),
    letter === undefined ? '' : await drawLetter(letter, sealPosition.radius * 0.66, onAccent),
    '</g>',
  ].join('')
}
