/** The tree of an old document, and what its text says to a visitor. */
import { isUtf8 } from 'node:buffer'
import { TextDecoder } from '@exodus/bytes/encoding.js'
import sniffEncoding from 'html-encoding-sniffer'
import { DomUtils, parseDocument } from 'htmlparser2'
import { separateElements } from '../../prerender/documents/html-tags.ts'

export type HtmlDocument = ReturnType<typeof parseDocument>
export type HtmlNode = HtmlDocument['children'][number]
export type HtmlElement = Extract<HtmlNode, { attribs: Record<string, string> }>

export const parseHtml = (html: string): HtmlDocument => parseDocument(html)

export const isElement = (node: HtmlNode, ...names: string[]): node is HtmlElement =>
  'attribs' in node && (names.length === 0 || names.includes(node.name.toLowerCase()))

export const isText = (node: HtmlNode): node is Extract<HtmlNode, { data: string }> =>
  node.type === 'text'

/** More would exhaust the stack. Old editors open an element in each line and close none. */
const maxDepth = 400

/** Parses an old document without elements that only change how text looks. */
export function parseOldHtml(html: string): HtmlDocument {
  const document = parseFlatHtml(html)
  for (const anchor of findAll(document, 'a')) labelLink(anchor)
  return document
}

/** A link without text, such as one with an icon, gets the name of what it leads to. */
function labelLink(anchor: HtmlElement): void {
  const { href = '', title, 'aria-label': label } = anchor.attribs
  if (!/^(?:https?:|\/|[\w.]+\/|[\w-]+\.\w+$|mailto:|tel:)/i.test(href)) return
  if (getText(anchor) !== '' || findFirst(anchor.children, 'img')) return
  const name = (
    label ||
    title ||
    href.replace(/^(?:https?:\/\/(?:www\.)?|mailto:|tel:)/i, '')
  ).trim()
  anchor.children = [{ type: 'text', data: name, parent: anchor } as unknown as never]
}

function parseFlatHtml(html: string): HtmlDocument {
  // Styles set elements apart that have no space between them.
  const document = parseHtml(separateElements(html.replaceAll(/<\/?font\b[^>]*(?:>|$)/gi, '')))
  if (measureDepth(document) <= maxDepth) return document
  const flat = html.replaceAll(
    /<\/?(?:font|b|big|center|div|em|i|small|span|strong|tt|u)\b[^>]*(?:>|$)/gi,
    ' ',
  )
  const plain = parseHtml(flat)
  if (measureDepth(plain) <= maxDepth) return plain
  return parseHtml(flat.replaceAll(/<(?!\/?(?:title|h1|p|br)\b)[^>]*(?:>|$)/gi, ' '))
}

function measureDepth(document: HtmlDocument): number {
  let deepest = 0
  const open: { nodes: HtmlNode[]; depth: number }[] = [{ nodes: document.children, depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    deepest = Math.max(deepest, next.depth)
    for (const node of next.nodes)
      if ('children' in node) open.push({ nodes: node.children, depth: next.depth + 1 })
  }
  return deepest
}

/** Elements with one of the names, in document order. */
export const findAll = (nodes: HtmlNode | HtmlNode[], ...names: string[]): HtmlElement[] =>
  DomUtils.findAll((element) => names.includes(element.name.toLowerCase()), [nodes].flat())

export const findFirst = (
  nodes: HtmlNode | HtmlNode[],
  ...names: string[]
): HtmlElement | undefined => findAll(nodes, ...names)[0]

const silentElements = new Set(['script', 'style', 'template', 'noscript', 'head', 'title', 'svg'])

export const isHiddenElement = (node: HtmlNode): boolean =>
  isElement(node) &&
  (silentElements.has(node.name) ||
    node.attribs.hidden !== undefined ||
    /display:\s*none|visibility:\s*hidden/i.test(node.attribs.style ?? ''))

const inlineElements = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)

/** Whether an element is in the middle of a line. */
export const isInline = (node: HtmlNode): boolean =>
  isElement(node) ? inlineElements.has(node.name) : isText(node)

/** The visible text of nodes in one line. */
export const getText = (nodes: HtmlNode | HtmlNode[]): string =>
  collectText([nodes].flat())
    .replaceAll(/[\s\u00a0]+/g, ' ')
    .trim()

const collectText = (nodes: HtmlNode[]): string =>
  nodes
    .map((node) => {
      if (isText(node)) return node.data
      if (!('children' in node) || isHiddenElement(node)) return ''
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

/**
 * Decodes a file as browsers do: by its byte order mark, what its server states, or its first
 * `<meta charset>`. Of a file that names nothing, its bytes say whether it is UTF-8.
 * @param stated by the server
 */
export function decodeText(bytes: Uint8Array, stated?: string): string {
  const defaultEncoding = isUtf8(Buffer.from(bytes)) ? 'UTF-8' : 'windows-1252'
  const name = sniffEncoding(bytes, { transportLayerEncodingLabel: stated, defaultEncoding })
  // Node's own decoder reads some of these bytes as control characters.
  return new TextDecoder(name).decode(bytes)
}
