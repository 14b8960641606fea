import { loadFonts } from './fonts.ts'
import { roundCoordinate } from './seal.ts'

/** The letter of a name that stands for it; undefined where the typeface has no such letter. */
export const findInitial = (name: string): string | undefined =>
  /[\p{Script=Latin}\p{N}]/u.exec(name)?.[0].toUpperCase()

/** A letter of the heading face as an outline, its ink centered around 0, 0. @param height of the ink. */
export async function drawLetter(letter: string, height: number, fill: string): Promise<string> {
  const [{ default: satori }, { Resvg }, fonts] = await Promise.all([
    import('satori'),
    import('@resvg/resvg-js'),
    loadFonts(),
  ])
  const size = 100
  const text = {
    type: 'div',
    key: null,
    props: { style: { fontFamily: 'heading', fontSize: size }, children: letter },
  }
  const svg = await satori(text, { width: 2 * size, height: 2 * size, fonts })
  const outline = /<path[^>]* d="([^"]+)"/.exec(svg)?.[1]
  const box = new Resvg(svg, { font: { loadSystemFonts: false } }).innerBBox()
  if (outline === undefined || !box) return ''
  const scale = height / box.height
  const middle = [box.x + box.width / 2, box.y + box.height / 2].map((value) =>
    roundCoordinate(-value * scale),
  )
  return `<path transform="translate(${middle.join(' ')}) scale(${Math.round(scale * 10_000) / 10_000})" fill="${fill}" d="${outline}"/>`
}
