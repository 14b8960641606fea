import {
  centerRadii,
  drawRings,
  sealRadius,
  type SealRing,
} from '../../blocks/shared/seal/draw-seal.ts'
import { shareImageHeight, shareImageWidth } from '../../renderer/share-image.ts'
import type { PageSeal } from '../../schema/resolved-values.ts'
import { findInitial } from '../../schema/drawing/drawn-letters.ts'
import { loadSharp } from '../../schema/source/load-sharp.ts'
import { formatRgb } from '../../schema/util/format-rgb.ts'
import { loadFonts, openFontCache, type FontRole } from './fonts.ts'
import { layoutCard, type PlacedRect, type ShareCard } from './layout-card.ts'
import { drawLetter, loadResvg, outlineTexts } from './outline-text.ts'
import { drawScallopedSeal } from './seal.ts'

/** Right of the text. */
const bandLeft = 850
export const sealPosition = { x: 958, y: 315, radius: 196 }
/** The mark of the site in the middle of the seal. */
const markRadius = 72

/**
 * Loads the renderer and prepares its typefaces if no image has been drawn on this machine yet, so
 * that this slow step can overlap with other work.
 */
export async function preloadImageRenderer(): Promise<void> {
  if (!openFontCache().isEmpty) return
  loadResvg()
  await loadFonts()
}

/** Draws a share image. @returns A PNG, with equal bytes for equal cards. */
export async function drawShareImage(card: ShareCard): Promise<Uint8Array> {
  const [ground, text] = await Promise.all([drawBackground(card), drawText(card)])
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${shareImageWidth}" height="${shareImageHeight}">${ground}${text}</svg>`
  const { pixels, width, height } = await loadResvg().renderAsync(svg, {
    font: { loadSystemFonts: false },
  })
  // A card has few colors: with 16 of them no edge looks different, and a higher effort makes the
  // file 3 % smaller in twice the time.
  return loadSharp()(pixels, { raw: { width, height, channels: 4 } })
    .png({ palette: true, colours: 16, dither: 0, compressionLevel: 6, effort: 1 })
    .toBuffer()
}

async function drawText(card: ShareCard): Promise<string> {
  const { heading, name, host, offer } = card
  const fonts = await loadFonts(heading, name, host, offer?.name ?? '', offer?.price ?? '')
  const { texts, rects } = layoutCard(card, fonts)
  const roles = Object.keys(fonts) as FontRole[]
  const outlines = roles.map((role) => {
    const own = texts.filter(({ font }) => font === role)
    return outlineTexts(own, fonts[role]).paths
  })
  return [...rects.map(formatRect), ...outlines].join('')
}

async function drawBackground(card: ShareCard): Promise<string> {
  return card.seal ? drawSealedBackground(card, card.seal) : drawPlainBackground(card)
}

const formatRect = ({ x, y, width, height, rx, fill }: PlacedRect) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${rx}" fill="${fill}"/>`

/** A band in the accent color, with the initial of the site. */
async function drawPlainBackground({ name, colors }: ShareCard): Promise<string> {
  const { ground, fill, onAccent } = colors
  const letter = findInitial(name)
  return [
    `<rect width="${shareImageWidth}" height="${shareImageHeight}" fill="${ground}"/>`,
    `<rect x="${bandLeft}" width="${shareImageWidth - bandLeft}" height="${shareImageHeight}" fill="${fill}"/>`,
    `<g transform="translate(${(bandLeft + shareImageWidth) / 2} ${shareImageHeight / 2})">`,
    letter === undefined ? '' : await drawLetter(letter, 190, onAccent),
    '</g>',
  ].join('')
}

/** The color between two colors as #rrggbb. */
function averageColors(first: string, second: string): string {
  const mixAt = (start: number) => {
    const [a, b] = [first, second].map((color) =>
      Number.parseInt(color.slice(start, start + 2), 16),
    )
    return Math.round((a! + b!) / 2)
  }
  return formatRgb(mixAt(1), mixAt(3), mixAt(5))
}

/**
 * Renders a ring as SVG. In documents, React elements draw the same ring: see
 * blocks/shared/seal/seal.tsx.
 */
const formatRing = ({ name, path, angles }: SealRing): string =>
  angles.reduce(
    (drawing, angle, level) =>
      `<g id="${name}${level}">${drawing}</g><use href="#${name}${level}" transform="rotate(${angle})"/>`,
    `<path d="${path}"/>`,
  )

async function drawSealedBackground({ name, colors }: ShareCard, seal: PageSeal): Promise<string> {
  const { ground, line, accent, fill, onAccent } = colors
  const letter = findInitial(name)
  const frame = (inset: number, width: number) =>
    `<rect x="${inset}" y="${inset}" width="${shareImageWidth - 2 * inset}" height="${shareImageHeight - 2 * inset}" fill="none" stroke="${line}" stroke-width="${width}"/>`
  const { x, y, radius } = sealPosition
  const scale = radius / sealRadius
  const circles = centerRadii.map((r) => `<circle r="${r}"/>`).join('')
  return [
    `<rect width="${shareImageWidth}" height="${shareImageHeight}" fill="${ground}"/>`,
    frame(28, 3),
    frame(37, 1),
    `<g transform="translate(${x} ${y})">`,
    `<g transform="scale(${scale})" fill="none" stroke="${averageColors(accent, ground)}" stroke-width="${1 / scale}">${drawRings(seal).map(formatRing).join('')}${circles}</g>`,
    drawScallopedSeal({ radius: markRadius, fill, line: onAccent }),
    letter === undefined ? '' : await drawLetter(letter, markRadius * 0.66, onAccent),
    '</g>',
  ].join('')
}
