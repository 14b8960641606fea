import { findFirst, findAll, getText, type HtmlNode } from './dom.ts'
import { listOwnRows, type FlowItem, type OldPicture } from './flow-items.ts'
import { convertTable, type Block } from './convert-table.ts'
import {
  escapeText,
  joinLines,
  separateLists,
  toMarkdown,
  toMarkdownLine,
  type TextRules,
} from './to-markdown.ts'

/** What the content of a page needs to know about the site. */
type ContentRules = TextRules & {
  /** @returns the path in public/; undefined if there is no such file */
  picture(src: string, alt: string): string | undefined
  /** @returns the path in public/ of a film of the site; the address of any other */
  film(address: string): string | undefined
  /** Makes a table of prices. @returns its name; undefined if its cells have no names */
  table(rows: string[][]): string | undefined
  /** Notes what cannot be taken. */
  leaveOut(what: string, detail: string): void
  noteChange(detail: string): void
  /** Notes a picture without a description. */
  notePicture(file: string): void
  /** What the page is called, if it has no heading. */
  title: string
  /** The questions that the old page marks up. */
  questions: Set<string>
}

type Heading = FlowItem & { kind: 'heading' }
type Question = { question: string; nodes: HtmlNode[]; anchors: string[] }

/** The main heading of a page, its first paragraph, and its other blocks. */
export type Content = {
  heading?: string
  lead?: string
  blocks: Block[]
  /** The ids at the beginning of the page. */
  anchors: string[]
}

/** The first paragraph is above the others only if it is short. */
const maxLeadLength = 400

/** @param known the main heading, if none of the items is one */
export function convertContent(items: FlowItem[], rules: ContentRules, known?: string): Content {
  const [first] = items
  const main =
    items.find((item): item is Heading => item.kind === 'heading' && item.level === 1) ??
    // The heading of a page has no link.
    (first?.kind === 'heading' && (known ?? first.text) === first.text && !hasLink(first.nodes)
      ? first
      : undefined)
  const builder = new ContentBuilder(rules, main?.text ?? known)
  const at = main ? items.indexOf(main) : -1
  const next = items[at + 1]
  const isLead =
    next?.kind === 'text' &&
    next.text.length < maxLeadLength &&
    // A list of links is a menu.
    !findFirst(next.nodes, 'ul', 'ol') &&
    getText(findAll(next.nodes, 'a')).length < next.text.length / 2
  const lead = isLead ? toMarkdown(next.nodes, rules) : undefined
  const isTaken = (item: FlowItem) => item === main || (lead !== undefined && item === next)
  builder.addItems(items.filter((item) => !isTaken(item)))
  return {
    ...(main && { heading: rules.text(main.text) }),
    ...(lead !== undefined && lead !== '' && { lead }),
    blocks: builder.end(),
    anchors: [...(main?.anchors ?? []), ...(isLead ? next.anchors : [])],
  }
}

const hasLink = (nodes: HtmlNode[]): boolean =>
  findAll(nodes, 'a').some(({ attribs }) => attribs.href !== undefined)

class ContentBuilder {
  readonly #rules: ContentRules
  readonly #mainHeading: string | undefined
  #blocks: Block[] = []
  #prose: string[] = []
  #anchors: string[] = []
  /** Questions, and pictures, until something else follows. Text is the answer of an open one. */
  readonly #asked: (Question & { isOpen: boolean })[] = []
  readonly #pictures: (FlowItem & { kind: 'picture' })[] = []
  /** The last heading, and where it is in the text. */
  #lastHeading: { text: string; anchors: string[]; at: number } | undefined

  constructor(rules: ContentRules, mainHeading?: string) {
    this.#rules = rules
    this.#mainHeading = mainHeading
  }

  end(): Block[] {
    this.#endQuestions()
    this.#endPictures()
    this.#flush()
    return this.#blocks
  }

