import {
  findAll,
  getText,
  isText,
  type HtmlDocument,
  type HtmlElement,
  type HtmlNode,
} from './dom.ts'

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const subscripts = '₀₁₂₃₄₅₆₇₈₉'

/** Writes marks that change what a text says as characters, before the marks are dropped. */
export function rewriteMarks(document: HtmlDocument): void {
  for (const element of findAll(document, 'sup')) setText(element, raise(element))
  for (const element of findAll(document, 'sub')) setText(element, shift(element, subscripts))
  for (const element of findAll(document, 'strike')) element.name = 'del'
  for (const list of findAll(document, 'ol')) rewriteNumbers(list)
  for (const element of findAll(document, 'pre')) keepLines(element)
}

/** In $49<sup>99</sup> are cents, and in 10<sup>3</sup> is a power. */
function raise(element: HtmlElement): string | undefined {
  const { prev } = element
  const text = getText(element)
  if (!prev || !isText(prev) || !/[$€£]\s?\d+$/.test(prev.data) || !/^\d\d$/.test(text))
    return shift(element, superscripts)
  prev.data += `.${text}`
  return ''
}

function shift(element: HtmlElement, digits: string): string | undefined {
  const text = getText(element)
  return /^\d+$/.test(text) ? text.replaceAll(/\d/g, (digit) => digits[Number(digit)]!) : undefined
}

function setText(element: HtmlElement, text: string | undefined): void {
  const [first] = findTexts(element.children)
  if (text === undefined || !first) return
  element.children = [first]
  first.data = text
}

/** Markdown on pages counts from 1, so other numbers become part of the text. */
function rewriteNumbers(list: HtmlElement): void {
  const start = Number.parseInt(list.attribs.start ?? '1', 10)
  if (start === 1 || Number.isNaN(start)) return
  let number = start
  list.name = 'div'
  for (const item of list.children) {
    if (!('attribs' in item) || item.name !== 'li') continue
    item.name = 'p'
    const [first] = findTexts(item.children)
    if (first) first.data = `${number}. ${first.data.trimStart()}`
    number++
  }
}

/** The lines of preformatted text are lines on the page, too. */
function keepLines(element: HtmlElement): void {
  for (const text of findTexts(element.children)) {
    const lines = text.data.replace(/^\n/, '').split(/\r?\n/)
    const { parent } = text
    if (lines.length < 2 || !parent) continue
    const nodes = lines.flatMap((line, index) => [
      ...(index > 0 ? [createNode({ type: 'tag', name: 'br', attribs: {}, children: [] })] : []),
      createNode({ type: 'text', data: line }),
    ])
    for (const node of nodes) node.parent = parent
    parent.children.splice(parent.children.indexOf(text), 1, ...nodes)
  }
}

const createNode = (node: object) => node as unknown as HtmlNode

const findTexts = (nodes: HtmlNode[]): Extract<HtmlNode, { data: string }>[] =>
  nodes.flatMap((node) =>
    isText(node) ? [node] : 'children' in node ? findTexts(node.children) : [],
  )
