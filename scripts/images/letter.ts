import { loadFonts } from './fonts.ts'
import { outlineTexts } from './outline-text.ts'
import { roundCoordinate } from './seal.ts'

/** @returns The first Latin letter or digit of a name in uppercase; undefined if it has none. */
export const findInitial = (name: string): string | undefined =>
  /[\p{Script=Latin}\p{N}]/u.exec(name)?.[0].toUpperCase()

/**
 * Draws a letter of the heading face as an SVG path that is centered at 0, 0.
 * @param height The height of the glyph's bounding box.
 */
export async function drawLetter(letter: string, height: number, fill: string): Promise<string> {
  const { heading } = await loadFonts()
  const text = { text: letter, font: 'heading', size: 100, fill, x: 10, y: 100 } as const
  const { paths, box } = outlineTexts([text], heading)
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
