import type { Heading, List, Paragraph } from 'mdast'
import { findAll, getText, nameTarget, type HtmlNode } from './dom.ts'
import { convertTable, listOwn, type Block, type TableRules } from './convert-table.ts'
import {
  getTitle,
  type Inset,
  joinPieces,
  type Piece,
  readContent,
  type ReadRules,
} from './read-content.ts'
import { getPlainText, writeMarkdown } from './write-markdown.ts'

/** What the content of a page needs to know about the site. */
export type ContentRules = ReadRules &
  TableRules & {
    /** Cites the figures of Markdown. */
    cite(markdown: string): string
    /** @returns the path in public/ of the first file that is there; undefined if none is */
    picture(files: string[], alt: string): string | undefined
    /** @returns the path in public/ of a film of the site; the address of any other */
    film(address: string): string | undefined
    noteChange(detail: string): void
    /** Notes a picture without a description. */
    notePicture(file: string): void
    /** What the page is called, if it has no heading. */
    title: string
  }

/** The main heading of a page, its first paragraph, and its other blocks. */
export type Content = {
  heading?: string
  lead?: string
  blocks: Block[]
  /** The ids of headings, with their words. */
  anchors: Map<string, string>
}

/** The first paragraph is above the others only if it is short. */
const maxLeadLength = 400

/**
 * Converts the content of a page.
 * @param skipped parts of it that are not converted
 * @param known the main heading, if none of the content is one
 */
export function convertContent(
  nodes: HtmlNode[],
  rules: ContentRules,
  skipped: Set<HtmlNode>,
  known?: string,
): Content {
  const pieces = readContent(nodes, rules, skipped)
  const [first] = pieces
  const isMain = ({ node }: Piece) => node?.type === 'heading' && node.depth === 1
  const isKnown = first && [undefined, getTitle(first)].includes(known)
  const main =
    pieces.find((piece) => isMain(piece) && getTitle(piece) !== undefined) ??
    (isKnown && getTitle(first) !== undefined ? first : undefined)
  const heading = main && getTitle(main)
  const next = pieces[main ? pieces.indexOf(main) + 1 : 0]
  const lead = next && isLead(next) ? next : undefined
  const builder = new BlockBuilder(rules, heading ?? known)
  for (const piece of pieces) if (piece !== main && piece !== lead) builder.add(piece)
  return {
    ...(heading !== undefined && { heading: rules.cite(heading) }),
    ...(lead && { lead: rules.cite(writeMarkdown([lead.node!])) }),
    blocks: builder.end(),
    anchors: new Map(
      pieces.flatMap((piece) =>
        (piece.anchors ?? []).map((anchor) => [anchor, getPlainText(piece.node!)] as const),
      ),
    ),
  }
}

/** A list, and what has mostly links, is a menu. */
function isLead({ node }: Piece): boolean {
  if (node?.type !== 'paragraph') return false
  const length = getPlainText(node).length
  const links = node.children.filter(({ type }) => type === 'link')
  const linked = links.reduce((sum, link) => sum + getPlainText(link).length, 0)
  return length < maxLeadLength && linked < length / 2
}

/** A paragraph, a heading or a list. */
type Flow = Paragraph | Heading | List

const toParagraph = (value: string, url?: string): Paragraph => {
  const text = { type: 'text' as const, value }
  const children = url === undefined ? [text] : [{ type: 'link' as const, url, children: [text] }]
  return { type: 'paragraph', children }
}

class BlockBuilder {
  readonly #rules: ContentRules
  readonly #mainHeading: string | undefined
  readonly #blocks: Block[] = []
  /** Paragraphs until a block follows. */
  #prose: Flow[] = []
  /** Questions until something else follows. Text is the answer of the last one. */
  #asked: { question: string; answers: Flow[]; isOpen: boolean }[] = []
  #pictures: (Inset & { kind: 'picture' })[] = []

  constructor(rules: ContentRules, mainHeading: string | undefined) {
    this.#rules = rules
    this.#mainHeading = mainHeading
  }

  end(): Block[] {
    this.#endGroups()
    this.#flush()
    return this.#blocks
  }

  add({ node, inset }: Piece): void {
    if (inset?.kind === 'question') {
      this.#endPictures()
      this.#asked.push({ question: inset.question, answers: [], isOpen: true })
      return
    }
    const last = this.#asked.at(-1)
    if (inset?.kind === 'end') {
      if (last) last.isOpen = false
      return
    }
    if (last?.isOpen && !inset && node?.type !== 'heading') {
      if (node) last.answers.push(node)
      return
    }
    if (inset?.kind === 'picture') {
      this.#endQuestions()
      this.#pictures.push(inset)
      return
    }
    if (!inset && !node) return
    this.#endGroups()
    if (inset?.kind === 'table') this.#addTable(inset.element)
    else if (inset?.kind === 'film') this.#addFilm(inset)
    else if (node?.type === 'heading') this.#prose.push({ ...node, depth: node.depth < 3 ? 2 : 3 })
    else if (node) this.#prose.push(node)
  }

