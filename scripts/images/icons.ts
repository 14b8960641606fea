import type { SiteData } from '../../schema/page-data.ts'
import { getThemeColors } from '../../renderer/theme-colors.ts'
import { findInitial } from '../../schema/drawing/drawn-letters.ts'
import { hasSeals } from '../../schema/resolve/page/page-seal.ts'
import { drawLetter, loadResvg } from './outline-text.ts'
import { loadSharp } from '../../schema/source/load-sharp.ts'
import { drawSmallSeal, drawTile } from './seal.ts'

/** Draws the site's logo as an SVG of 64 by 64 units that adapts to the color scheme. */
export async function drawFavicon(site: SiteData): Promise<string> {
  const { light, dark } = getThemeColors(site)
  const recolor = (attribute: string, from: string, to: string) =>
    `[${attribute}="${from}"]{${attribute}:${to}}`
  const rules = [
    recolor('fill', light.fill, dark.fill),
    recolor('fill', light.onAccent, dark.onAccent),
    recolor('stroke', light.onAccent, dark.onAccent),
  ]
  const style = `<style>@media(prefers-color-scheme:dark){${rules.join('')}}</style>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-32 -32 64 64">${style}${await drawLogo(site, 31, light.fill, light.onAccent)}</svg>\n`
}

/**
 * The background color of an icon. `accent` is that of buttons, for maskable icons, whose corners may be cut off.
 */
export type IconBackground = 'none' | 'page' | 'accent'

/** Draws the site's logo as an SVG in fixed colors, to be rendered as a PNG. */
export async function drawIcon(site: SiteData, background: IconBackground): Promise<string> {
  const { ground: page, fill: accent, onAccent } = getThemeColors(site).light
  const color = { none: undefined, page, accent }[background]
  const rect =
    color === undefined ? '' : `<rect x="-32" y="-32" width="64" height="64" fill="${color}"/>`
  // The safe zone of a maskable icon is a circle with a diameter of 80%:
  // https://www.w3.org/TR/appmanifest/#icon-masks
  const logo = await drawLogo(
    site,
    { none: 31, page: 26, accent: 25 }[background],
    accent,
    onAccent,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-32 -32 64 64">${rect}${logo}</svg>`
}

async function drawLogo(
  site: SiteData,
  radius: number,
  fill: string,
  line: string,
): Promise<string> {
  const letter = findInitial(site.name)
  return (
    (hasSeals(site) ? drawSmallSeal({ radius, fill, line }) : drawTile({ radius, fill })) +
    (letter === undefined ? '' : await drawLetter(letter, radius * 0.8, line))
  )
}

/** Renders an SVG as a square PNG. @param side The width and height in pixels. */
export async function renderIcon(svg: string, side: number): Promise<Uint8Array> {
  const { Resvg } = loadResvg()
  const png = new Resvg(svg, {
    fitTo: { mode: 'width', value: side },
    font: { loadSystemFonts: false },
  })
    .render()
    .asPng()
  // A palette halves the size, and a logo has few colors.
  return loadSharp()(png)
    .png({ palette: true, colours: 64, dither: 0, compressionLevel: 9 })
    .toBuffer()
}

/**
 * Wraps a PNG in the ICO format: a header of 6 bytes, a directory entry of 16 bytes, and the PNG.
 * https://learn.microsoft.com/en-us/previous-versions/ms997538(v=msdn.10)
 * @param side The width and height in pixels, below 256.
 */
export function encodeIco(png: Uint8Array, side: number): Uint8Array {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2) // type: icon
  head.writeUInt16LE(1, 4) // number of images
  head.writeUInt8(side, 6)
  head.writeUInt8(side, 7)
  head.writeUInt16LE(1, 10) // color planes
  head.writeUInt16LE(32, 12) // bits per pixel
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18) // offset of the image
  return Buffer.concat([head, png])
}
