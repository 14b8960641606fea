/** Reads what a visitor sees of an old document as paragraphs, headings, lists and blocks. */
import type { Heading, List, ListItem, PhrasingContent } from 'mdast'
import {
  findAll,
  findFirst,
  getRawText,
  getText,
  isElement,
  isSilent,
  isInline,
  isPicturePath,
  isText,
  listSources,
  nameTarget,
} from './dom.ts'
import type { HtmlElement, HtmlNode } from './dom.ts'
import type { ContentRules, Piece } from './content.ts'
import { convertFilm, convertPicture, readPicture } from './convert-media.ts'
import { convertTable, isDataTable, listOwn, listRows } from './convert-table.ts'
import { type Run, toPhrasing, writeMarkdown } from './write-markdown.ts'

/** @param skipped parts that are not read */
export function readContent(
  nodes: HtmlNode[],
  rules: ContentRules,
  skipped: Set<HtmlNode> = new Set(),
): Piece[] {
  return new ContentReader(rules, skipped).read(nodes)
}

/** How the text of an element looks, and what it is in. */
type Style = Omit<Run, 'text'> & { isPre?: boolean; isHeading?: boolean }

class ContentReader {
  readonly #pieces: Piece[] = []
  #line: Run[] = []
  /** Pictures in the middle of a line, which come after it. */
  #insets: Piece[] = []
  #anchors: string[] = []
  #depth: Heading['depth'] | undefined

  constructor(
    private readonly rules: ContentRules,
    private readonly skipped: Set<HtmlNode>,
  ) {}

  read(nodes: HtmlNode[], style: Style = {}): Piece[] {
    this.#addAll(nodes, style)
    this.#endLine()
    return this.#pieces
  }

