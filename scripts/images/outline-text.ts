import { escapeHtml } from '../../renderer/escape-html.ts'
import { shareImageHeight, shareImageWidth } from '../../renderer/share-image.ts'
import type { Font } from './fonts.ts'
import type { PlacedText } from './layout-card.ts'
import { loadResvg } from './load-resvg.ts'

/** SVG paths, and the box around them. */
type TextOutline = { paths: string; box?: { x: number; y: number; width: number; height: number } }

/**
 * Converts texts in one font to SVG paths. A share image with several fonts is composed of paths,
 * because resvg would take a character that one font lacks from any other font.
 */
export function outlineTexts(texts: PlacedText[], { files }: Font): TextOutline {
  const Resvg = loadResvg()
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
