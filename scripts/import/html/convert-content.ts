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
  leaveOut(what: string, detail: string, text: string): void
  noteChange(detail: string): void
  /** Notes a picture without a description. */
  notePicture(file: string): void
  /** The questions that the old page marks up. */
  questions: Set<string>
  /** Whether the page is an article, whose headings are no questions. */
  isArticle: boolean
}

type Heading = FlowItem & { kind: 'heading' }
type Section = { heading?: Heading; items: FlowItem[] }

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
  const main =
    items.find((item): item is Heading => item.kind === 'heading' && item.level === 1) ??
    (items[0]?.kind === 'heading' && (known ?? items[0].text) === items[0].text
      ? items[0]
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
  builder.addSections(
    splitSections(
      items.filter((item) => !isTaken(item)),
      rules,
    ),
  )
  return {
    ...(main && { heading: rules.text(main.text) }),
    ...(lead !== undefined && lead !== '' && { lead }),
    blocks: builder.end(),
    anchors: [...(main?.anchors ?? []), ...(isLead ? next.anchors : [])],
  }
}

const hasLink = (nodes: HtmlNode[]): boolean =>
  findAll(nodes, 'a').some(({ attribs }) => attribs.href !== undefined)

function splitSections(items: FlowItem[], { questions }: ContentRules): Section[] {
  const sections: Section[] = [{ items: [] }]
  for (const item of items) {
    if (item.kind === 'heading') sections.push({ heading: item, items: [] })
    else if (item.kind === 'text' && questions.has(item.text))
      sections.push({ heading: { ...item, kind: 'heading', level: 6 }, items: [] })
    else sections.at(-1)!.items.push(item)
  }
  return sections
}

class ContentBuilder {
  readonly #rules: ContentRules
  readonly #mainHeading: string | undefined
  #blocks: Block[] = []
  #prose: string[] = []
  #anchors: string[] = []
  /** The last heading, and where it is in the text. */
  #lastHeading: { text: string; anchors: string[]; at: number } | undefined

  constructor(rules: ContentRules, mainHeading?: string) {
    this.#rules = rules
    this.#mainHeading = mainHeading
  }

  end(): Block[] {
    this.#flush()
    return this.#blocks
  }

  addSections(sections: Section[]): void {
    for (let at = 0; at < sections.length; at++) {
      const count = this.#countQuestions(sections, at)
      if (count > 0) {
        const asked = sections.slice(at, at + count)
        this.#addQuestions(
          asked.map(({ heading, items }) => ({
            question: heading!.text,
            nodes: items.flatMap((item) => ('nodes' in item ? item.nodes : [])),
            anchors: heading!.anchors,
          })),
        )
        at += count - 1
        continue
      }
      const { heading, items } = sections[at]!
      if (heading) this.#addHeading(heading)
      this.#addItems(items)
    }
  }

  /** How many sections from here on are questions with their answers. */
  #countQuestions(sections: Section[], from: number): number {
    const { questions, isArticle } = this.#rules
    const isQuestion = ({ heading, items }: Section) =>
      heading !== undefined &&
      !hasLink(heading.nodes) &&
      (questions.has(heading.text) || (/[?？]$/.test(heading.text) && !isArticle)) &&
      items.length > 0 &&
      items.every(({ kind }) => kind === 'text')
    let count = 0
    while (sections[from + count] && isQuestion(sections[from + count]!)) count++
    const isMarked = sections[from]?.heading && questions.has(sections[from].heading.text)
    return count > 1 || (count === 1 && isMarked) ? count : 0
  }

  #addQuestions(asked: { question: string; nodes: HtmlNode[]; anchors: string[] }[]): void {
    const items = asked.map(({ question, nodes }) => ({
      question: this.#rules.text(question),
      answer: toMarkdown(nodes, this.#rules),
    }))
    if (items.some(({ answer }) => answer === '')) {
      for (const { question, answer } of items)
        this.#prose.push(`### ${escapeText(question)}`, answer)
      return
    }
    this.#addBlock(
      { type: 'faq', items },
      asked.flatMap(({ anchors }) => anchors),
    )
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

  #addItems(items: FlowItem[]): void {
    for (let at = 0; at < items.length; at++) {
      const item = items[at]!
      if (item.kind === 'question') {
        const rest = items.slice(at)
        const end = rest.findIndex(({ kind }) => kind !== 'question')
        const asked = rest.slice(0, end === -1 ? undefined : end)
        this.#addQuestions(asked.filter((each) => each.kind === 'question'))
        at += asked.length - 1
      } else if (item.kind === 'picture') {
        // Small pictures that follow each other and lead to large ones are a gallery.
        const isSmall = (each: FlowItem) =>
          each.kind === 'picture' && each.picture.large !== undefined
        const rest = items.slice(at)
        const end = isSmall(item) ? rest.findIndex((each) => !isSmall(each)) : 1
        const row = rest.slice(0, end === -1 ? undefined : end)
        const pictures = row.flatMap((each) => (each.kind === 'picture' ? each.picture : []))
        this.#addPictures(
          pictures,
          row.flatMap(({ anchors }) => anchors),
        )
        at += row.length - 1
      } else this.#addItem(item)
    }
  }

  #addItem(item: Exclude<FlowItem, { kind: 'question' | 'picture' }>): void {
    const { anchors } = item
    if (item.kind === 'text') this.#addProse(toMarkdown(item.nodes, this.#rules), anchors)
    else if (item.kind === 'gallery') this.#addPictures(item.pictures, anchors)
    else if (item.kind === 'table') this.#addTable(item, anchors)
    else if (item.kind === 'film') this.#addFilm(item, anchors)
    else if (item.kind === 'left-out') this.#rules.leaveOut(item.what, item.detail, item.text)
  }

  #addPictures(pictures: OldPicture[], anchors: string[]): void {
    const converted = pictures.flatMap((each) => {
      const picture = this.#convertPicture(each)
      const caption = each.caption === undefined ? undefined : this.#rules.text(each.caption)
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
    const hasHeading = /^(?:faq|fee-table|comparison-table|definitions)$/.test(type)
    const above = hasHeading && own === undefined ? this.#takeHeading() : undefined
    if (above) {
      this.#anchors = this.#anchors.filter((anchor) => !above.anchors.includes(anchor))
    }
    this.#flush()
    const heading = own ?? above?.text ?? this.#mainHeading ?? ''
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