  #push(...pieces: Piece[]): void {
    for (const piece of pieces) {
      const anchors = this.#anchors.splice(0)
      this.#pieces.push(piece.node?.type === 'heading' ? { anchors, ...piece } : piece)
    }
  }

  #endLine(): void {
    const children = toPhrasing(this.#line.splice(0))
    if (children.length > 0)
      this.#push({
        node: this.#depth
          ? { type: 'heading', depth: this.#depth, children }
          : { type: 'paragraph', children },
      })
    this.#push(...this.#insets.splice(0))
  }

  #addAll(nodes: HtmlNode[], style: Style): void {
    for (const node of nodes) this.#add(node, style)
  }

  #addBlock(children: HtmlNode[], style: Style): void {
    this.#endLine()
    this.#addAll(children, style)
    this.#endLine()
  }

  #addLine(text: string, style: Style): void {
    this.#endLine()
    this.#addText(text, style)
    this.#endLine()
  }

  /** Two breaks end a paragraph, as in documents without paragraphs. */
  #addBreak(isHeading = false): void {
    const last = this.#line.findLast(({ text }) => text === '\n' || text.trim() !== '')
    if (isHeading) this.#line.push({ text: ' ' })
    else if (last?.text === '\n') this.#endLine()
    else if (last) this.#line.push({ text: '\n' })
    else this.#line = []
  }

  #addText(written: string, { isPre = false, isHeading = false, ...look }: Style): void {
    const text = this.rules.plainText(written.replaceAll(/[\u00a0\u2007\u202f]/g, ' '))
    for (const [index, line] of (isPre ? text.split(/\r\n?|\n/) : [text]).entries()) {
      if (index > 0) this.#addBreak(isHeading)
      // A heading is bold already.
      const mark = isHeading ? undefined : look.mark
      this.#line.push({ ...look, mark, text: line.replaceAll(/\s+/g, ' ') })
    }
  }

  #add(node: HtmlNode, style: Style): void {
    if (this.skipped.has(node)) return
    if (isText(node)) this.#addText(node.data, style)
    if (!isElement(node) || isSilent(node)) return
    const { id, name } = node.attribs
    this.#anchors.push(...[id, node.name === 'a' ? name : undefined].flatMap((each) => each || []))
    this.#addElement(node, style)
  }

  #addElement(element: HtmlElement, around: Style): void {
    const { name, attribs, children } = element
    const isStruck = /text-decoration[^;]*line-through/i.test(attribs.style ?? '')
    const style: Style = isStruck ? { ...around, mark: 'delete' } : around
    const mark = marks[name]
    const [, depth] = /^h([1-6])$/.exec(name) ?? []
    const leftOut = leftOutElements[name]
    if (name === 'br') this.#addBreak(style.isHeading)
    else if (name === 'img') this.#addPicture(element)
    else if (name === 'a') this.#addLink(element, style)
    // What is struck out stays so. Of other marks in each other, the outer one counts.
    else if (mark)
      this.#addAll(children, { ...style, mark: mark === 'delete' ? mark : (style.mark ?? mark) })
    else if (depth !== undefined) {
      this.#endLine()
      this.#depth = Number(depth) as Heading['depth']
      this.#addBlock(children, { ...style, isHeading: true })
      this.#depth = undefined
    } else if (name === 'dt') this.#addBlock(children, { ...style, mark: 'strong' })
    else if (/^(?:ul|ol|menu|dir)$/.test(name)) this.#addList(element, style)
    else if (/^(?:pre|listing|xmp)$/.test(name)) {
      const text = getRawText(element)
      if (/^[ \t]+\S|\S(?: {2,}|\t+)\S/m.test(text))
        this.rules.note(
          'changed',
          `A listing has lost the spaces that arranged its lines: ${text.trim().slice(0, 60)} …`,
        )
      this.#addBlock(children, { ...style, isPre: true })
    } else if (name === 'table') this.#addTable(element, style)
    else if (name === 'figure') this.#addFigure(element, style)
    else if (name === 'details') this.#addDetails(element, style)
    else if (name === 'area') this.#addTarget(attribs.href, attribs.alt || attribs.title)
    else if (leftOut !== undefined) this.#leaveOut(element, leftOut)
    else if (name === 'input' || name === 'textarea') this.#addField(element, style)
    else if (isInline(element)) this.#addAll(children, style)
    else {
      if (name === 'form')
        this.rules.note(
          'element',
          `a form (to ${attribs.action ?? 'its own page'}, with ${listFields(element)})`,
        )
      this.#addBlock(children, style)
    }
  }

  #addPicture(image: HtmlElement): void {
    const picture = readPicture(image)
    const pieces = picture ? convertPicture(picture, this.rules) : []
    if (this.#line.some(({ text }) => text.trim() !== '')) this.#insets.push(...pieces)
    else this.#push(...pieces)
  }

  #addLink({ attribs, children }: HtmlElement, style: Style): void {
    const { href, title } = attribs
    const pictures = findAll(children, 'img')
    if (!href || (pictures.length > 0 && isPicturePath(href))) this.#addAll(children, style)
    else if (pictures.length > 0 && getText(children) === '') {
      const [alt] = pictures.flatMap((image) => image.attribs.alt || image.attribs.title || [])
      this.#addAll(children, style)
      this.#addTarget(href, alt || title)
    } else this.#addAll(children, { ...style, href: this.rules.link(href) ?? style.href })
  }

  /** A link whose text is that of a picture, or of a frame. */
  #addTarget(href: string | undefined, text: string | undefined): void {
    const target = href ? this.rules.link(href) : undefined
    // WordPress links a picture to a page of its own, which is the page that shows it now.
    if ((target === undefined && !text) || target === this.rules.route) return
    this.#addLine(text || nameTarget(target ?? href!), { href: target })
  }

  /** Markdown on pages counts from 1, so other numbers, and letters, become part of the text. */
  #addList(list: HtmlElement, style: Style): void {
    this.#endLine()
    const isOrdered = list.name === 'ol'
    const isReversed = list.attribs.reversed !== undefined
    const entries = list.children.filter((child) => isElement(child) || getText(child) !== '')
    const start = Number.parseInt(list.attribs.start ?? '', 10)
    const count = entries.filter((entry) => isElement(entry, 'li')).length
    let number = Number.isNaN(start) ? (isReversed ? count : 1) : start
    const items = entries.flatMap((entry) => {
      const own = isElement(entry) ? Number.parseInt(entry.attribs.value ?? '', 10) : Number.NaN
      if (!Number.isNaN(own)) number = own
      const pieces = new ContentReader(this.rules, this.skipped).read([entry], style)
      const type = (isElement(entry) && findListType(entry)) || findListType(list)
      const isItem = isElement(entry, 'li')
      const item = { label: isItem ? writeLabel(number, type) : '', pieces }
      if (isItem) number += isReversed ? -1 : 1
      return pieces.length === 0 ? [] : [item]
    })
    const isPlain = items.every(({ label }, index) => label === String(index + 1))
    if ((isOrdered && !isPlain) || !items.every(({ pieces }) => pieces.every(isTextPiece))) {
      for (const { label, pieces } of items) this.#addItem(isOrdered ? label : '', pieces)
      return
    }
    const children = items.flatMap(({ pieces }): ListItem[] => {
      const nodes = pieces.flatMap(({ node }) => node ?? []) as ListItem['children']
      const spread = nodes.filter(({ type }) => type === 'paragraph').length > 1
      return nodes.length === 0 ? [] : [{ type: 'listItem', spread, children: nodes }]
    })
    const spread = children.some((item) => item.spread)
    if (children.length > 0)
      this.#push({ node: { type: 'list', ordered: isOrdered, spread, children } })
  }

  #addItem(label: string, pieces: Piece[]): void {
    const node = pieces[0]?.node
    const toText = (value: string) => ({ type: 'text' as const, value })
    if (label !== '' && node?.type === 'paragraph') node.children.unshift(toText(`${label}. `))
    else if (label !== '')
      this.#push({ node: { type: 'paragraph', children: [toText(`${label}.`)] } })
    for (const piece of pieces) this.#pieces.push(piece)
  }

  #addTable(table: HtmlElement, style: Style): void {
    this.#endLine()
    if (!isDataTable(table)) {
      for (const cell of listOwn(table, 'caption', 'td', 'th')) this.#add(cell, style)
      return
    }
    const block = convertTable(table, this.rules)
    if (block) {
      for (const image of findAll(table.children, 'img')) this.#addPicture(image)
      const heading = getText(findAll(table.children, 'caption'))
      this.#push({ block: { ...block, heading } })
    } else this.#addRows(table)
  }

  #addRows(table: HtmlElement): void {
    this.rules.note('changed', `A table is a list now: ${getText(table).slice(0, 60)} …`)
    const list: List = { type: 'list', children: [] }
    const blocks: Piece[] = []
    const captions = listOwn(table, 'caption')
    for (const row of [...captions.map((caption) => [caption]), ...listRows(table)]) {
      const read = [...new Set(row)].map(({ children }) => readContent(children, this.rules))
      blocks.push(...read.flat().filter(({ block }) => block))
      const filled = read.map(joinPieces).filter((cell) => cell.length > 0)
      const comma = { type: 'text' as const, value: ', ' }
      const children = filled.flatMap((cell, index) => (index === 0 ? cell : [comma, ...cell]))
      if (captions.includes(row[0]!)) this.#push({ node: { type: 'paragraph', children } })
      else if (children.length > 0)
        list.children.push({ type: 'listItem', children: [{ type: 'paragraph', children }] })
    }
    if (list.children.length > 0) this.#push({ node: list })
    this.#push(...blocks)
  }

  #addFigure({ children }: HtmlElement, style: Style): void {
    const images = findAll(children, 'img')
    const captions: HtmlNode[] = children.filter((child) => isElement(child, 'figcaption'))
    const others = children.filter((child) => !captions.includes(child))
    const picture = images.length === 1 && getText(others) === '' && readPicture(images[0]!)
    const hasLink = findAll(captions, 'a').some(({ attribs }) => attribs.href !== undefined)
    this.#endLine()
    if (picture && !hasLink) {
      const href = findAll(others, 'a').find(({ attribs }) => attribs.href)?.attribs.href
      this.#push(...convertPicture(picture, this.rules, getText(captions)))
      if (href !== undefined && !isPicturePath(href)) this.#addTarget(href, picture.alt)
    } else this.#addBlock(children, style)
  }

  /** A question with its answer, unless a block of questions cannot have all that is in it. */
  #addDetails({ children }: HtmlElement, style: Style): void {
    const summary = findFirst(children, 'summary')
    const question = summary ? getText(summary) : ''
    const inner = children.filter((child) => child !== summary || question === '')
    this.#endLine()
    const pieces = new ContentReader(this.rules, this.skipped).read(inner, style)
    if (question !== '' && pieces.length > 0 && pieces.every(isTextPiece)) {
      const answer = this.rules.cite(writeMarkdown(pieces.flatMap(({ node }) => node ?? [])))
      const items = [{ question: this.rules.text(question), answer }]
      this.#push({ block: { type: 'faq', items } })
      return
    }
    const title = { type: 'text' as const, value: this.rules.plainText(question) }
    if (question !== '') this.#push({ node: { type: 'heading', depth: 3, children: [title] } })
    for (const piece of pieces) this.#pieces.push(piece)
  }

  /** Visitors can still reach what was shown in the page. */
  #leaveOut(element: HtmlElement, what: string): void {
    const { name, attribs, children } = element
    const { title = '' } = attribs
    const files = [element, ...findAll(children, 'source')].flatMap(listSources)
    const film = files.find((each) => name === 'video' && /\.(?:mp4|webm)(?:$|[?#])/i.test(each))
    this.#endLine()
    if (film !== undefined) {
      this.#push(convertFilm(film, attribs, this.rules))
      return
    }
    const [file = ''] = files
    const detail = [title, file].filter(Boolean).join(': ')
    this.rules.note('element', detail === '' ? what : `${what} (${detail})`)
    if (/^(?:https?:)?\/\/|\.(?:mp3|ogg|wav|m4a|mp4|mov|webm|pdf)$/i.test(file))
      this.#addTarget(file, title)
  }

  /** What a field shows is text. */
  #addField({ attribs, children }: HtmlElement, style: Style): void {
    const { value, placeholder, type = '' } = attribs
    if (/^(?:checkbox|radio)$/.test(type)) this.#addText(' ', style)
    else if (!/^(?:hidden|image|range|color|file|password)$/.test(type))
      this.#addLine(value || placeholder || getText(children), style)
  }
}

