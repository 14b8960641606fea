import { loadResvg } from './load-resvg.ts'
import { loadTextLayout } from './load-text-layout.ts'
import { roundCoordinate } from './seal.ts'

/** @returns The first Latin letter or digit of a name in uppercase; undefined if it has none. */
export const findInitial = (name: string): string | undefined =>
  /[\p{Script=Latin}\p{N}]/u.exec(name)?.[0].toUpperCase()

/**
 * Draws a letter of the heading face as an SVG path that is centered at 0, 0.
 * @param height The height of the glyph's bounding box.
 */
export async function drawLetter(letter: string, height: number, fill: string): Promise<string> {
  const { layoutLetter } = await loadTextLayout()
  const svg = await layoutLetter(letter)
  const outline = /<path[^>]* d="([^"]+)"/.exec(svg)?.[1]
  const Resvg = loadResvg()
  const box = new Resvg(svg, { font: { loadSystemFonts: false } }).innerBBox()
  if (outline === undefined || !box) return ''
  const scale = height / box.height
  const offset = [box.x + box.width / 2, box.y + box.height / 2].map((value) =>
    roundCoordinate(-value * scale),
  )
  return `<path transform="translate(${offset.join(' ')}) scale(${Math.round(scale * 10_000) / 10_000})" fill="${fill}" d="${outline}"/>`
}
