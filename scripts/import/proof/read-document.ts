import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import { tokenize, TokenType } from '@csstools/css-tokenizer'
import { memoize } from '../../../schema/util/memoize.ts'
import { readHiding } from './read-hiding.ts'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/** What a document shows in a browser, and what it tells search engines. */
export type ShownDocument = {
  title: string
  description: string
  isNoindex: boolean
  /** The visible text, one entry for each run of text that nothing but inline elements divide. */
  lines: string[]
  /** Those of the main part. */
  main: string[]
  /** What attributes hide, such as until a script shows it. */
  hidden: string[]
  /** What style sheets alone hide. */
  styled: string[]
  /** Those that the new site adds: its phone number, the day of an article, a position. */
  added: string[]
  /** The numbers or letters in front of the items of lists, which are no text of the document. */
  numbers: string[]
  /**
   * As written. A picture is one of several files: its copies in other sizes, and the large one that
   * it leads to.
   */
  pictures: string[][]
  /** Targets of links, and what is in frames. */
  links: string[]
  /** Where relative addresses begin, if it is not the address of the document. */
  base?: string
  /** Where the document sends visitors by itself. */
  refresh?: string
  /** What a program would have replaced, such as shortcodes, as written. */
  leftOut?: string[]
}

const silent = new Set(
  'script style template noscript head title datalist iframe audio video canvas noframes noembed rp progress meter annotation annotation-xml'.split(
    ' ',
  ),
)
const inline = new Set(
  'a abbr acronym b bdi bdo big blink cite code data del dfn em font i ins kbd label mark nobr output q rb rt ruby s samp small span strike strong tt u var wbr'.split(
    ' ',
  ),
)

/** Elements that change how text looks, and that a browser opens again in each paragraph. */
const formatPattern =
  /<(\/?)(?:a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)\b[^>]*(?:>|$)/gi
/** With more open elements, parsing takes the square of their number. Real pages nest far fewer. */
const maxOpenFormats = 200

function leaveOutFormats(html: string): string {
  let open = 0
  for (const [, slash] of html.matchAll(formatPattern)) open += slash === '' ? 1 : -1
  return open > maxOpenFormats
    ? html.replaceAll(formatPattern, (tag) => (/^<\/?a\b/i.test(tag) ? tag : ''))
    : html
}

const addedPattern = /\b(?:article-byline|gallery-position|header-phone|offline-note|phone-bar)\b/

/**
 * Where an element begins or ends without a space, a raised number is one of its own, and two links
 * are two things.
 */
const readMarks = (text: string): string =>
  text
    .replaceAll(/\uE001+\uE002/g, ' ')
    .replaceAll(/[\uE001\uE002]/g, '')
    .replaceAll(/(\p{N}[^\p{L}\p{N}]*)\uE000(?=[^\p{L}]*\p{N})/gu, '$1 ')
    .replaceAll('\uE000', '')

/**
 * Reads a document without any knowledge of what its parts mean.
 * @param getSheet finds a style sheet. Without it, none is read
 */
