import { svgElementAttributes } from 'svg-element-attributes'
import { namespaces, reasons, runsScript, type ActiveFinding } from './finding.ts'
import { readXml, type XmlElement } from './read-xml.ts'
import { tokenize, TokenType } from '@csstools/css-tokenizer'

const drawingElements = [
  ...['svg', 'g', 'defs', 'symbol', 'use', 'switch', 'view', 'title', 'desc', 'metadata', 'style'],
  ...['a', 'image', 'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'],
  ...['text', 'tspan', 'textPath', 'linearGradient', 'radialGradient', 'stop', 'pattern'],
  ...['clipPath', 'mask', 'marker', 'filter', 'feBlend', 'feColorMatrix', 'feComponentTransfer'],
  ...['feComposite', 'feConvolveMatrix', 'feDiffuseLighting', 'feDisplacementMap'],
  ...['feDistantLight', 'feDropShadow', 'feFlood', 'feFuncA', 'feFuncB', 'feFuncG', 'feFuncR'],
  ...['feGaussianBlur', 'feImage', 'feMerge', 'feMergeNode', 'feMorphology', 'feOffset'],
  ...['fePointLight', 'feSpecularLighting', 'feSpotLight', 'feTile', 'feTurbulence'],
  ...['animate', 'animateMotion', 'animateTransform', 'mpath', 'set'],
]
const documentElements = ['foreignObject', 'iframe', 'audio', 'video', 'canvas', 'animation']

/** XHTML, MathML, and vocabularies that browsers have known. */
const documentNamespaces = [
  namespaces.xhtml,
  namespaces.mathml,
  'http://www.w3.org/2001/xml-events',
  'http://www.w3.org/1999/XSL/Transform',
]

const isDrawing = new Set(drawingElements)
/** Also those of CSS that the list leaves out. A click on an `a` with `ping` sends a request. */
const isDrawingAttribute = new Set([
  ...['*', ...drawingElements].flatMap((name) => svgElementAttributes[name] ?? []),
  ...['isolation', 'mask-type', 'mix-blend-mode', 'transform-origin', 'transform-box', 'side'],
])
isDrawingAttribute.delete('ping')
/** Their values are texts, which may look like CSS. */
const textAttribute = /^(?:id|class|lang|content|about|name|role|title|(?:data|aria)-.*)$/

/**
 * Checks that an SVG only draws: a browser runs it as a document when it is opened by itself. Known
 * elements and attributes may occur, and those of namespaces that browsers do not know, such as
 * that of a drawing program.
 * @returns why it is refused; undefined if it only draws
 */
export function checkDrawing(bytes: Uint8Array): ActiveFinding | undefined {
  const { finding, malformed } = readXml(bytes, {
    onElement: (element, parent) => checkElement(element, parent),
    onEnd: ({ uri, local }, text) =>
      uri === namespaces.svg && local === 'style' ? checkStyle(text) : undefined,
  })
  return finding ?? malformed
}

function checkElement(element: XmlElement, parent: XmlElement | undefined): string | undefined {
  const { uri, local } = element
  if (/^script$/i.test(local) && isKnownToBrowsers(uri)) return reasons.script
  if (documentNamespaces.includes(uri)) return reasons.document
  if (!parent && !(uri === namespaces.svg && local === 'svg'))
    return `does not begin with <svg xmlns="${namespaces.svg}">`
  if (uri !== namespaces.svg) return undefined
  if (documentElements.includes(local)) return reasons.document
  if (!isDrawing.has(local)) return `contains <${local}>, which a drawing does not need`
  if (parent?.local === 'style') return `has <${local}> in its style`
  return checkAttributes(element)
}

const isKnownToBrowsers = (uri: string): boolean =>
  uri === '' || Object.values(namespaces).includes(uri)

function checkAttributes({ local: element, attributes }: XmlElement): string | undefined {
  for (const { uri, local, value, name } of Object.values(attributes)) {
    if (uri === namespaces.xmlns) continue
    // Also an attribute whose namespace only some browsers know.
    if (/^on/i.test(local)) return reasons.handler
    if (runsScript(value) && !textAttribute.test(local)) return reasons.link
    if (uri === namespaces.xml && local === 'base') return reasons.files
    if (uri === namespaces.xlink ? local === 'href' : uri === '' && local === 'href') {
      if (!isAllowedAddress(element, value)) return reasons.files
      continue
    }
    if (uri !== '' || textAttribute.test(local)) continue
    if (!isDrawingAttribute.has(local))
      return `has the attribute ${name}, which a drawing does not need`
    if (local === 'attributeName' && (value === 'href' || !isDrawingAttribute.has(value)))
      return `animates ${value}, which is no property of a drawing`
    const reason = /[(\\]/.test(value) || local === 'style' ? checkStyle(value) : undefined
    if (reason !== undefined) return reason
  }
  return undefined
}

/** A part of the same file, a picture inside it, or what a visitor follows. */
function isAllowedAddress(element: string, value: string): boolean {
  const address = value.replaceAll(/[\t\n\r]/g, '').trim()
  if (address === '' || address.startsWith('#')) return true
  if (element === 'a') return /^(?:https?:\/\/|mailto:|tel:)/i.test(address)
  return (
    (element === 'image' || element === 'feImage') &&
    /^data:image\/(?:png|jpe?g|gif|webp|avif)[;,]/i.test(address)
  )
}

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
function checkStyle(css: string): string | undefined {
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