  addItems(items: FlowItem[]): void {
    for (const item of items) {
      if (item.kind !== 'picture') this.#endPictures()
      const last = this.#asked.at(-1)
      if (item.kind === 'question') this.#asked.push({ ...item, isOpen: false })
      else if (this.#isMarked(item))
        this.#asked.push({
          question: item.text,
          nodes: [],
          anchors: [...item.anchors],
          isOpen: true,
        })
      else if (item.kind === 'text' && last?.isOpen) {
        last.nodes.push(...item.nodes)
        last.anchors.push(...item.anchors)
      } else {
        this.#endQuestions()
        this.#addItem(item)
      }
    }
  }

  /** Whether the old page tells search engines that an item is a question. */
  #isMarked(item: FlowItem): boolean {
    const { questions } = this.#rules
    return (
      (item.kind === 'heading' || item.kind === 'text') &&
      questions.has(item.text) &&
      !hasLink(item.nodes)
    )
  }

  #endQuestions(): void {
    const asked = this.#asked.splice(0)
    if (asked.length === 0) return
    const items = asked.map(({ question, nodes }) => ({
      question: this.#rules.text(question),
      answer: toMarkdown(nodes, this.#rules),
    }))
    const anchors = asked.flatMap((each) => each.anchors)
    if (items.every(({ answer }) => answer !== '')) this.#addBlock({ type: 'faq', items }, anchors)
    else
      for (const { question, answer } of items)
        this.#addProse(`### ${escapeText(question)}\n\n${answer}`.trim(), anchors.splice(0))
  }

  #addHeading({ level, nodes, text, anchors }: Heading): void {
    this.#anchors.push(...anchors)
    const line = toMarkdownLine(nodes, this.#rules)
    if (line === '') return
    this.#prose.push(`${level < 3 ? '##' : '###'} ${line}`)
    // A block has no link in its heading.
    const isPlain = !hasLink(nodes)
    this.#lastHeading = isPlain ? { text, anchors, at: this.#prose.length - 1 } : undefined
  }

  #addItem(item: Exclude<FlowItem, { kind: 'question' }>): void {
    const { anchors } = item
    if (item.kind === 'heading') this.#addHeading(item)
    else if (item.kind === 'text') this.#addProse(toMarkdown(item.nodes, this.#rules), anchors)
    else if (item.kind === 'picture') this.#pictures.push(item)
    else if (item.kind === 'table') this.#addTable(item, anchors)
    else if (item.kind === 'film') this.#addFilm(item, anchors)
    else this.#rules.leaveOut(item.what, item.detail)
  }

  /** Pictures that follow each other are a gallery. */
  #endPictures(): void {
    const items = this.#pictures.splice(0)
    const anchors = items.flatMap((item) => item.anchors)
    const converted = items.flatMap(({ picture: old }) => {
      const picture = this.#convertPicture(old)
      const caption = old.caption === undefined ? undefined : this.#rules.text(old.caption)
      if (!picture && caption !== undefined) this.#addProse(escapeText(caption), [])
      return picture ? [{ picture, ...(caption !== undefined && { caption }) }] : []
    })
    const [only, ...others] = converted
    if (!only) this.#anchors.push(...anchors)
    else if (others.length === 0) this.#addBlock({ type: 'picture', ...only }, anchors)
    else {
      const number = this.#blocks.filter(({ type }) => type === 'gallery').length + 1
      const id = number === 1 ? 'gallery' : `gallery-${number}`
      this.#addBlock({ type: 'gallery', id, pictures: converted }, anchors)
    }
  }

  /** A picture without a description is marked, because nobody can invent one. */
  #convertPicture({ src, alt = '', large }: OldPicture) {
    const small = this.#rules.picture(src, alt)
    const whole = large === undefined ? undefined : this.#rules.picture(large, alt)
    const file = whole ?? small
    if (file === undefined) {
      const target = large === undefined ? undefined : this.#rules.link(large)
      if (target !== undefined) this.#addProse(`[${escapeText(alt || large!)}](${target})`, [])
      return undefined
    }
    if (whole !== undefined && small !== undefined && whole !== small)
      this.#rules.noteChange(`${small} led to its large copy ${whole}, which is shown now.`)
    if (alt !== '') return { src: file, alt: this.#rules.text(alt) }
    this.#rules.notePicture(file)
    return { src: file, alt: '', decorative: true }
  }

  #addFilm({ film, title, poster }: FlowItem & { kind: 'film' }, anchors: string[]): void {
    const address = this.#rules.film(film)
    const picture = poster === undefined ? undefined : this.#rules.picture(poster, '')
    const name = title.trim() || film
    if (address !== undefined && picture !== undefined) {
      this.#addBlock(
        { type: 'video', film: address, title: this.#rules.text(name), poster: picture },
        anchors,
      )
      return
    }
    this.#rules.noteChange(
      `The film ${film} is a link now. For a block of type video, it needs a picture that is shown until it plays.`,
    )
    const text = escapeText(this.#rules.text(name))
    this.#addProse(address === undefined ? text : `[${text}](${address})`, anchors)
  }

  #addTable({ element }: FlowItem & { kind: 'table' }, anchors: string[]): void {
    const caption = findAll(element.children, 'caption')
    const converted = convertTable(element, this.#rules)
    if (converted) {
      this.#addBlock(converted, anchors, getText(caption) || undefined)
      return
    }
    this.#addProse(toMarkdown(caption, this.#rules), anchors)
    const rows = listOwnRows(element).map((row) => toMarkdownLine([row], this.#rules))
    const lines = rows.filter((row) => row !== '').map((row) => `- ${row}`)
    this.#rules.noteChange(`A table is a list now: ${getText(element).slice(0, 60)} …`)
    this.#addProse(joinLines(lines, '\n'), [])
  }

  #addProse(text: string, anchors: string[]): void {
    this.#anchors.push(...anchors)
    if (text !== '') this.#prose.push(text)
  }

  /** @param own its heading. By default, what needs one takes the heading above it. */
  #addBlock({ type, ...rest }: Block, anchors: string[], own?: string): void {
    const hasHeading = /^(?:faq|fee-table|comparison-table)$/.test(type)
    const above = hasHeading && own === undefined ? this.#takeHeading() : undefined
    if (above) {
      this.#anchors = this.#anchors.filter((anchor) => !above.anchors.includes(anchor))
    }
    this.#flush()
    const heading = own ?? above?.text ?? this.#mainHeading ?? this.#rules.title
    this.#blocks.push({
      type,
      ...(hasHeading && { heading: this.#rules.text(heading) }),
      ...(above && above.lead !== '' && { lead: above.lead }),
      ...rest,
      // Those of parts without text, too.
      anchors: [...this.#anchors.splice(0), ...(above?.anchors ?? []), ...anchors],
    })
  }

  /** Takes the last heading with the short text below it, if there is nothing else. */
  #takeHeading(): { text: string; anchors: string[]; lead: string } | undefined {
    if (!this.#lastHeading) return undefined
    const { text, anchors, at } = this.#lastHeading
    const lead = this.#prose.slice(at + 1).join('\n\n')
    if (lead.length > maxLeadLength) return undefined
    this.#prose.length = at
    return { text, anchors, lead }
  }

  #flush(): void {
    const body = separateLists(this.#prose).join('\n\n')
    const anchors = this.#anchors
    this.#prose = []
    this.#anchors = []
    this.#lastHeading = undefined
    if (body !== '') this.#blocks.push({ type: 'prose', body, anchors })
    // What had no text is found at the next block.
    else this.#anchors = anchors
  }
}
