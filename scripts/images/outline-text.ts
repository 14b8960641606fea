/** Draws text as SVG paths. */
import { createRequire } from 'node:module'
import type * as resvg from '@resvg/resvg-js'
import { escapeHtml } from '../../renderer/escape-html.ts'
import { shareImageHeight, shareImageWidth } from '../../renderer/share-image.ts'
import { memoize } from '../../schema/util/memoize.ts'
import { loadFonts, type Font } from './fonts.ts'
import type { PlacedText } from './layout-card.ts'
import { roundCoordinate } from './seal.ts'

const require = createRequire(import.meta.url)

/**
 * Loads resvg, which renders SVG to pixels. The renderer in sharp cannot do this: it takes fonts
 * from the system only, and turns no text into paths.
 */
export const loadResvg = () => require('@resvg/resvg-js') as typeof resvg

/** SVG paths, and the box around them. */
type TextOutline = { paths: string; box?: { x: number; y: number; width: number; height: number } }

/**
 * Converts texts in one font to SVG paths. A share image with several fonts is composed of paths,
 * because resvg would take a character that one font lacks from any other font.
 */
export function outlineTexts(texts: PlacedText[], { files }: Font): TextOutline {
  const { Resvg } = loadResvg()
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${shareImageWidth}" height="${shareImageHeight}">${texts.map(formatText).join('')}</svg>`
  // The texts name no font, so resvg uses the only one it has loaded.
  const image = new Resvg(svg, { font: { fontFiles: files, loadSystemFonts: false } })
  const paths = image.toString().match(/<path[^>]*>/g) ?? []
  return { paths: paths.join(''), box: image.innerBBox() }
}

function formatText({ text, size, fill, x, y, letterSpacing, isCentered }: PlacedText): string {
  const spacing = letterSpacing === undefined ? '' : ` letter-spacing="${letterSpacing}"`
  const anchor = isCentered ? ' text-anchor="middle"' : ''
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}"${spacing}${anchor}>${escapeHtml(text)}</text>`
}

const letterOutlines = new Map<string, TextOutline>()
const maxLetters = 10

/**
 * Draws a letter of the heading face as an SVG path that is centered at 0, 0.
 * @param height The height of the glyph's bounding box.
 */
export async function drawLetter(letter: string, height: number, fill: string): Promise<string> {
  const { heading } = await loadFonts(letter)
  // All cards of a site have the same letter.
  const { paths, box } = memoize(letterOutlines, letter, maxLetters, () =>
    outlineTexts([{ text: letter, font: 'heading', size: 100, fill, x: 10, y: 100 }], heading),
  )
  const outline = / d="([^"]+)"/.exec(paths)?.[1]
  if (outline === undefined || !box) return ''
  const scale = height / box.height
  const offset = [box.x + box.width / 2, box.y + box.height / 2].map((value) =>
    roundCoordinate(-value * scale),
  )
  const rounded = outline
    .replace(/-?[\d.]+/g, (value) => `${roundCoordinate(Number(value))}`)
    .replace(/ ?([A-Z]) ?/g, '$1')
  return `<path transform="translate(${offset.join(' ')}) scale(${Math.round(scale * 10_000) / 10_000})" fill="${fill}" d="${rounded}"/>`
}