export function readDocument(
  html: string,
  getSheet?: (href: string) => string | undefined,
): ShownDocument {
  const shown: ShownDocument = {
    title: '',
    description: '',
    isNoindex: false,
    lines: [],
    main: [],
    hidden: [],
    styled: [],
    added: [],
    numbers: [],
    pictures: [],
    links: [],
  }
  let text = ''
  const endLine = () => {
    const marked = /[\uE000-\uE002]/.test(text) ? readMarks(text) : text
    const line = marked.replaceAll(/[\s\u00a0]+/g, ' ').trim()
    if (line !== '') shown.lines.push(line)
    text = ''
  }
  // Not by recursion: nobody closes elements in old documents, so they are thousands deep.
  const document = parse(leaveOutFormats(html))
  if (getSheet) shown.styled = listStyledAway(document, getSheet)
  const open: (Node | (() => void))[] = [document]
  for (let node = open.pop(); node; node = open.pop()) {
    if (typeof node === 'function') node()
    else if ('tagName' in node) {
      if (isHidden(node)) {
        shown.hidden.push(listTexts(node))
        continue
      }
      readHeadElement(node, shown)
      readElement(node, shown)
      if (silent.has(node.tagName)) {
        readSilent(node, shown)
        continue
      }
      const listed = addedPattern.test(getAttribute(node, 'class') ?? '')
        ? shown.added
        : node.tagName === 'main'
          ? shown.main
          : undefined
      if (listed) {
        endLine()
        const start = shown.lines.length
        open.push(() => {
          endLine()
          for (const line of shown.lines.slice(start)) listed.push(line)
        })
      }
      const field = readField(node)
      if (field !== undefined) {
        endLine()
        shown.lines.push(field)
      }
      if (node.tagName === 'a') {
        // Two links are two things, even with nothing between them.
        text += '\uE002'
        open.push(() => void (text += '\uE001'))
      }
      if (!inline.has(node.tagName)) {
        // Beside a number, a raised or lowered one is another one, but the line goes on.
        const end = /^su[bp]$/.test(node.tagName) ? () => void (text += '\uE000') : endLine
        end()
        open.push(end)
      }
      openInner(node, open)
    } else if (node.nodeName === '#text') text += (node as { value: string }).value
    else if ('childNodes' in node) openInner(node, open)
  }
  endLine()
  return shown
}

/** Adds what is in a node, the first last. It may be more than a call can have arguments. */
function openInner({ childNodes }: { childNodes: Node[] }, open: (Node | (() => void))[]): void {
  for (const child of childNodes.toReversed()) open.push(child)
}

const getAttribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((attribute) => attribute.name === name)?.value.trim()

function isHidden(element: Element): boolean {
  if (getAttribute(element, 'hidden') !== undefined) return true
  // What the styles of the new site hide on screens.
  if (
    /\b(?:printed-address|skip-link|visually-hidden)\b/.test(getAttribute(element, 'class') ?? '')
  )
    return true
  if (element.tagName === 'dialog' && getAttribute(element, 'open') === undefined) return true
  // What is written there until a script shows a mail address.
  if (element.tagName === 'joomla-hidden-mail' || getAttribute(element, 'data-cfemail')) return true
  const style = (getAttribute(element, 'style') ?? '').replaceAll(/\s/g, '').toLowerCase()
  return /(?:^|;)(?:display:none|visibility:hidden)/.test(style)
}

/** The text of all elements that the style sheets of a document hide. */
function listStyledAway(document: Node, getSheet: (href: string) => string | undefined): string[] {
  const sheets: string[] = []
  const named: Element[] = []
  const open: Node[] = [document]
  for (let node = open.pop(); node; node = open.pop()) {
    if ('childNodes' in node) openInner(node, open)
    if (!('tagName' in node)) continue
    const isLinked = node.tagName === 'link' && getAttribute(node, 'rel') === 'stylesheet'
    const css = isLinked ? getSheet(getAttribute(node, 'href') ?? '') : undefined
    sheets.push(css ?? (node.tagName === 'style' ? getText(node) : ''))
    if (getAttribute(node, 'class') ?? getAttribute(node, 'id')) named.push(node)
  }
  const isHidden = readHiding(sheets)
  const listAround = (element: Element) => {
    const names: string[] = []
    for (
      let { parentNode } = element;
      parentNode && 'tagName' in parentNode;
      { parentNode } = parentNode
    )
      names.push(...listNames(parentNode))
    return new Set(names)
  }
  return named
    .filter((element) => isHidden(listNames(element), () => listAround(element)))
    .map(listTexts)
}

/** The classes and the id of an element as selectors. */
const listNames = (element: Element): string[] => [
  ...(getAttribute(element, 'class') ?? '').split(/\s+/).map((name) => `.${name}`),
  `#${getAttribute(element, 'id')}`,
]

/** All texts in an element, whether or not it is hidden. */
function listTexts(element: Element): string {
  const texts: string[] = []
  const open: Node[] = [element]
  for (let node = open.pop(); node; node = open.pop())
    if ('tagName' in node && silent.has(node.tagName)) continue
    else if ('childNodes' in node) openInner(node, open)
    else if (node.nodeName === '#text') texts.push((node as { value: string }).value)
  return texts.join(' ').replaceAll(/\s+/g, ' ').trim()
}

