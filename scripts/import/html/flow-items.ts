/** An old document as a list of what a visitor sees, from top to bottom, without its layout. */
import {
  findAll,
  findFirst,
  getText,
  isElement,
  isHiddenElement,
  isInline,
  parseHtml,
  toHtml,
  type HtmlElement,
  type HtmlNode,
} from './dom.ts'

/** Where an item is: in the navigation, in another margin, or in the marked main part. */
type Zone = 'main' | 'body' | 'header' | 'navigation' | 'footer' | 'aside'

export type OldPicture = { src: string; alt: string; caption?: string; width?: number }

export type FlowItem = {
  zone: Zone
  /** The visible text. */
  text: string
  /** The ids in it, to which links lead. */
  anchors: string[]
} & (
  | { kind: 'heading'; level: number; links: string[] }
  | { kind: 'text'; nodes: HtmlNode[] }
  | { kind: 'list'; element: HtmlElement }
  | { kind: 'table'; element: HtmlElement }
  | { kind: 'definitions'; element: HtmlElement }
  | { kind: 'picture'; picture: OldPicture }
  | { kind: 'gallery'; pictures: OldPicture[] }
  | { kind: 'question'; question: string; answer: HtmlNode[] }
  | { kind: 'buttons'; links: { label: string; href: string }[] }
  | { kind: 'left-out'; what: string; detail: string }
)

/** Lists what a visitor sees of nodes. */
export function listFlowItems(nodes: HtmlNode[]): FlowItem[] {
  const walker = new FlowWalker()
  walker.walk(nodes, 'body')
  return walker.items
}

type WalkElement = (this: FlowWalker, element: HtmlElement, zone: Zone) => void

class FlowWalker {
  readonly items: FlowItem[] = []
  #line: HtmlNode[] = []
  #anchors: string[] = []

  walk(nodes: HtmlNode[], zone: Zone): void {
    for (const node of nodes) {
      if (isHiddenElement(node)) {
        if (isElement(node)) this.#walkHidden(node, zone)
      } else if (isElement(node) && node.name === 'br') this.#line.push(node)
      else if (isInline(node) && !containsBlock(node)) this.#walkInline(node, zone)
      else if (isElement(node)) {
        this.#endLine(zone)
        if (node.attribs.id) this.#anchors.push(node.attribs.id)
        if (node.name === 'a' && node.attribs.name) this.#anchors.push(node.attribs.name)
        this.#walkBlock(node, findZone(node, zone))
      }
    }
    this.#endLine(zone)
  }

