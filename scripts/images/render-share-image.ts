import { shareImageHeight, shareImageWidth } from '../../renderer/share-image.ts'
import { drawLetter, findInitial } from './letter.ts'
import { loadResvg } from './load-resvg.ts'
import { loadTextLayout } from './load-text-layout.ts'
import { drawGuilloche, drawSeal } from './seal.ts'
import type { ShareCard } from './share-card.ts'

/** Right of the text. */
const bandLeft = 850
const sealPosition = { x: 992, y: 315, radius: 138 }

/** Pixels as four bytes each: red, green, blue, alpha. */
export type RenderedImage = { pixels: Uint8Array; width: number; height: number }

/** Renders a share image, without compressing it. */
export async function renderShareImage(card: ShareCard): Promise<RenderedImage> {
  const { layoutCardText } = await loadTextLayout()
  const layout = layoutCardText(card)
  // Meanwhile V8 compiles satori's WebAssembly on other threads.
  const Resvg = loadResvg()
  const [text, ground] = await Promise.all([layout, drawBackground(card)])
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${shareImageWidth}" height="${shareImageHeight}">${ground}${text}</svg>`
  const { pixels, width, height } = new Resvg(svg, { font: { loadSystemFonts: false } }).render()
  return { pixels, width, height }
}

async function drawBackground(card: ShareCard): Promise<string> {
  return card.isPlain ? drawPlainBackground(card) : drawSealedBackground(card)
}

/** A band in the accent color, with the initial of the site. */
async function drawPlainBackground({ name, colors }: ShareCard): Promise<string> {
  const { ground, accent, onAccent } = colors
  const letter = findInitial(name)
  return [
    `<rect width="${shareImageWidth}" height="${shareImageHeight}" fill="${ground}"/>`,
    `<rect x="${bandLeft}" width="${shareImageWidth - bandLeft}" height="${shareImageHeight}" fill="${accent}"/>`,
    `<g transform="translate(${(bandLeft + shareImageWidth) / 2} ${shareImageHeight / 2})">`,
    letter === undefined ? '' : await drawLetter(letter, 190, onAccent),
    '</g>',
  ].join('')
}

async function drawSealedBackground({ name, colors }: ShareCard): Promise<string> {
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
