/** An old document as a list of what a visitor sees, from top to bottom, without its layout. */
import {
  findAll,
  findFirst,
  getText,
  isElement,
  isHiddenElement,
  isInline,
  type HtmlElement,
  type HtmlNode,
} from './dom.ts'

/** Where an item is: in the navigation, in another margin, or in the marked main part. */
type Zone = 'main' | 'body' | 'header' | 'navigation' | 'footer' | 'aside'

/** @property large the larger copy that it leads to */
export type OldPicture = { src: string; alt?: string; caption?: string; large?: string }

export type FlowItem = {
  zone: Zone
  /** The visible text. */
  text: string
  /** The ids in it, to which links lead. */
  anchors: string[]
} & (
  | { kind: 'heading'; level: number; nodes: HtmlNode[] }
  | { kind: 'text'; nodes: HtmlNode[] }
  | { kind: 'table'; element: HtmlElement }
  | { kind: 'picture'; picture: OldPicture }
  | { kind: 'question'; question: string; nodes: HtmlNode[] }
  | { kind: 'film'; film: string; title: string; poster?: string }
  | { kind: 'left-out'; what: string; detail: string }
)

/** Lists what a visitor sees of nodes. */
export function listFlowItems(nodes: HtmlNode[]): FlowItem[] {
  const walker = new FlowWalker()
  walker.walk(nodes, 'body')
  return walker.items
}

/** The elements of an item with its links. */
export const listItemNodes = (item: FlowItem): HtmlNode[] =>
  'nodes' in item ? item.nodes : 'element' in item ? [item.element] : []

type WalkElement = (this: FlowWalker, element: HtmlElement, zone: Zone) => void
type NewItem = FlowItem extends infer Item
  ? Item extends unknown
    ? Omit<Item, 'anchors' | 'zone'>
    : never
  : never

class FlowWalker {
  readonly items: FlowItem[] = []
  #line: HtmlNode[] = []
  #anchors: string[] = []

  walk(nodes: HtmlNode[], zone: Zone): void {
    for (const node of nodes) {
      if (isHiddenElement(node)) continue
      if (isElement(node) && node.name !== 'br' && (!isInline(node) || hasPart(node))) {
        this.#endLine(zone)
        this.#addAnchors(node)
        this.#walkElement(node, findZone(node, zone))
      } else this.#line.push(node)
    }
    this.#endLine(zone)
  }

  readonly #parts: Record<string, WalkElement> = {
    ...Object.fromEntries(headingNames.map((name) => [name, this.#addHeading])),
    img: this.#addPictures,
    picture: this.#addPictures,
    figure: this.#addFigure,
    ul: this.#addList,
    ol: this.#addList,
    dl: this.#addList,
    table: this.#addTable,
    details: this.#addDetails,
    form: this.#addForm,
    pre: this.#addText,
    map: this.#addMap,
    a: this.#addBlockLink,
    ...Object.fromEntries(Object.keys(leftOutElements).map((name) => [name, this.#addLeftOut])),
    iframe: this.#addFrame,
    video: this.#addFilm,
  }

  #walkElement(element: HtmlElement, zone: Zone): void {
    const own = Object.hasOwn(this.#parts, element.name) ? this.#parts[element.name] : undefined
    if (own) own.call(this, element, zone)
    else this.walk(element.children, zone)
  }

  #addAnchors(element: HtmlElement): void {
    const { id, name } = element.attribs
    if (id) this.#anchors.push(id)
    if (element.name === 'a' && name) this.#anchors.push(name)
  }

  #add(item: NewItem, zone: Zone): void {
    this.items.push({ ...item, zone, anchors: this.#anchors } as FlowItem)
    this.#anchors = []
  }

  #endLine(zone: Zone): void {
    const nodes = this.#line
    this.#line = []
    for (const element of findAll(nodes, 'a', 'span')) this.#addAnchors(element)
    const text = getText(nodes)
    if (text !== '') this.#add({ kind: 'text', text, nodes }, zone)
  }

  #addHeading(element: HtmlElement, zone: Zone): void {
    this.#addPictures(element, zone)
    for (const inner of findAll(element.children, 'a', 'span')) this.#addAnchors(inner)
    const text = getText(element)
    if (text === '') return
    // A card is a link around a heading.
    const outer = findParent(element, 'a')
    const nodes = outer?.attribs.href
      ? [{ ...outer, children: element.children } as HtmlNode]
      : element.children
    this.#add({ kind: 'heading', text, level: Number(element.name[1]), nodes }, zone)
  }

  #addPictures(element: HtmlElement, zone: Zone): void {
    for (const image of findAll([element], 'img')) {
      const picture = readPicture(image)
      if (picture) this.#add({ kind: 'picture', text: '', picture }, zone)
    }
  }

  #addFigure(element: HtmlElement, zone: Zone): void {
    const images = findAll(element.children, 'img')
    const captions: HtmlNode[] = element.children.filter((child) => isElement(child, 'figcaption'))
    const picture = images.length === 1 && readPicture(images[0]!)
    const others = element.children.filter((child) => !captions.includes(child))
    if (picture && getText(others) === '') {
      const caption = getText(captions)
      const isPlain = findAll(captions, 'a').length === 0
      this.#add(
        {
          kind: 'picture',
          text: isPlain ? caption : '',
          picture: { ...picture, ...(isPlain && caption !== '' && { caption }) },
        },
        zone,
      )
      if (!isPlain) this.walk(captions, zone)
    } else this.walk(element.children, zone)
  }

