import { isUtf8 } from 'node:buffer'

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
export function explainUnsafeSvg(bytes: Buffer): string | undefined {
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