/** What a field shows that is no text of the document. */
function readField(element: Element): string | undefined {
  if (element.tagName === 'textarea') return getAttribute(element, 'placeholder')
  if (element.tagName !== 'input') return undefined
  const type = getAttribute(element, 'type')?.toLowerCase() ?? 'text'
  if (/^(?:hidden|checkbox|radio|file|color|range|image|password)$/.test(type)) return undefined
  return getAttribute(element, 'value') || getAttribute(element, 'placeholder') || undefined
}

function readElement(element: Element, shown: ShownDocument): void {
  const target = targetAttributes[element.tagName]
  const lazy = /^(?:src|data)$/.test(target ?? '') && listLater(element)[0]
  const href = lazy || (target && getAttribute(element, target))
  if (href) shown.links.push(href)
  const inner = getAttribute(element, 'srcdoc')
  if (inner) shown.hidden.push(readDocument(inner).lines.join(' '))
  if (element.tagName === 'ol') readNumbers(element, shown)
  const files = listFiles(element)
  if (files.length > 0) shown.pictures.push(files)
}

const targetAttributes: Record<string, string> = {
  a: 'href',
  area: 'href',
  audio: 'src',
  embed: 'src',
  frame: 'src',
  iframe: 'src',
  object: 'data',
  source: 'src',
  video: 'src',
}

/** The addresses in attributes of a script, which shows them later. */
const listLater = (element: Element): string[] =>
  element.attrs
    .filter(({ name, value }) => name.startsWith('data-') && /^\S+$/.test(value))
    .filter(({ name, value }) => name.endsWith('src') || isPictureAddress(value))
    .map(({ value }) => value)

/** The files of which an element shows one. */
function listFiles(element: Element): string[] {
  const get = (name: string) => getAttribute(element, name)
  const isPicture =
    element.tagName === 'img' ||
    (element.tagName === 'input' && get('type')?.toLowerCase() === 'image')
  const written = isPicture
    ? [get('src'), get('data-original'), get('lowsrc')]
    : [
        get(element.tagName === 'video' ? 'poster' : 'background'),
        element.tagName === 'image' ? get('href') : undefined,
      ]
  written.push(...listLater(element).filter((file) => isPicture || isPictureAddress(file)))
  const { parentNode: around } = element
  const isGroup = around && 'tagName' in around && around.tagName === 'picture'
  const copies = (!isPicture ? [] : isGroup ? around.childNodes : [element])
    .flatMap((node) => ('attrs' in node ? node.attrs : []))
    .filter(({ name }) => name.endsWith('srcset'))
    .flatMap(({ value }) => value.split(/,\s+|,(?=https?:|\/)/))
    .map((copy) => copy.trim().split(/\s/)[0])
  const style = listUrls(get('style') ?? '')
  const large = isPicture ? findLink(element) : undefined
  if (large !== undefined && isPictureAddress(large)) copies.push(large)
  return [...written, ...copies, ...style].filter(
    (file): file is string => file !== undefined && file !== '' && !/^data:/i.test(file),
  )
}

/** Where the link around an element leads. */
function findLink(element: Element): string | undefined {
  for (let parent: Node | null = element.parentNode; parent; )
    if (!('tagName' in parent)) return undefined
    else if (parent.tagName === 'a') return getAttribute(parent, 'href')
    else if (!inline.has(parent.tagName)) return undefined
    else parent = parent.parentNode
  return undefined
}

