/** The tree of an old document, and what its text says to a visitor. */
import { DomHandler, DomUtils, parseDocument } from 'htmlparser2'
import { parse, parseFragment, type DefaultTreeAdapterTypes } from 'parse5'
import { decodePath } from '../../../schema/resolve/alias-address.ts'

export type HtmlDocument = ReturnType<typeof parseDocument>
export type HtmlNode = HtmlDocument['children'][number]
export type HtmlElement = Extract<HtmlNode, { attribs: Record<string, string> }>

export const parseHtml = (html: string): HtmlDocument => parseDocument(html)

/** More would exhaust the stack. Old editors open an element in each line and close none. */
const maxDepth = 400
const maxLookDepth = 100
const lookElements = new Set('b big center div em i small span strong tt u'.split(' '))
const [lineBreak] = parseFragment('<br>').childNodes

/**
 * Parses a document as browsers do, which matters where nobody closes elements. Elements that are too
 * deep end, with a line of their own instead.
 */
function parseAsBrowser(html: string): HtmlDocument {
  const tree = new DomHandler()
  // Undefined ends an element. Not by recursion, because documents may be thousands deep.
  const open: (DefaultTreeAdapterTypes.Node | undefined)[] = parse(html).childNodes.toReversed()
  let depth = 0
  while (open.length > 0) {
    const node = open.pop()
    if (!node) {
      tree.onclosetag()
      depth--
    } else if ('tagName' in node) {
      const { tagName, attrs, childNodes } = node
      const isDeep = depth >= (lookElements.has(tagName) ? maxLookDepth : maxDepth)
      const children = childNodes.toReversed()
      const isLeftOut = isDeep && children.length > 0
      const hasLine = isLeftOut && !inlineElements.has(tagName)
      if (!isLeftOut) {
        tree.onopentag(tagName, Object.fromEntries(attrs.map(({ name, value }) => [name, value])))
        depth++
        open.push(undefined)
      }
      if (hasLine) open.push(lineBreak!)
      // Not all at once: they may be more than a call can have arguments.
      for (const child of children) open.push(child)
      if (hasLine) open.push(lineBreak!)
    } else if ('value' in node) tree.ontext(node.value)
  }
  tree.onend()
  return tree.root
}

export const isElement = (node: HtmlNode, ...names: string[]): node is HtmlElement =>
  'attribs' in node && (names.length === 0 || names.includes(node.name.toLowerCase()))

export const isText = (node: HtmlNode): node is Extract<HtmlNode, { data: string }> =>
  node.type === 'text'

/** Parses an old document without elements that are hidden, or only change how text looks. */
export function parseOldHtml(html: string): HtmlDocument {
  const document = parseAsBrowser(separateElements(html.replaceAll(fontTag, '')))
  for (const element of DomUtils.findAll(isHidden, document.children))
    DomUtils.removeElement(element)
  for (const element of findAll(document, 'math')) {
    element.children = [createText(writeFormula(element))]
    element.name = element.attribs.display === 'block' ? 'div' : 'span'
  }
  for (const element of findAll(document, 'sup', 'sub')) writeRaised(element)
  // Further headers are those of parts of the content.
  for (const header of findAll(document, 'header').slice(1)) header.name = 'div'
  showBackgrounds(document)
  if (hiddenMail.test(html)) for (const element of findAllElements(document)) showMail(element)
  const anchors = findAll(document, 'a')
  const shown = new Set(anchors.filter(isShown).map(({ attribs }) => attribs.href))
  for (const anchor of anchors) if (!shown.has(anchor.attribs.href)) labelLink(anchor)
  return document
}

/** A number in raised or lowered digits; undefined if it is none. */
function raise(text: string, name: string): string | undefined {
  const digits = name.endsWith('sup') ? '⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺' : '₀₁₂₃₄₅₆₇₈₉₋₊'
  return /^[-+]?\d+$/.test(text)
    ? text.replaceAll(/./g, (sign) => digits['0123456789-+'.indexOf(sign)]!)
    : undefined
}

/** Puts a number into the line: in $49<sup>99</sup> are cents, and in 10<sup>3</sup> is a power. */
function writeRaised(element: HtmlElement): void {
  const text = getText(element).replace(/[–−]/, '-')
  const { prev, name } = element
  const before = prev && isText(prev) ? prev.data : ''
  const isCents = name === 'sup' && /^\d\d$/.test(text) && /\p{Sc}\s?\d+$/u.test(before)
  const written = isCents ? `.${text}` : raise(text, name)
  if (written !== undefined) DomUtils.replaceElement(element, createText(written))
}

