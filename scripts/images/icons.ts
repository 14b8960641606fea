import type { SiteData } from '../../schema/page-data.ts'
import { getThemeColors } from '../../renderer/theme-colors.ts'
import { drawLetter, findInitial } from './letter.ts'
import { loadRasterizer } from './load-rasterizer.ts'
import { drawSmallSeal } from './seal.ts'

/** The site's sign as SVG, 64 units across; in a dark tab it takes the colors of the dark scheme. */
export async function drawFavicon(site: SiteData): Promise<string> {
  const { light, dark } = getThemeColors(site)
  const recolor = (attribute: string, from: string, to: string) =>
    `[${attribute}="${from}"]{${attribute}:${to}}`
  const rules = [
    recolor('fill', light.accent, dark.accent),
    recolor('fill', light.onAccent, dark.onAccent),
    recolor('stroke', light.onAccent, dark.onAccent),
  ]
  const style = `<style>@media(prefers-color-scheme:dark){${rules.join('')}}</style>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-32 -32 64 64">${style}${await drawLogo(site.name, 31, light.accent, light.onAccent)}</svg>\n`
}

/** Which ground the sign stands on: none, the page's to the edges, or the accent's, of which a system may cut off the corners. */
export type IconBackground = 'none' | 'page' | 'accent'

/** The site's sign in fixed colors, for a PNG. */
export async function drawIcon(site: SiteData, ground: IconBackground): Promise<string> {
  const { ground: page, accent, onAccent } = getThemeColors(site).light
  const fill = { none: undefined, page, accent }[ground]
  const rect =
    fill === undefined ? '' : `<rect x="-32" y="-32" width="64" height="64" fill="${fill}"/>`
  // What is masked keeps a circle of four fifths: https://www.w3.org/TR/appmanifest/#icon-masks
  const sign = await drawLogo(
    site.name,
    { none: 31, page: 26, accent: 25 }[ground],
    accent,
    onAccent,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-32 -32 64 64">${rect}${sign}</svg>`
}

async function drawLogo(name: string, radius: number, fill: string, line: string): Promise<string> {
  const letter = findInitial(name)
  return (
    drawSmallSeal({ radius, fill, line }) +
    (letter === undefined ? '' : await drawLetter(letter, radius * 0.8, line))
  )
}

/** Renders an SVG as a square PNG. @param side in pixels. */
export async function renderIcon(svg: string, side: number): Promise<Uint8Array> {
  const { Resvg, sharp } = loadRasterizer()
  const png = new Resvg(svg, {
    fitTo: { mode: 'width', value: side },
    font: { loadSystemFonts: false },
  })
    .render()
    .asPng()
  // A palette holds the few colors of a sign, and half the bytes.
  return sharp(png).png({ palette: true, colours: 64, dither: 0, compressionLevel: 9 }).toBuffer()
}

/**
 * A PNG in the coat of an .ico: six bytes that say how many pictures follow, sixteen about the one, and the PNG itself.
 * https://learn.microsoft.com/en-us/previous-versions/ms997538(v=msdn.10)
 * @param side below 256 pixels.
 */
export function encodeIco(png: Uint8Array, side: number): Uint8Array {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2) // an icon
  head.writeUInt16LE(1, 4) // one picture
  head.writeUInt8(side, 6)
  head.writeUInt8(side, 7)
  head.writeUInt16LE(1, 10) // color planes
  head.writeUInt16LE(32, 12) // bits a pixel
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18) // where the picture begins
  return Buffer.concat([head, png])
}
