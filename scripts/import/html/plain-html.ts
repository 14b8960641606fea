/** Writes a document as the little HTML that a converter to Markdown needs to know. */
import { escapeHtml } from '../../../renderer/escape-html.ts'
import { findAll, findFirst, getText, isElement, isHiddenElement, isText } from './dom.ts'
import type { HtmlElement, HtmlNode } from './dom.ts'
import { isDataTable, listOwn } from './convert-table.ts'
import { escapeText } from './escape-text.ts'
import { hasLayout, isBlock } from './list-parts.ts'

/** What has a block of its own, or begins one. */
export type Inset =
  | { kind: 'picture'; src: string; alt: string; caption?: string; large?: string }
  | { kind: 'table'; element: HtmlElement }
  | { kind: 'film'; film: string; title: string; poster?: string }
  | { kind: 'question'; question: string }
  | { kind: 'end' }

export type PlainRules = {
  /** @returns the new target; undefined if only the text of the link stays */
  link(href: string): string | undefined
  /** Cites contacts, and replaces what texts cannot have. */
  plainText(written: string): string
  /** Notes what cannot be taken. */
  leaveOut(what: string, detail: string): void
}

/** Private characters around the number of an inset and the name of an anchor. */
const toInsetMark = (index: number) => `\uE000${index}\uE001`
const toAnchorMark = (id: string | undefined) => (id ? `\uE002${encodeURIComponent(id)}\uE003` : '')
export const insetMark = /\uE000(\d+)\uE001/g
export const anchorMark = /\uE002([^\uE003]*)\uE003/g

/** @property href where a link leads that is around several blocks */
type Place = { href?: string; isPre?: boolean; isHeading?: boolean }

/**
 * Writes what a visitor sees of nodes: blocks, lists, links and emphasis, with marks where insets are.
 * @param skipped parts that are not written
 */
export function toPlainHtml(nodes: HtmlNode[], rules: PlainRules, skipped: Set<HtmlNode>) {
  const writer = new PlainWriter(rules, skipped)
  return { html: writer.write(nodes, {}), insets: writer.insets }
}

class PlainWriter {
  readonly insets: Inset[] = []
  readonly #rules: PlainRules
  readonly #skipped: Set<HtmlNode>

  constructor(rules: PlainRules, skipped: Set<HtmlNode>) {
    this.#rules = rules
    this.#skipped = skipped
  }

  write(nodes: HtmlNode[], place: Place): string {
    const { href, ...inner } = place
    const wrap = (html: string) =>
      html.trim() === '' ? html : `<a href="${escapeHtml(href!)}">${html}</a>`
    return href !== undefined && !nodes.some(isBlock)
      ? wrap(nodes.map((node) => this.#writeNode(node, inner)).join(''))
      : nodes
          .map((node) =>
            href === undefined || isBlock(node)
              ? this.#writeNode(node, place)
              : wrap(this.#writeNode(node, inner)),
          )
          .join('')
  }

  #inset(inset: Inset): string {
    return toInsetMark(this.insets.push(inset) - 1)
  }

  #writeNode(node: HtmlNode, place: Place): string {
    if (this.#skipped.has(node)) return ''
    if (isText(node)) return this.#writeText(node, place)
    if (!isElement(node) || isHiddenElement(node)) return ''
    const anchor =
      toAnchorMark(node.attribs.id) + (node.name === 'a' ? toAnchorMark(node.attribs.name) : '')
    return anchor + this.#writeBackground(node) + this.#writeElement(node, place)
  }

  /** A picture that a style shows behind the text of an element, or instead of one. */
  #writeBackground(element: HtmlElement): string {
    const { style = '', title = '' } = element.attribs
    const [, src = ''] = /background(?:-image)?\s*:[^;]*?url\(\s*['"]?([^'")]+)/i.exec(style) ?? []
    if (!isPicturePath(src)) return ''
    const mark = this.#inset({ kind: 'picture', src: src.trim(), alt: title.trim() })
    return isBlock(element) ? `<div>${mark}</div>` : mark
  }

  #writeText(node: Extract<HtmlNode, { data: string }>, { isPre, isHeading }: Place): string {
    const text = this.#rules.plainText(node.data.replaceAll(/[\u00a0\u2007\u202f]/g, ' '))
    if (!isPre)
      return escapeHtml(escapeText(text.replaceAll(/\s+/g, ' '), !isHeading && isLineStart(node)))
    const lines = text.split(/\r\n?|\n/).map((line) => escapeHtml(escapeText(line, true)))
    return lines.join(isHeading ? ' ' : '<br>')
  }

  #writeElement(element: HtmlElement, place: Place): string {
    const { name, attribs, children } = element
    const inner = (more: Place = {}) => this.write(children, { ...place, ...more })
    switch (name) {
      case 'br':
        return place.isHeading ? ' ' : '<br>'
      case 'img':
        return this.#writePicture(element)
      case 'a':
        return this.#writeLink(element, place)
      case 'b':
      case 'strong':
        return `<strong>${inner()}</strong>`
      case 'i':
      case 'em':
        return `<em>${inner()}</em>`
      case 'del':
      case 's':
      case 'strike':
        return `<del>${inner()}</del>`
      case 'sup':
      case 'sub':
        return writeRaised(element) ?? inner()
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        return `<${name}>${inner({ isHeading: true })}</${name}>`
      case 'dt':
        return `<div><strong>${inner()}</strong></div>`
      case 'ul':
      case 'menu':
      case 'dir':
      case 'ol':
        return this.#writeList(element, place)
      case 'pre':
      case 'listing':
      case 'xmp':
        return `<div>${inner({ isPre: true })}</div>`
      case 'table':
        return this.#writeTable(element, place)
      case 'figure':
        return this.#writeFigure(element, place)
      case 'details':
        return this.#writeDetails(element, place)
      case 'form': {
        const to = attribs.action ?? 'its own page'
        this.#rules.leaveOut('a form', `to ${to}, with ${listFields(element)}`)
        return `<div>${inner()}</div>`
      }
      case 'area':
        return this.#writeTarget(attribs.href, attribs.alt || attribs.title)
    }
    const leftOut = leftOutElements[name]
    if (leftOut !== undefined) return this.#writeLeftOut(element, leftOut)
    if (name === 'input' || name === 'textarea') return `<div>${this.#writeField(element)}</div>`
    return isBlock(element) ? `<div>${inner()}</div>` : inner()
  }

  #writePicture(image: HtmlElement): string {
    const picture = readPicture(image)
    return picture ? this.#inset({ kind: 'picture', ...picture }) : ''
  }