  /** What no visitor sees is not taken, except that a script is named. */
  #walkHidden(element: HtmlElement, zone: Zone): void {
    const { src = '', type = '' } = element.attribs
    if (element.name !== 'script' || (type !== '' && !/javascript|module/.test(type))) return
    if (src !== '') this.#leaveOut('a script', src, '', zone)
  }

  #walkInline(node: HtmlNode, zone: Zone): void {
    if (isElement(node) && isButton(node)) {
      this.#endLine(zone)
      this.#addButton(node, zone)
      return
    }
    // A picture in a line becomes one of its own.
    if (isElement(node) && findFirst([node], 'img')) {
      this.#endLine(zone)
      this.#addPictures(node, zone)
      if (getText(node) !== '') this.#line.push(node)
      return
    }
    this.#line.push(node)
  }

  readonly #blocks: Record<string, WalkElement> = {
    ...Object.fromEntries(headingNames.map((name) => [name, this.#addHeading])),
    img: this.#addPictures,
    picture: this.#addPictures,
    figure: this.#addFigure,
    ul: this.#addList,
    ol: this.#addList,
    menu: this.#addList,
    dl: this.#addDefinitions,
    table: this.#addTable,
    details: this.#addDetails,
    form: this.#addForm,
    pre: this.#addPreformatted,
  }

  #walkBlock(element: HtmlElement, zone: Zone): void {
    const add = isGallery(element)
      ? this.#addGallery
      : (this.#blocks[element.name] ?? this.#findOtherBlock(element))
    if (add) add.call(this, element, zone)
    else this.walk(element.children, zone)
  }

  #findOtherBlock(element: HtmlElement): WalkElement | undefined {
    if (isLeftOut(element)) return this.#addLeftOut
    return element.attribs.class !== undefined && isButton(element) ? this.#addButton : undefined
  }

  #add(item: DistributedOmit<FlowItem, 'anchors'>): void {
    this.items.push({ ...item, anchors: this.#anchors } as FlowItem)
    this.#anchors = []
  }

  /** Two line breaks end a paragraph, as in documents without paragraphs. */
  #endLine(zone: Zone): void {
    const line = this.#line
    this.#line = []
    for (const nodes of splitLines(line)) {
      const text = getText(nodes)
      const ids = findAll(nodes, 'a', 'span').flatMap(({ attribs }) => [attribs.id, attribs.name])
      this.#anchors.push(...ids.filter((id): id is string => id !== undefined && id !== ''))
      if (text !== '') this.#add({ kind: 'text', zone, text, nodes })
    }
  }

  #addHeading(element: HtmlElement, zone: Zone): void {
    this.#addPictures(element, zone)
    const text = getText(element)
    const named = findAll(element.children, 'a').map(({ attribs }) => attribs.id ?? attribs.name)
    this.#anchors.push(...named.filter((id): id is string => Boolean(id)))
    const links = findAll(element.children, 'a').flatMap(({ attribs }) => attribs.href ?? [])
    const outer = findParent(element, undefined, 'a')?.attribs.href
    if (outer !== undefined) links.push(outer)
    const level = Number(element.name[1])
    if (text !== '') this.#add({ kind: 'heading', zone, text, level, links })
  }

  #addPicture(image: HtmlElement, zone: Zone, caption?: string): void {
    const picture = readPicture(image, caption)
    if (picture) this.#add({ kind: 'picture', zone, text: caption ?? '', picture })
  }

  #addPictures(element: HtmlElement, zone: Zone): void {
    for (const image of findAll([element], 'img')) this.#addPicture(image, zone)
  }

  #addFigure(element: HtmlElement, zone: Zone): void {
    const images = findAll(element.children, 'img')
    const caption = findFirst(element.children, 'figcaption')
    const others = element.children.filter((child) => child !== caption)
    if (images.length === 1 && getText(others) === '')
      this.#addPicture(images[0]!, zone, caption && getText(caption))
    else this.walk(element.children, zone)
  }

  #addGallery(element: HtmlElement, zone: Zone): void {
    const pictures = findAll(element.children, 'img').flatMap((image) => {
      const frame = findParent(image, element, 'figure', 'dl', 'li')
      const caption = frame && findFirst(frame.children, 'figcaption', 'dd')
      const picture = readPicture(image, caption ? getText(caption) : undefined)
      return picture ? [picture] : []
    })
    const captions = pictures.flatMap(({ caption }) => caption ?? [])
    this.#add({ kind: 'gallery', zone, text: captions.join(' '), pictures })
    // A caption of the whole gallery.
    const own = element.children.find((child) => isElement(child, 'figcaption'))
    if (own && isElement(own)) this.walk(own.children, zone)
  }

  #addList(element: HtmlElement, zone: Zone): void {
    this.#addPictures(element, zone)
    // A list for the layout, such as one of cards.
    if (findFirst(element.children, ...headingNames, 'table', 'form', 'iframe')) {
      this.walk(
        element.children.flatMap((child) => (isElement(child) ? child.children : [child])),
        zone,
      )
      return
    }
    const text = getText(element)
    if (text !== '') this.#add({ kind: 'list', zone, text, element })
  }

  #addDefinitions(element: HtmlElement, zone: Zone): void {
    this.#addPictures(element, zone)
    const text = getText(element)
    if (text !== '') this.#add({ kind: 'definitions', zone, text, element })
  }

  #addPreformatted(element: HtmlElement, zone: Zone): void {
    const text = getText(element)
    if (text !== '') this.#add({ kind: 'text', zone, text, nodes: element.children })
  }

  #addTable(element: HtmlElement, zone: Zone): void {
    if (!isDataTable(element)) {
      const caption = findFirst(element.children, 'caption')
      if (caption) this.walk(caption.children, zone)
      for (const cell of listOwn(element, 'td', 'th')) {
        if (cell.attribs.id) this.#anchors.push(cell.attribs.id)
        this.walk(cell.children, findZone(cell, zone))
      }
      return
    }
    this.#addPictures(element, zone)
    this.#add({ kind: 'table', zone, text: getText(element), element })
  }

  #addDetails(element: HtmlElement, zone: Zone): void {
    const summary = findFirst(element.children, 'summary')
    const answer = element.children.filter((child) => child !== summary)
    if (!summary || getText(answer) === '') {
      this.walk(element.children, zone)
      return
    }
    const question = getText(summary)
    this.#add({ kind: 'question', zone, text: `${question} ${getText(answer)}`, question, answer })
  }

  #addForm(element: HtmlElement, zone: Zone): void {
    const fields = findAll(element.children, 'input', 'select', 'textarea')
      .filter(({ attribs }) => !/^(hidden|submit|button|image)$/.test(attribs.type ?? ''))
      .map(({ attribs }) => attribs.placeholder ?? attribs.name ?? '')
      .filter((name) => name !== '')
    const text = getText(element)
    // A form around a whole page, as ASP.NET writes it.
    if (findFirst(element.children, 'h1', 'h2', 'p') && text.length > 600) {
      this.walk(element.children, zone)
      return
    }
    const to = element.attribs.action ?? 'its own page'
    this.#leaveOut('a form', `to ${to}, with ${fields.join(', ') || 'no named field'}`, text, zone)
  }

  #addLeftOut(element: HtmlElement, zone: Zone): void {
    const { src, data, href, title = '' } = element.attribs
    const source = src ?? data ?? href ?? findFirst(element.children, 'source')?.attribs.src ?? ''
    const name = leftOutElements[element.name]!
    this.#leaveOut(name, [title, source].filter(Boolean).join(': '), getText(element), zone)
  }

  #leaveOut(what: string, detail: string, text: string, zone: Zone): void {
    this.#add({ kind: 'left-out', zone, text, what, detail })
  }

  #addButton(element: HtmlElement, zone: Zone): void {
    const anchors = element.name === 'a' ? [element] : findAll(element.children, 'a')
    const links = anchors
      .map((anchor) => ({ label: getText(anchor), href: anchor.attribs.href ?? '' }))
      .filter(({ label, href }) => label !== '' && href !== '')
    const last = this.items.at(-1)
    const text = links.map(({ label }) => label).join(' ')
    if (links.length === 0) return
    if (last?.kind === 'buttons' && last.zone === zone) {
      last.links.push(...links)
      last.text += ` ${text}`
    } else this.#add({ kind: 'buttons', zone, text, links })
  }
}

type DistributedOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never

const headingNames = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']

const leftOutElements: Record<string, string> = {
  iframe: 'a frame',
  embed: 'an embedded object',
  object: 'an embedded object',
  applet: 'an embedded object',
  video: 'a video',
  audio: 'a recording',
  canvas: 'a canvas',
  button: 'a button without a link',
  input: 'a field',
  select: 'a field',
  textarea: 'a field',
}

const isLeftOut = ({ name, children }: HtmlElement) =>
  leftOutElements[name] !== undefined && !(name === 'button' && findFirst(children, 'a'))

const blockNames =
  'address article aside blockquote button details div dl figure form h1 h2 h3 h4 h5 h6 iframe nav ol p pre section table ul video audio object embed select textarea'.split(
    ' ',
  )

/** Old pages have paragraphs in links and fonts. */
const containsBlock = (node: HtmlNode): boolean =>
  isElement(node) && findFirst(node.children, ...blockNames) !== undefined

const matches = ({ attribs }: HtmlElement, pattern: RegExp) =>
  pattern.test(` ${attribs.class ?? ''} ${attribs.id ?? ''} `)

const zoneNames: Record<string, Zone> = {
  main: 'main',
  article: 'main',
  nav: 'navigation',
  header: 'header',
  footer: 'footer',
  aside: 'aside',
}
const zoneRoles: Record<string, Zone> = {
  main: 'main',
  navigation: 'navigation',
  banner: 'header',
  contentinfo: 'footer',
  complementary: 'aside',
}
const zonePatterns: [RegExp, Zone][] = [
  [/[\s_-](nav|navbar|navigation|menu|main-?menu|breadcrumbs?|skip-link)[\s_-]/i, 'navigation'],
  [/\s(site-|page-)?(footer|colophon|copyright|bottom)\s/i, 'footer'],
  [/\s(site-|page-|top-?)?(header|masthead|banner|topbar|top)\s/i, 'header'],
  [/\s(left-?|right-?)?(sidebar|side|widget-area)\s/i, 'aside'],
]

