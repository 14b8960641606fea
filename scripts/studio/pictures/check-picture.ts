import { isTooLarge } from '../../../schema/source/pictures.ts'
import { loadSharp } from '../../../schema/source/load-sharp.ts'
import { explainUnsafePath } from '../../../schema/util/resolve-inside.ts'
import { refuse } from '../../shared/user-error.ts'
import { isUtf8 } from 'node:buffer'

export const maxPictureMebibytes = 15

/** The endings of each format, by the name that sharp has for it. */
const endings: Record<string, string[]> = {
  jpeg: ['jpg', 'jpeg'],
  png: ['png'],
  webp: ['webp'],
  heif: ['avif'],
  gif: ['gif'],
  svg: ['svg'],
}

/** Lowercase, so that it is the same file on every disk and host. */
const namePattern = /^\/(?:[a-z0-9][a-z0-9_-]*\/){0,3}[a-z0-9][a-z0-9._-]{0,99}\.[a-z]+$/

/** @throws UserError if a file in public/ cannot be called this, such as `/people/sam.jpg` */
export function checkPictureName(name: string): void {
  const isName = name.length <= 200 && namePattern.test(name)
  if (!isName || name.includes('..') || explainUnsafePath(name) !== undefined)
    refuse(
      `"${name.slice(0, 100)}" cannot be the name of a picture. Write lowercase letters, digits and ` +
        'hyphens, such as /people/sam-baker.jpg.',
    )
}

/**
 * Checks that a file is the picture that its name says, and nothing else.
 * @throws UserError
 */
export async function checkPicture(
  name: string,
  bytes: Buffer,
): Promise<{ width: number; height: number }> {
  const ending = name.slice(name.lastIndexOf('.') + 1)
  const isKnown = Object.values(endings).some((each) => each.includes(ending))
  if (!isKnown) refuse(`Pictures are JPEG, PNG, WebP, AVIF, GIF or SVG files, not .${ending}.`)
  if (ending === 'svg') {
    const reason = explainUnsafeSvg(bytes)
    if (reason !== undefined)
      refuse(`${reason}. Save the drawing again as a plain SVG, or as a PNG.`)
  }
  const info = await loadSharp()(bytes)
    .metadata()
    .catch(() => undefined)
  if (!info)
    return refuse('This file is no picture that can be read. Save it again as JPEG or PNG.')
  const allowed = endings[info.format] ?? []
  if (!allowed.includes(ending) || (ending === 'avif' && info.compression !== 'av1'))
    refuse(
      allowed.length > 0
        ? `This is a different kind of picture: its name must end with .${allowed[0]}.`
        : 'Pictures are JPEG, PNG, WebP, AVIF, GIF or SVG files.',
    )
  const { width, height } = info.autoOrient
  if (isTooLarge({ width, height }))
    refuse(
      `A picture of ${width} by ${height} pixels is too large. Make it at most 4,000 pixels wide.`,
    )
  return { width, height }
}

/** Parts of SVG that a picture does not need, and what each could do on the published site. */
const forbidden: [RegExp, string][] = [
  [/<!(?:ENTITY|DOCTYPE[^>]*\[)/i, 'It declares entities, which could hide a script'],
  [/<\?xml-stylesheet/i, 'It loads a style sheet'],
  [/<(?:[\w-]+:)?script\b/i, 'It contains a script'],
  [/<(?:[\w-]+:)?(?:foreignObject|iframe|embed|object|handler)\b/i, 'It contains other documents'],
  [/[\s"'/]on[a-z]+\s*=/i, 'It runs a script when something happens (an attribute such as onload)'],
  [/(?:java|vb)script:/i, 'It contains a link that runs a script'],
  [/@import/i, 'It loads a style sheet'],
]
/** Addresses of other files, except for parts of the picture and pictures inside it. */
const references = [
  /\b(?:href|src)\s*=\s*["']\s*(?!#|data:image\/(?:png|jpeg|gif|webp)[;,])[^"']/i,
  /url\(\s*["']?\s*(?!#|data:image\/(?:png|jpeg|gif|webp)[;,])[^"')\s]/i,
]

/**
 * An SVG is a document, which a browser runs when it is opened by itself.
 * @returns why it is refused; undefined if it only draws
 */
function explainUnsafeSvg(bytes: Buffer): string | undefined {
  const text = bytes.toString('utf8')
  if (!isUtf8(bytes) || /^\s*<\?xml[^>]*encoding\s*=\s*["'](?!utf-8)/i.test(text))
    return 'It is not in UTF-8'
  // Characters can be written by their numbers, and browsers skip white space in addresses.
  const decoded = text.replace(/&#(x[\da-f]+|\d+);?/gi, (_, code: string) => decodeCharacter(code))
  const joined = decoded.replaceAll(/[\t\n\r]/g, '')
  for (const [pattern, reason] of forbidden)
    if (pattern.test(text) || pattern.test(decoded) || pattern.test(joined)) return reason
  if (references.some((pattern) => pattern.test(decoded)))
    return 'It refers to other files, which a picture cannot show'
  return undefined
}

function decodeCharacter(code: string): string {
  const value = /^x/i.test(code) ? Number.parseInt(code.slice(1), 16) : Number(code)
  return value > 0 && value <= 0x10ffff ? String.fromCodePoint(value) : ''
}