export const isPictureAddress = (address: string): boolean =>
  /\.(?:jpe?g|png|gif|webp|avif)(?:$|[?#])/i.test(address)

/** The addresses in a text in CSS. */
const listUrls = (css: string): string[] => {
  if (!/url\(/i.test(css)) return []
  return memoize(urlsOfSheets, css, maxSheets, () => readUrls(css))
}

/** The pictures that a sheet shows. It also has the addresses of fonts. */
export const listSheetPictures = (css: string): string[] =>
  listUrls(css).filter((url) => /\.(?:png|jpe?g|gif|webp|avif|svg)(?:$|[?#])/i.test(url))

/** All pages of a site have the same sheets. */
const urlsOfSheets = new Map<string, string[]>()
const maxSheets = 10

function readUrls(css: string): string[] {
  const urls: string[] = []
  let isUrl = false
  for (const token of tokenize({ css })) {
    if (token[0] === TokenType.URL) urls.push(token[4].value)
    else if (token[0] === TokenType.String && isUrl) urls.push(token[4].value)
    if (token[0] !== TokenType.Whitespace)
      isUrl = token[0] === TokenType.Function && token[4].value.toLowerCase() === 'url'
  }
  return urls
}

function readNumbers(list: Element, shown: ShownDocument): void {
  const items = list.childNodes.filter(
    (child): child is Element => 'tagName' in child && child.tagName === 'li',
  )
  const isReversed = getAttribute(list, 'reversed') !== undefined
  let number = Number.parseInt(getAttribute(list, 'start') ?? '', 10)
  if (Number.isNaN(number)) number = isReversed ? items.length : 1
  for (const item of items) {
    const own = Number.parseInt(getAttribute(item, 'value') ?? '', 10)
    if (!Number.isNaN(own)) number = own
    const style = `${getAttribute(item, 'style') ?? ''};${getAttribute(list, 'style') ?? ''}`
    const [, set] = /list-style[^;]*-(alpha|latin|roman)/i.exec(style) ?? []
    const type = set ?? getAttribute(item, 'type') ?? getAttribute(list, 'type') ?? ''
    const isRoman = /^(?:i|roman)$/i.test(type)
    shown.numbers.push(
      isRoman
        ? toRoman(number)
        : /^(?:a|alpha|latin)$/i.test(type)
          ? toLetters(number)
          : String(number),
    )
    number += isReversed ? -1 : 1
  }
}

/** Such as c, and aa after z. */
function toLetters(number: number): string {
  let letters = ''
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCodePoint(97 + ((rest - 1) % 26)) + letters
  return letters
}

/** Such as xiv: as many i as there are, of which five are v, ten are x, and so on. */
const toRoman = (number: number): string =>
  'iiiii-v vv-x xxxxx-l ll-c viiii-ix iiii-iv lxxxx-xc xxxx-xl'
    .split(' ')
    .map((step) => step.split('-'))
    .reduce(
      (text, [many = '', one = '']) => text.replaceAll(many, one),
      'i'.repeat(Math.min(Math.max(number, 0), 399)),
    )

const getText = (element: Element): string =>
  element.childNodes.map((child) => ('value' in child ? child.value : '')).join('')

/** Reads what shows no text. */
function readSilent(element: Element, shown: ShownDocument): void {
  if (element.tagName === 'style')
    shown.pictures.push(...listSheetPictures(getText(element)).map((file) => [file]))
  for (const child of element.childNodes) {
    if (!('tagName' in child)) continue
    if (element.tagName === 'head') readHeadElement(child, shown)
    // The file of a film.
    else if (child.tagName === 'source') readElement(child, shown)
  }
}

/** Text in front of a document puts its head into the body, where browsers read it, too. */
function readHeadElement(element: Element, shown: ShownDocument): void {
  const get = (name: string) => getAttribute(element, name) ?? ''
  const { tagName } = element
  if (tagName === 'title' && element.namespaceURI.endsWith('xhtml'))
    shown.title ||= getText(element).replaceAll(/\s+/g, ' ').trim()
  else if (tagName === 'base') shown.base ??= get('href')
  else if (tagName === 'style') readSilent(element, shown)
  if (tagName !== 'meta') return
  const name = (get('name') || get('property')).toLowerCase()
  const content = get('content').replaceAll(/\s+/g, ' ')
  if (name === 'description') shown.description ||= content
  if (name === 'robots' || name === 'googlebot') shown.isNoindex ||= /noindex|none/i.test(content)
  if (get('http-equiv').toLowerCase() === 'refresh')
    shown.refresh = /url\s*=\s*['"]?([^'"]+)/i.exec(content)?.[1]?.trim()
}