  #writeLink({ attribs, children }: HtmlElement, place: Place): string {
    const { href, title } = attribs
    if (!href) return this.write(children, place)
    const pictures = findAll(children, 'img')
    if (pictures.length > 0 && isPicturePath(href)) return this.write(children, place)
    if (pictures.length > 0 && getText(children) === '') {
      const [alt] = pictures.flatMap((image) => image.attribs.alt || image.attribs.title || [])
      return this.write(children, place) + this.#writeTarget(href, alt || title)
    }
    const target = this.#rules.link(href)
    return this.write(children, { ...place, ...(target !== undefined && { href: target }) })
  }

  /** A link whose text is that of a picture, or of a frame. */
  #writeTarget(href: string | undefined, text: string | undefined): string {
    const target = href ? this.#rules.link(href) : undefined
    const shown = escapeHtml(escapeText(this.#rules.plainText((text || href || '').trim()), true))
    if (target === undefined) return text ? `<div>${shown}</div>` : ''
    return `<div><a href="${escapeHtml(target)}">${shown}</a></div>`
  }

  /** Markdown on pages counts from 1, so other numbers become part of the text. */
  #writeList(list: HtmlElement, place: Place): string {
    const isReversed = list.attribs.reversed !== undefined
    const entries = list.children.filter((child) => isElement(child, 'li')) as HtmlElement[]
    const start = Number.parseInt(list.attribs.start ?? '', 10)
    let number = Number.isNaN(start) ? (isReversed ? entries.length : 1) : start
    const items = list.children.flatMap((child) => {
      if (isText(child) && child.data.trim() === '') return []
      const own = isElement(child) ? Number.parseInt(child.attribs.value ?? '', 10) : Number.NaN
      if (!Number.isNaN(own)) number = own
      const isItem = isElement(child, 'li')
      const anchor = isItem ? toAnchorMark(child.attribs.id) : ''
      const html =
        anchor + (isItem ? this.write(child.children, place) : this.#writeNode(child, place))
      const item = { number, html }
      if (isItem) number += isReversed ? -1 : 1
      return html.trim() === '' ? [] : [item]
    })
    const tag = list.name === 'ol' ? 'ol' : 'ul'
    const isPlain = items.every((item, index) => item.number === index + 1)
    if (tag === 'ol' && !isPlain)
      return items.map((item) => `<div>${item.number}\\. ${item.html}</div>`).join('')
    if (hasLayout(list)) return items.map(({ html }) => `<div>${html}</div>`).join('')
    return `<${tag}>${items.map(({ html }) => `<li>${html}</li>`).join('')}</${tag}>`
  }

  #writeTable(table: HtmlElement, place: Place): string {
    if (isDataTable(table)) {
      const pictures = findAll(table.children, 'img').map((image) => this.#writePicture(image))
      return `<div>${pictures.join('')}${this.#inset({ kind: 'table', element: table })}</div>`
    }
    const cells = listOwn(table, 'caption', 'td', 'th').map((cell) => this.#writeNode(cell, place))
    return cells.join('')
  }

  #writeFigure({ children }: HtmlElement, place: Place): string {
    const images = findAll(children, 'img')
    const captions: HtmlNode[] = children.filter((child) => isElement(child, 'figcaption'))
    const others = children.filter((child) => !captions.includes(child))
    const picture = images.length === 1 && getText(others) === '' && readPicture(images[0]!)
    if (!picture || hasLink(captions)) return `<div>${this.write(children, place)}</div>`
    const caption = getText(captions)
    const inset = { kind: 'picture' as const, ...picture, ...(caption !== '' && { caption }) }
    return `<div>${this.#inset(inset)}</div>`
  }

  #writeDetails({ children }: HtmlElement, place: Place): string {
    const summary = findFirst(children, 'summary')
    const rest = children.filter((child) => child !== summary)
    if (!summary || getText(summary) === '') return `<div>${this.write(children, place)}</div>`
    const question = this.#inset({ kind: 'question', question: getText(summary) })
    return `<div>${question}</div><div>${this.write(rest, place)}</div><div>${this.#inset({ kind: 'end' })}</div>`
  }

  /** Visitors can still reach what was shown in the page. */
  #writeLeftOut({ name, attribs, children }: HtmlElement, what: string): string {
    const { title = '', poster } = attribs
    const sources = findAll(children, 'source').map((source) => source.attribs.src)
    const files = [attribs.src, attribs.data, ...sources].filter(Boolean) as string[]
    const film = files.find((each) => name === 'video' && /\.(?:mp4|webm)(?:$|[?#])/i.test(each))
    if (film !== undefined)
      return `<div>${this.#inset({ kind: 'film', film, title, ...(poster && { poster }) })}</div>`
    const [file = ''] = files
    this.#rules.leaveOut(what, [title, file].filter(Boolean).join(': '))
    return /^(?:https?:)?\/\/|\.(?:mp3|ogg|wav|m4a|mp4|mov|webm|pdf)$/i.test(file)
      ? this.#writeTarget(file, title)
      : ''
  }

  /** What a field shows is text. */
  #writeField({ attribs, children }: HtmlElement): string {
    const { value, placeholder, type = '' } = attribs
    if (/^(?:hidden|checkbox|radio|image)$/.test(type)) return ''
    const shown = value || placeholder || getText(children)
    return escapeHtml(escapeText(this.#rules.plainText(shown), true))
  }
}

/** Whether nothing of a line is shown in front of a node. Spaces may have elements of their own. */
function isLineStart(node: HtmlNode): boolean {
  for (let { prev } = node; prev; { prev } = prev)
    if (isBlock(prev) || isElement(prev, 'br')) return true
    else if (getText(prev) !== '') return false
  const parent = node.parent as HtmlNode | null
  return !parent || !isElement(parent) || isBlock(parent) || isLineStart(parent)
}

/** What has no block. */
const leftOutElements: Record<string, string> = {
  iframe: 'a frame',
  embed: 'an embedded object',
  object: 'an embedded object',
  applet: 'an embedded object',
  video: 'a video',
  audio: 'a recording',
  canvas: 'a canvas',
}

function listFields({ children }: HtmlElement): string {
  const fields = findAll(children, 'input', 'select', 'textarea')
    .filter(({ attribs }) => !/^(?:hidden|submit|button|image)$/.test(attribs.type ?? ''))
    .flatMap(({ attribs }) => attribs.placeholder ?? attribs.name ?? [])
  return fields.join(', ') || 'no named field'
}

const hasLink = (nodes: HtmlNode[]): boolean =>
  findAll(nodes, 'a').some(({ attribs }) => attribs.href !== undefined)

const [superscripts, subscripts] = ['⁰¹²³⁴⁵⁶⁷⁸⁹', '₀₁₂₃₄₅₆₇₈₉']

/** In $49<sup>99</sup> are cents, and in 10<sup>3</sup> is a power. @returns undefined for a text */
function writeRaised(element: HtmlElement): string | undefined {
  const text = getText(element)
  if (!/^\d+$/.test(text)) return undefined
  const { prev, name } = element
  const before = prev && isText(prev) ? prev.data : ''
  if (name === 'sup' && text.length === 2 && /[$€£]\s?\d+$/.test(before)) return `.${text}`
  const digits = name === 'sup' ? superscripts : subscripts
  return text.replaceAll(/\d/g, (digit) => digits[Number(digit)]!)
}

const isPicturePath = (path = ''): boolean => /\.(?:jpe?g|png|gif|webp|avif)(?:$|[?#])/i.test(path)

/** Pictures that only make space, or count visits, are none. */
function readPicture(image: HtmlElement) {
  const { attribs } = image
  const lazy = attribs['data-src'] ?? attribs['data-lazy-src'] ?? attribs['data-original']
  const [copy = ''] = (attribs.srcset ?? attribs['data-srcset'] ?? '').trim().split(/[\s,]/)
  const plain = attribs.src ?? ''
  const src = lazy ?? (plain === '' || plain.startsWith('data:') ? copy : plain)
  const [width, height] = [attribs.width, attribs.height].map((size) =>
    Number.parseInt(size ?? '', 10),
  )
  if (src === '' || src.startsWith('data:') || width! < 3 || height! < 3) return undefined
  let { parent } = image
  while (parent && !isElement(parent as HtmlNode, 'a')) ({ parent } = parent)
  const large = (parent as HtmlElement | null)?.attribs.href
  return {
    src: src.trim(),
    alt: (attribs.alt ?? '').replaceAll(/\s+/g, ' ').trim(),
    ...(isPicturePath(large) && { large: large!.trim() }),
  }
}
