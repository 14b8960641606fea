import { findAll, findFirst, getText, isElement, isSilent, isInline, listSources } from './dom.ts'
import type { HtmlElement, HtmlNode } from './dom.ts'
import { isDataTable } from './convert-table.ts'

/** Where a part is: in the navigation, in another margin, or in the marked main part. */
type Zone = 'main' | 'body' | 'header' | 'navigation' | 'footer' | 'aside'

/**
 * A part of a page that is in its content or around it as a whole, such as a paragraph or a list.
 * @property level of a heading
 */
export type Part = { zone: Zone; text: string; nodes: HtmlNode[]; level?: number }

/** Lists the parts of a page that a visitor sees. */
export function listParts(nodes: HtmlNode[], zone: Zone = 'body'): Part[] {
  const parts: Part[] = []
  let line: HtmlNode[] = []
  const add = (own: HtmlNode[], level?: number) => {
    const text = getText(own)
    if (text !== '' || findFirst(own, ...shownElements))
      parts.push({ zone, text, nodes: own, level })
  }
  const endLine = () => {
    if (line.length > 0) add(line)
    line = []
  }
  for (const node of nodes) {
    if (isSilent(node)) continue
    if (!isElement(node) || node.name === 'br' || !isBlock(node)) line.push(node)
    else {
      endLine()
      const [, level] = /^h([1-6])$/.exec(node.name) ?? []
      const inner = findZone(node, zone)
      if (inner === zone && (level !== undefined || isWhole(node)))
        add([node], level === undefined ? undefined : Number(level))
      else for (const part of listParts(node.children, inner)) parts.push(part)
    }
  }
  endLine()
  return parts
}

/** What shows something without a text. */
const shownElements = ['img', 'iframe', 'video', 'audio', 'embed', 'object']

/** Whether an element ends a line. Old pages have paragraphs in links and fonts. */
const isBlock = (node: HtmlNode): boolean =>
  isElement(node) &&
  node.name !== 'br' &&
  node.name !== 'img' &&
  (!isInline(node) || node.children.some(isBlock))

/** Lists and tables for the layout, such as those of cards, are divided. */
const isWhole = (element: HtmlElement): boolean =>
  isElement(element, 'ul', 'ol', 'dl', 'menu')
    ? findFirst(element.children, ...layoutElements) === undefined
    : isElement(element, 'table')
      ? isDataTable(element)
      : isElement(element, 'p', 'pre', 'figure', 'details', 'select')

/** What a list has only if it is for the layout. */
const layoutElements = 'h1 h2 h3 h4 h5 h6 table form iframe details video'.split(' ')

const zones = new Map<string, Zone>([
  ['main', 'main'],
  ['article', 'main'],
  ['nav', 'navigation'],
  ['navigation', 'navigation'],
  ['header', 'header'],
  ['banner', 'header'],
  ['footer', 'footer'],
  ['contentinfo', 'footer'],
  ['aside', 'aside'],
  ['complementary', 'aside'],
])

/** An element inside the main part stays in it, except for navigation. */
function findZone(element: HtmlElement, outer: Zone): Zone {
  const zone = zones.get(element.attribs.role ?? '') ?? zones.get(element.name)
  if (zone === undefined || outer === 'navigation') return outer
  if (outer === 'main') return zone === 'navigation' ? zone : 'main'
  return outer === 'body' || zone === 'navigation' || zone === 'main' ? zone : outer
}

/** The files that parts show. */
export const listShownFiles = (nodes: HtmlNode[]): string[] =>
  findAll(nodes, ...shownElements).flatMap(listSources)
