import { tokenize, TokenType } from '@csstools/css-tokenizer'
import { reasons } from './finding.ts'

/** Functions that compute, and load nothing. */
const functions = new Set([
  ...['rgb', 'rgba', 'hsl', 'hsla', 'hwb', 'lab', 'lch', 'oklab', 'oklch', 'color', 'color-mix'],
  ...['calc', 'min', 'max', 'clamp', 'abs', 'round', 'sin', 'cos', 'var', 'light-dark'],
  ...['translate', 'translatex', 'translatey', 'translate3d', 'scale', 'scalex', 'scaley'],
  ...['rotate', 'rotatex', 'rotatey', 'rotatez', 'skew', 'skewx', 'skewy', 'matrix', 'matrix3d'],
  ...['cubic-bezier', 'steps', 'linear', 'perspective', 'translatez', 'scalez', 'rotate3d'],
  ...['blur', 'brightness', 'contrast', 'drop-shadow', 'grayscale', 'hue-rotate', 'invert'],
  ...['opacity', 'saturate', 'sepia', 'circle', 'ellipse', 'inset', 'polygon', 'path'],
  ...['linear-gradient', 'radial-gradient', 'conic-gradient'],
  ...['not', 'is', 'where', 'nth-child', 'nth-of-type', 'nth-last-child', 'lang'],
])
const atRules = new Set(['media', 'supports', 'keyframes', '-webkit-keyframes', 'charset'])
/** Properties of old browsers that run scripts. */
const runningProperties = new Set(['behavior', '-moz-binding'])

/**
 * Checks CSS: a style sheet, a declaration or a value. Names are compared as a browser reads them,
 * without escapes. `url()` may only name a part of the same file.
 * @returns why it is refused; undefined if it only draws
 */
export function checkStyle(css: string): string | undefined {
  let isBroken = false
  const tokens = tokenize({ css }, { onParseError: () => (isBroken = true) })
  let isInUrl = false
  for (const token of tokens) {
    const [type] = token
    if (isInUrl && type === TokenType.Whitespace) continue
    if (isInUrl && !(type === TokenType.String && token[4].value.startsWith('#')))
      return reasons.files
    isInUrl = false
    if (type === TokenType.URL && !token[4].value.startsWith('#')) return reasons.files
    if (type === TokenType.BadURL || type === TokenType.BadString) return reasons.files
    if (type === TokenType.Ident && runningProperties.has(token[4].value.toLowerCase()))
      return reasons.script
    if (type === TokenType.AtKeyword) {
      const name = token[4].value.toLowerCase()
      if (name === 'import') return reasons.styleSheet
      if (!atRules.has(name)) return `has a style with @${name}, which could load other files`
    }
    if (type === TokenType.Function) {
      const name = token[4].value.toLowerCase()
      if (name === 'url') isInUrl = true
      else if (/^(?:src|image|.*image-set|cross-fade)$/.test(name)) return reasons.files
      else if (!functions.has(name))
        return `has a style with ${name}(), which could load other files`
    }
  }
  return isBroken ? 'has a style that cannot be read' : undefined
}