  #endGroups(): void {
    this.#endQuestions()
    this.#endPictures()
  }

  #endQuestions(): void {
    const asked = this.#asked.splice(0)
    if (asked.length > 0 && asked.every(({ answers }) => answers.length > 0)) {
      const items = asked.map(({ question, answers }) => ({
        question: this.#rules.text(question),
        answer: this.#rules.cite(writeMarkdown(answers)),
      }))
      this.#addBlock({ type: 'faq', items })
      return
    }
    for (const { question, answers } of asked) {
      const { children } = toParagraph(this.#rules.plainText(question))
      this.#prose.push({ type: 'heading', depth: 3, children }, ...answers)
    }
  }

  /** Pictures that follow each other are a gallery. */
  #endPictures(): void {
    const converted = this.#pictures.splice(0).flatMap((old) => {
      const picture = this.#convertPicture(old)
      const { caption } = old
      if (!picture && caption !== undefined)
        this.#prose.push(toParagraph(this.#rules.plainText(caption)))
      const shown = caption !== undefined && { caption: this.#rules.text(caption) }
      return picture ? [{ picture, ...shown }] : []
    })
    const [only, ...others] = converted
    if (!only) return
    if (others.length === 0) {
      this.#addBlock({ type: 'picture', ...only })
      return
    }
    const number = this.#blocks.filter(({ type }) => type === 'gallery').length + 1
    const id = number === 1 ? 'gallery' : `gallery-${number}`
    this.#addBlock({ type: 'gallery', id, pictures: converted })
  }

  /** A picture without a description is marked, because nobody can invent one. */
  #convertPicture({ files, alt, large }: Inset & { kind: 'picture' }) {
    const small = this.#rules.picture(files, alt)
    const whole = large === undefined ? undefined : this.#rules.picture([large], alt)
    const file = whole ?? small
    if (file === undefined) {
      const target = large === undefined ? undefined : this.#rules.link(large)
      if (target !== undefined) this.#prose.push(toParagraph(alt || large!, target))
      return undefined
    }
    if (whole !== undefined && small !== undefined && whole !== small)
      this.#rules.noteChange(`${small} led to its large copy ${whole}, which is shown now.`)
    if (alt !== '') return { src: file, alt: this.#rules.text(alt) }
    this.#rules.notePicture(file)
    return { src: file, alt: '', decorative: true }
  }

  #addFilm({ film, title, poster }: Inset & { kind: 'film' }): void {
    const address = this.#rules.film(film)
    const picture = poster === undefined ? undefined : this.#rules.picture([poster], '')
    const name = title.trim() || nameTarget(film)
    if (address !== undefined && picture !== undefined) {
      this.#addBlock({
        type: 'video',
        film: address,
        title: this.#rules.text(name),
        poster: picture,
      })
      return
    }
    this.#rules.noteChange(
      `The film ${film} is a link now. For a block of type video, it needs a picture that is shown until it plays.`,
    )
    this.#prose.push(toParagraph(this.#rules.plainText(name), address))
  }

  #addTable(element: (Inset & { kind: 'table' })['element']): void {
    const caption = findAll(element.children, 'caption')
    const converted = convertTable(element, this.#rules)
    if (converted) {
      this.#addBlock(converted, getText(caption))
      return
    }
    this.#rules.noteChange(`A table is a list now: ${getText(element).slice(0, 60)} …`)
    const list: List = { type: 'list', children: [] }
    for (const row of listOwn(element, 'caption', 'tr')) {
      const cells = row.name === 'tr' ? findAll(row.children, 'td', 'th') : [row]
      const filled = cells
        .map((cell) => joinPieces(readContent(cell.children, this.#rules)))
        .filter((cell) => cell.length > 0)
      const comma = { type: 'text' as const, value: ', ' }
      const children = filled.flatMap((cell, index) => (index === 0 ? cell : [comma, ...cell]))
      const line: Paragraph = { type: 'paragraph', children }
      if (row.name !== 'tr') this.#prose.push(line)
      else if (children.length > 0) list.children.push({ type: 'listItem', children: [line] })
    }
    if (list.children.length > 0) this.#prose.push(list)
  }

  /** @param own its heading. By default, what needs one takes the heading above it. */
  #addBlock({ type, ...rest }: Block, own = ''): void {
    const hasHeading = /^(?:faq|fee-table|comparison-table)$/.test(type)
    const above = hasHeading && own === '' ? this.#takeHeading() : undefined
    this.#flush()
    const heading = own || (above ?? this.#mainHeading ?? this.#rules.title)
    this.#blocks.push({
      type,
      ...(hasHeading && { heading: this.#rules.text(heading) }),
      ...rest,
    })
  }

  /** Takes the heading right above, without a link: a block has none in its heading. */
  #takeHeading(): string | undefined {
    const last = this.#prose.at(-1)
    const title = last && getTitle({ node: last })
    if (title !== undefined) this.#prose.pop()
    return title
  }

  #flush(): void {
    const body = this.#rules.cite(writeMarkdown(this.#prose.splice(0)))
    if (body !== '') this.#blocks.push({ type: 'prose', body })
  }
}