  #addText(element: HtmlElement, zone: Zone): void {
    this.#addPictures(element, zone)
    for (const inner of findAll(element.children, 'a', 'li', 'p', 'span')) this.#addAnchors(inner)
    const text = getText(element)
    if (text !== '') this.#add({ kind: 'text', text, nodes: [element] }, zone)
  }

  #addList(element: HtmlElement, zone: Zone): void {
    // A list for the layout, such as one of cards.
    if (
      findFirst(
        element.children,
        ...headingNames,
        'table',
        'dl',
        'form',
        'iframe',
        'details',
        'video',
      )
    )
      this.walk(
        element.children.flatMap((child) => (isElement(child) ? child.children : [child])),
        zone,
      )
    else this.#addText(element, zone)
  }

  #addTable(element: HtmlElement, zone: Zone): void {
    if (isDataTable(element)) {
      this.#addPictures(element, zone)
      this.#add({ kind: 'table', text: getText(element), element }, zone)
      return
    }
    for (const part of listOwn(element, 'caption', 'td', 'th')) {
      this.#addAnchors(part)
      this.walk(part.children, findZone(part, zone))
    }
  }

  #addDetails(element: HtmlElement, zone: Zone): void {
    const summary = findFirst(element.children, 'summary')
    const nodes = element.children.filter((child) => child !== summary)
    const isText = !findFirst(nodes, 'img', 'table', 'iframe', 'form', 'video', 'details')
    if (!summary || getText(nodes) === '' || getText(summary) === '' || !isText) {
      this.walk(element.children, zone)
      return
    }
    const question = getText(summary)
    this.#add({ kind: 'question', text: `${question} ${getText(nodes)}`, question, nodes }, zone)
  }

  #addForm(element: HtmlElement, zone: Zone): void {
    const fields = findAll(element.children, 'input', 'select', 'textarea')
      .filter(({ attribs }) => !/^(?:hidden|submit|button|image)$/.test(attribs.type ?? ''))
      .map(({ attribs }) => attribs.placeholder ?? attribs.name ?? '')
      .filter((name) => name !== '')
    const to = element.attribs.action ?? 'its own page'
    this.#leaveOut('a form', `to ${to}, with ${fields.join(', ') || 'no named field'}`, zone)
    this.walk(element.children, zone)
  }

  /** The areas of a picture are links, which have no text but their description. */
  #addMap(element: HtmlElement, zone: Zone): void {
    for (const area of findAll(element.children, 'area')) {
      const { href, alt, title } = area.attribs
      if (!href) continue
      const data = (alt || title || href).trim()
      const text = { type: 'text', data } as unknown as HtmlNode
      const nodes = [{ ...area, name: 'a', children: [text] } as unknown as HtmlNode]
      this.#add({ kind: 'text', text: data, nodes }, zone)
    }
    this.walk(
      element.children.filter((child) => !isElement(child, 'area')),
      zone,
    )
  }

  /** A link around several parts leads there from each text in it. */
  #addBlockLink(element: HtmlElement, zone: Zone): void {
    const pictures = findAll(element.children, 'img')
    if (pictures.length > 0 && getText(element) === '' && !isPicturePath(element.attribs.href)) {
      this.#addPictures(element, zone)
      const [alt] = pictures.flatMap(({ attribs }) => attribs.alt || attribs.title || [])
      this.#addMap(createArea(element.attribs.href ?? '', alt ?? ''), zone)
      return
    }
    const first = this.items.length
    this.walk(element.children, zone)
    for (const item of this.items.slice(first))
      if (item.kind === 'text') item.nodes = [{ ...element, children: item.nodes } as HtmlNode]
  }

  #addFrame(element: HtmlElement, zone: Zone): void {
    const { src = '', title = '' } = element.attribs
    const film = findFilm(src)
    if (film !== undefined) this.#add({ kind: 'film', text: '', film, title }, zone)
    else this.#addLeftOut(element, zone)
  }

  #addFilm(element: HtmlElement, zone: Zone): void {
    const { src, title = '', poster } = element.attribs
    const sources = [src, ...findAll(element.children, 'source').map(({ attribs }) => attribs.src)]
    const film = sources.find((each) => /\.(?:mp4|webm)(?:$|[?#])/i.test(each ?? ''))
    if (film === undefined) this.#addLeftOut(element, zone)
    else this.#add({ kind: 'film', text: '', film, title, ...(poster && { poster }) }, zone)
  }

  #addLeftOut(element: HtmlElement, zone: Zone): void {
    const { src, data, title = '', value, placeholder, type } = element.attribs
    // What a field shows is text, and so is what is in a button.
    const shown = /^(?:hidden|checkbox|radio|image)$/.test(type ?? '')
      ? ''
      : value || placeholder || ''
    const source = src ?? data ?? findFirst(element.children, 'source')?.attribs.src ?? ''
    const name = leftOutElements[element.name]!
    if (name !== '') this.#leaveOut(name, [title, source].filter(Boolean).join(': '), zone)
    // Visitors can still reach what was shown in the page.
    if (name !== '' && /^(?:https?:)?\/\/|\.(?:mp3|ogg|wav|m4a|mp4|mov|webm|pdf)$/i.test(source))
      this.#addMap(createArea(source, title), zone)
    const nodes = shown === '' ? [] : [{ type: 'text', data: shown } as unknown as HtmlNode]
    if (nodes.length > 0) this.#add({ kind: 'text', text: shown, nodes }, zone)
    if (name === '') this.walk(element.children, zone)
  }

  #leaveOut(what: string, detail: string, zone: Zone): void {
    this.#add({ kind: 'left-out', text: '', what, detail }, zone)
  }
}