/** An element inside the main part stays in it, except for navigation. */
function findZone(element: HtmlElement, outer: Zone): Zone {
  const zone =
    zoneRoles[element.attribs.role ?? ''] ??
    zoneNames[element.name] ??
    zonePatterns.find(([pattern]) => matches(element, pattern))?.[1]
  if (zone === undefined || outer === 'navigation') return outer
  if (outer === 'main') return zone === 'navigation' ? zone : 'main'
  return outer === 'body' || zone === 'navigation' || zone === 'main' ? zone : outer
}

const isButton = (element: HtmlElement): boolean =>
  (element.name === 'a' && matches(element, /[\s_-](btn|button|cta)[\s_-]/i)) ||
  (element.name === 'button' && findFirst(element.children, 'a') !== undefined) ||
  (element.name === 'a' &&
    element.children.length === 1 &&
    element.children.every((child) => isElement(child, 'button'))) ||
  matches(element, /\swp-block-button\s/)

const isGallery = (element: HtmlElement): boolean =>
  matches(element, /[\s_-](gallery|lightbox|slideshow|carousel)[\s_-]/i) &&
  findAll(element.children, 'img').length > 1 &&
  !findFirst(element.children, 'h1', 'h2', 'h3', 'p')

/** Pictures that only make space, or count visits. */
function readPicture({ attribs }: HtmlElement, caption?: string): OldPicture | undefined {
  const lazy = attribs['data-src'] ?? attribs['data-lazy-src'] ?? attribs['data-original']
  const src = lazy ?? attribs.src ?? ''
  const [width, height] = [attribs.width, attribs.height].map((size) =>
    Number.parseInt(size ?? '', 10),
  )
  if (src === '' || src.startsWith('data:') || width! < 3 || height! < 3) return undefined
  return {
    src: src.trim(),
    alt: (attribs.alt ?? '').replaceAll(/\s+/g, ' ').trim(),
    ...(caption && { caption }),
    ...(width! > 0 && { width }),
  }
}

function findParent(
  node: HtmlNode,
  end: HtmlElement | undefined,
  ...names: string[]
): HtmlElement | undefined {
  for (let { parent } = node; parent && parent !== end; { parent } = parent)
    if (isElement(parent as HtmlNode, ...names)) return parent as HtmlElement
  return undefined
}

/** Rows or cells of a table that are not in a table inside it. */
const listOwn = (table: HtmlElement, ...names: string[]): HtmlElement[] =>
  findAll(table.children, ...names).filter((part) => !findParent(part, table, 'table'))

export const listOwnRows = (table: HtmlElement): HtmlElement[] => listOwn(table, 'tr')

/** Whether a table holds data. Others are for the layout. */
function isDataTable(table: HtmlElement): boolean {
  if (table.attribs.role === 'presentation') return false
  const [rows, cells] = [listOwnRows(table), listOwn(table, 'td', 'th')]
  const nested = 'table h1 h2 h3 h4 h5 h6 ul ol form iframe div'.split(' ')
  if (findFirst(table.children, ...nested)) return false
  if (findFirst(table.children, 'th')) return true
  const widths = new Set(rows.map((row) => findAll(row.children, 'td').length))
  const isShort = cells.every((cell) => getText(cell).length < 160)
  return rows.length > 1 && widths.size === 1 && !widths.has(1) && isShort
}

/** Splits a line where two breaks follow each other. */
function splitLines(nodes: HtmlNode[]): HtmlNode[][] {
  const lines: HtmlNode[][] = [[]]
  let breaks = 0
  for (const node of nodes) {
    if (isElement(node, 'br')) {
      breaks++
      continue
    }
    const isSpace = getText(node) === '' && !isElement(node)
    if (isSpace && breaks > 0) continue
    if (breaks > 1) lines.push([])
    else if (breaks === 1) lines.at(-1)!.push(...lineBreak())
    breaks = 0
    lines.at(-1)!.push(node)
  }
  return lines.filter((line) => line.length > 0)
}

const lineBreak = (): HtmlNode[] => parseHtml('<br>').children

/** The HTML of nodes, for `convertPaste`. */
export const toFragment = (nodes: HtmlNode[]): string => nodes.map((node) => toHtml(node)).join('')