/** Writes MathML in one line: 3/4, c², √16. */
function writeFormula(element: HtmlElement): string {
  const inner = element.children.filter((child): child is HtmlElement => isElement(child))
  if (inner.length === 0) return getText(element)
  const parts = inner.filter(({ name }) => !name.startsWith('annotation')).map(writeFormula)
  const [one = '', two = '', three = ''] = parts.map((part) =>
    /^[\p{L}\p{N}.,]*$/u.test(part) ? part : `(${part})`,
  )
  const add = (text: string, sign: string, name: string) => raise(text, name) ?? sign + text
  const { name } = element
  if (name === 'mfrac') return `${one}/${two}`
  if (name === 'msup') return one + add(two, '^', name)
  if (name === 'msub') return one + add(two, '_', name)
  if (name === 'msubsup') return one + add(two, '_', 'sub') + add(three, '^', 'sup')
  if (name === 'mroot') return `${two}√${one}`
  return name === 'msqrt' && parts.length === 1 ? `√${one}` : parts.join(' ')
}

/** Matches what a script of Cloudflare or Joomla replaces with a mail address. */
const hiddenMail = /data-cfemail|email-protection|joomla-hidden-mail/

function showMail(element: HtmlElement): void {
  const { attribs } = element
  const [, hash] = /\/email-protection(?:#(\w+))?$/.exec(attribs.href ?? '') ?? []
  const [key = 0, ...bytes] = Buffer.from(attribs['data-cfemail'] ?? hash ?? '', 'hex')
  if (bytes.length > 0) {
    const address = Buffer.from(bytes.map((byte) => byte ^ key)).toString()
    if (attribs.href !== undefined) attribs.href = `mailto:${address}`
    if (attribs['data-cfemail'] !== undefined) element.children = [createText(address)]
  }
  if (element.name !== 'joomla-hidden-mail') return
  const read = (name: string) => Buffer.from(attribs[name] ?? '', 'base64').toString()
  const address = `${read('first')}@${read('last')}`
  element.name = 'a'
  element.children = [createText(read('text') || address)]
  attribs.href = `mailto:${address}`
}

/** Puts the pictures that styles show behind elements, or instead of one, into them. */
function showBackgrounds(document: HtmlDocument): void {
  for (const element of findAllElements(document)) {
    const { title = '' } = element.attribs
    const src = findBackground(element)
    if (src === undefined) continue
    const isGroup = ({ name }: HtmlElement) => groupElements.has(name)
    let place = element
    while (isGroup(place) && place.parent && isElement(place.parent) && isGroup(place.parent))
      place = place.parent
    const add = isGroup(place) ? DomUtils.prepend : DomUtils.prependChild
    add(place, createImage(src, title))
  }
}

/** Elements in which a picture has no place. */
const groupElements = new Set(
  'table thead tbody tfoot tr ul ol menu dir dl details select picture img video iframe input'.split(
    ' ',
  ),
)

/** The background image in the style of an element. */
export const findBackground = ({ attribs: { style = '' } }: HtmlElement): string | undefined =>
  style
    .split(';')
    .map((declaration) =>
      /^\s*background(?:-image)?\s*:.*?url\(\s*['"]?([^'")]+)/is.exec(declaration),
    )
    .map((match) => match?.[1]?.trim())
    .find(isPicturePath)

const isShown = ({ children }: HtmlElement): boolean =>
  getText(children) !== '' || findFirst(children, 'img') !== undefined

/** A link without text, such as one with an icon, gets the name or the picture that it leads to. */
function labelLink(anchor: HtmlElement): void {
  const { href = '', title, 'aria-label': label } = anchor.attribs
  if (!/^(?:https?:|\/|[\w.]+\/|[\w-]+\.\w+$|mailto:|tel:)/i.test(href)) return
  const name = (label || title || '').trim()
  // A script shows what an empty link to a picture leads to.
  DomUtils.appendChild(
    anchor,
    isPicturePath(href) ? createImage(href, name) : createText(name || nameTarget(href)),
  )
}

const createText = (data: string): HtmlNode => Object.assign(parseHtml('-').children[0]!, { data })

function createImage(src: string, alt: string): HtmlElement {
  const [image] = findAll(parseHtml('<img>'), 'img')
  return Object.assign(image!, { attribs: { src, alt } })
}

export const isPicturePath = (path = ''): boolean =>
  /\.(?:jpe?g|png|gif|webp|avif)(?:$|[?#])/i.test(path)

/** The addresses of what an element shows. Scripts that show it later keep them in other attributes. */
export function listSources({ attribs }: HtmlElement): string[] {
  const later = Object.entries(attribs).flatMap(([name, value]) =>
    /^data-.*(?:src|original)$/.test(name) || (/^data-/.test(name) && isPicturePath(value))
      ? value.split(/\s/)
      : [],
  )
  return [...later, attribs.src ?? '', attribs.data ?? '']
    .map((value) => value.trim())
    .filter((value) => value !== '' && !/^(?:data|about):/.test(value))
}

/** What a target is called, if nothing else says it: its host, its contact, or its file. */
export const nameTarget = (href: string): string => {
  const [, host] = /^(?:https?:)?\/\/(?:www\.)?([^/?#]+)/i.exec(href.trim()) ?? []
  const [path = ''] = href.trim().split(/[?#]/)
  return host ?? decodePath(path.replace(/^(?:mailto|tel):/i, '').replace(/^.*\/(?=.)/, ''))
}

const fontTag = /<\/?font\b[^>]*(?:>|$)/gi

/** The end of an element and the beginning of another one, with a letter or a sign on both sides. */
const seam = /(?<=([^\s<>]))(?:<\/?(?:a|b|em|i|small|span|strong|u)\b[^<>]*>){2,}(?=([^\s<]))/giu
/** Signs that are written beside what follows, and beside what is before. */
const [beforeWord, afterWord] = [
  /[\p{Sc}\p{Ps}\p{Pi}\p{Pd}#@&/'’]/u,
  /[\p{Sc}\p{Pe}\p{Pf}\p{Pd}\p{Po}]/u,
]
/** Two letters or digits of one word: 20 and 15, n and ame. Chinese has no spaces. */
const wordPattern = /^(?:\p{N}[\p{N}\p{Ll}\p{Lo}]|\p{L}\p{Ll}|\p{Lu}\p{Lu}|\p{Lo}.|.\p{Lo})$/u

/** Adds spaces between elements that styles set apart, such as a label and a value, or two links. */
const separateElements = (html: string): string =>
  html.replace(seam, (tags, before: string, after: string) => {
    const areLinks = /<\/a>.*<a\b/i.test(tags)
    const isOne =
      !areLinks &&
      (beforeWord.test(before) || afterWord.test(after) || wordPattern.test(before + after))
    return isOne ? tags : tags.replace(/(<\/\w+>)(?=<\w)/, '$1 ')
  })

/** Elements with one of the names, in document order. */
export const findAll = (nodes: HtmlNode | HtmlNode[], ...names: string[]): HtmlElement[] =>
  DomUtils.findAll((element) => names.includes(element.name.toLowerCase()), [nodes].flat())

export const findAllElements = (document: HtmlDocument): HtmlElement[] =>
  DomUtils.findAll(() => true, [document])

export const findFirst = (
  nodes: HtmlNode | HtmlNode[],
  ...names: string[]
): HtmlElement | undefined => findAll(nodes, ...names)[0]

/** The nearest element of a name that a node is in. */
export function findAround(node: HtmlNode | undefined, name: string): HtmlElement | undefined {
  for (let parent = node?.parent; parent; { parent } = parent)
    if (isElement(parent, name)) return parent
  return undefined
}

const silentElements = new Set(
  'script style template noscript noframes noembed head title svg progress meter'.split(' '),
)

/** Whether an element has no text for a visitor. */
export const isSilent = (node: HtmlNode): boolean =>
  isElement(node) && silentElements.has(node.name)

const isHidden = ({ name, attribs }: HtmlElement): boolean =>
  attribs.hidden !== undefined ||
  (name === 'dialog' && attribs.open === undefined) ||
  /display:\s*none|visibility:\s*hidden/i.test(attribs.style ?? '')

const inlineElements = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q rb rp rt rtc ruby s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)

/** Whether an element is in the middle of a line, as all are that a browser does not know. */
export const isInline = (node: HtmlNode): boolean =>
  isElement(node) ? inlineElements.has(node.name) || /[-:]/.test(node.name) : isText(node)

/** The visible text of nodes in one line. */
export const getText = (nodes: HtmlNode | HtmlNode[]): string =>
  collectText([nodes].flat())
    .replaceAll(/[\s\u00a0]+/g, ' ')
    .trim()

const collectText = (nodes: HtmlNode[]): string =>
  nodes
    .map((node) => {
      if (isText(node)) return node.data
      if (!('children' in node) || isSilent(node)) return ''
      const text = collectText(node.children)
      return isElement(node) && (!isInline(node) || node.name === 'br') ? ` ${text} ` : text
    })
    .join('')

/** All text of a node, whether or not it is visible, such as that of a script. */
export const getRawText = (node: HtmlNode): string => DomUtils.textContent(node)

/** The words of a text, in the form in which two texts are compared. */
export const listWords = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []
