import { loadRasterizer } from './load-rasterizer.ts'
import { loadTextLayout } from './load-text-layout.ts'
import { roundCoordinate } from './seal.ts'

/** The letter of a name that stands for it; undefined where the typeface has no such letter. */
export const findInitial = (name: string): string | undefined =>
  /[\p{Script=Latin}\p{N}]/u.exec(name)?.[0].toUpperCase()

/** A letter of the heading face as an outline, its ink centered around 0, 0. @param height of the ink. */
export async function drawLetter(letter: string, height: number, fill: string): Promise<string> {
  const { layoutLetter } = await loadTextLayout()
  const svg = await layoutLetter(letter)
  const outline = /<path[^>]* d="([^"]+)"/.exec(svg)?.[1]
  const { Resvg } = loadRasterizer()
  const box = new Resvg(svg, { font: { loadSystemFonts: false } }).innerBBox()
  if (outline === undefined || !box) return ''
  const scale = height / box.height
  const middle = [box.x + box.width / 2, box.y + box.height / 2].map((value) =>
    roundCoordinate(-value * scale),
  )
  return `<path transform="translate(${middle.join(' ')}) scale(${Math.round(scale * 10_000) / 10_000})" fill="${fill}" d="${outline}"/>`
}