const createArea = (href: string, alt: string): HtmlElement => {
  const area = { type: 'tag', name: 'area', attribs: { href, alt }, children: [] }
  return { type: 'tag', name: 'map', attribs: {}, children: [area] } as unknown as HtmlElement
}

const headingNames = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']

/** What has no block, and fields, of which only the text is taken. */
const leftOutElements: Record<string, string> = {
  iframe: 'a frame',
  embed: 'an embedded object',
  object: 'an embedded object',
  applet: 'an embedded object',
  video: 'a video',
  audio: 'a recording',
  canvas: 'a canvas',
  button: '',
  input: '',
  option: '',
  textarea: '',
}

const partNames = [
  ...headingNames,
  ...Object.keys(leftOutElements),
  ...'img picture figure ul ol dl table details form pre map address article aside blockquote div fieldset nav p section center'.split(
    ' ',
  ),
]

/** Old pages have paragraphs in links and fonts. */
const hasPart = (node: HtmlNode): boolean =>
  'children' in node && findFirst(node.children, ...partNames) !== undefined

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

const isPicturePath = (path = ''): boolean => /\.(?:jpe?g|png|gif|webp|avif)(?:$|[?#])/i.test(path)

/** Pictures that only make space, or count visits, are none. */
function readPicture(image: HtmlElement): OldPicture | undefined {
  const { attribs } = image
  const lazy = attribs['data-src'] ?? attribs['data-lazy-src'] ?? attribs['data-original']
  const [copy = ''] = (attribs.srcset ?? attribs['data-srcset'] ?? '').trim().split(/[\s,]/)
  const plain = attribs.src ?? ''
  const src = lazy ?? (plain === '' || plain.startsWith('data:') ? copy : plain)
  const [width, height] = [attribs.width, attribs.height].map((size) =>
    Number.parseInt(size ?? '', 10),
  )
  if (src === '' || src.startsWith('data:') || width! < 3 || height! < 3) return undefined
  const large = findParent(image, 'a')?.attribs.href
  return {
    src: src.trim(),
    ...(attribs.alt !== undefined && { alt: attribs.alt.replaceAll(/\s+/g, ' ').trim() }),
    ...(isPicturePath(large) && { large: large!.trim() }),
  }
}

/** @returns the address of a film as the block needs it */
function findFilm(address: string): string | undefined {
  const [, id] =
    /(?:youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#]*&)?v=|embed\/|shorts\/|v\/)|youtu\.be\/)([\w-]{6,})/.exec(
      address,
    ) ?? []
  if (id !== undefined && id !== 'videoseries') return `https://www.youtube.com/watch?v=${id}`
  const [, number] = /vimeo\.com\/(?:video\/)?(\d+)/.exec(address) ?? []
  return number === undefined ? undefined : `https://vimeo.com/${number}`
}

function findParent(node: HtmlNode, ...names: string[]): HtmlElement | undefined {
  for (let { parent } = node; parent; { parent } = parent)
    if (isElement(parent as HtmlNode, ...names)) return parent as HtmlElement
  return undefined
}

/** Parts of a table that are not in a table inside it. */
const listOwn = (table: HtmlElement, ...names: string[]): HtmlElement[] =>
  findAll(table.children, ...names).filter((part) => findParent(part, 'table') === table)

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