/** In which signs a list counts: those of HTML, such as i, or those of CSS, such as lower-roman. */
const findListType = ({ attribs: { type, style = '' } }: HtmlElement): string | undefined =>
  /list-style[^;]*((?:lower|upper)-(?:alpha|latin|roman))/i.exec(style)?.[1] ?? type

/** What a browser writes in front of an item of a list, such as 3, c or IV. */
function writeLabel(number: number, type = '1'): string {
  const isRoman = /^i$|roman/i.test(type)
  if (number < 1 || !(isRoman || /^a$|alpha|latin/i.test(type))) return String(number)
  const label = isRoman ? writeRoman(number) : writeLetters(number)
  return /^[AIu]/.test(type) ? label : label.toLowerCase()
}

const writeLetters = (number: number): string =>
  (number > 26 ? writeLetters(Math.floor((number - 1) / 26)) : '') +
  String.fromCodePoint(65 + ((number - 1) % 26))

const romanSteps = Object.entries({
  ...{ M: 1000, CM: 900, D: 500, CD: 400, C: 100, XC: 90, L: 50, XL: 40, X: 10, IX: 9 },
  ...{ V: 5, IV: 4, I: 1 },
})

const writeRoman = (number: number): string =>
  romanSteps.reduce<[label: string, rest: number]>(
    ([label, rest], [letters, value]) => [
      label + letters.repeat(Math.floor(rest / value)),
      rest % value,
    ],
    ['', number],
  )[0]

const marks: Record<string, Run['mark']> = {
  ...{ b: 'strong', strong: 'strong', i: 'emphasis', em: 'emphasis' },
  ...{ del: 'delete', s: 'delete', strike: 'delete' },
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
    .flatMap(({ attribs }) => attribs.placeholder || attribs.name || [])
  return fields.join(', ') || 'no named field'
}

const isTextPiece = ({ node }: Piece): boolean => node !== undefined && node.type !== 'heading'

/** What pieces say in one line. */
const joinPieces = (pieces: Piece[]): PhrasingContent[] =>
  pieces
    .flatMap(({ node = { type: 'list' } }) => (node.type === 'list' ? [] : [node]))
    .flatMap((node, index) => {
      const inline = node.children.map((child) =>
        child.type === 'break' ? { type: 'text' as const, value: ' ' } : child,
      )
      return index === 0 ? inline : [{ type: 'text' as const, value: ' ' }, ...inline]
    })
