import { findAll, findFirst, getText, isElement, type HtmlElement, type HtmlNode } from './dom.ts'
import { listOwnRows, type FlowItem, type OldPicture } from './flow-items.ts'
import { convertTable, type Block } from './convert-table.ts'
import { escapeText, toMarkdown, type TextRules } from './to-markdown.ts'
import { tryDecode } from '../../../schema/util/try-parse.ts'

/** What the content of a page needs to know about the site. */
type ContentRules = TextRules & {
  /** @returns the path in public/; undefined if there is no such file */
  picture(src: string, alt: string): string | undefined
  /** Notes what cannot be taken. */
  leaveOut(what: string, detail: string, text: string): void
  noteChange(detail: string): void
  /** Notes a picture without a description. */
  notePicture(file: string): void
  /** The questions that the old page marks up. */
  questions: Set<string>
  /** Whether the page is an article, whose lists stay in its text. */
  isArticle: boolean
}

type Section = { heading?: FlowItem & { kind: 'heading' }; items: FlowItem[] }

/** The main heading of a page, its first paragraph, its buttons, and its other blocks. */
export type Content = {
  heading?: string
  lead?: string
  actions: { label: string; href: string }[]
  blocks: Block[]
  /** The ids at the beginning of the page. */
  anchors: string[]
}

/**
 * @param known the main heading, if none of the items is one
 */
export function convertContent(items: FlowItem[], rules: ContentRules, known?: string): Content {
  const main =
    items.find((item) => item.kind === 'heading' && item.level === 1) ??
    (items[0]?.kind === 'heading' && (known ?? items[0].text) === items[0].text
      ? items[0]
      : undefined)
  const builder = new ContentBuilder(rules, main?.text ?? known)
  const rest = items.filter((item) => item !== main)
  const [intro, ...sections] = splitSections(rest, rules)
  const { lead, actions } = builder.addIntro(intro!.items)
  builder.addSections(sections)
  return {
    ...(main && { heading: rules.text(main.text) }),
    ...(lead !== undefined && { lead }),
    actions,
    blocks: builder.end(),
    anchors: main?.anchors ?? [],
  }
}

function splitSections(items: FlowItem[], { questions }: ContentRules): Section[] {
  const sections: Section[] = [{ items: [] }]
  for (const item of items) {
    if (item.kind === 'heading') sections.push({ heading: item, items: [] })
    else if (item.kind === 'text' && questions.has(item.text))
      sections.push({ heading: { ...item, kind: 'heading', level: 6, links: [] }, items: [] })
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

  constructor(rules: ContentRules, mainHeading?: string) {
    this.#rules = rules
    this.#mainHeading = mainHeading
  }

  end(): Block[] {
    this.#flush()
    return this.#blocks
  }

  addIntro(items: FlowItem[]): { lead?: string; actions: Content['actions'] } {
    const isLead = (item: FlowItem) => item.kind === 'text' && item.text.length < 400
    const at = items.findIndex(({ kind }) => kind !== 'picture' && kind !== 'left-out')
    const first = at !== -1 && isLead(items[at]!) ? items[at] : undefined
    const lead = first?.kind === 'text' ? toMarkdown(first.nodes, this.#rules) : undefined
    if (first) this.#anchors.push(...first.anchors)
    const buttons = items.filter((item) => item.kind === 'buttons')
    const actions = buttons.flatMap(({ links }) => this.#convertButtons(links))
    this.#addItems(items.filter((item) => item !== first && item.kind !== 'buttons'))
    return { ...(lead && { lead }), actions }
  }

  addSections(sections: Section[]): void {
    for (let at = 0; at < sections.length; at++) {
      const run = this.#countQuestions(sections, at)
      if (run > 0) {
        this.#addQuestions(this.#takeHeading(), sections.slice(at, at + run))
        at += run - 1
        continue
      }
      const next = this.#countQuestions(sections, at + 1)
      const section = sections[at]!
      const isLead = section.items.every(({ kind }) => kind === 'text' || kind === 'left-out')
      // The heading above several questions.
      if (next > 0 && isLead && section.heading) {
        this.#noteLeftOut(section.items)
        const lead = this.#joinTexts(section.items)
        this.#addQuestions(
          section.heading.text,
          sections.slice(at + 1, at + 1 + next),
          lead,
          section.heading.anchors,
        )
        at += next
      } else this.#addSection(section)
    }
  }

  /** How many sections from here on are questions with their answers. */
  #countQuestions(sections: Section[], from: number): number {
    const { questions, isArticle } = this.#rules
    const isQuestion = ({ heading, items }: Section) =>
      heading !== undefined &&
      (questions.has(heading.text) || (/[?？]$/.test(heading.text) && !isArticle)) &&
      items.some(({ kind }) => kind === 'text' || kind === 'list') &&
      items.every(({ kind }) => kind === 'text' || kind === 'list' || kind === 'left-out')
    let count = 0
    while (sections[from + count] && isQuestion(sections[from + count]!)) count++
    const isMarked = sections[from]?.heading && questions.has(sections[from].heading.text)
    return count > 1 || (count === 1 && isMarked) ? count : 0
  }

  #addQuestions(heading: string, sections: Section[], lead?: string, anchors: string[] = []): void {
    this.#noteLeftOut(sections.flatMap(({ items }) => items))
    this.#addBlock(
      {
        type: 'faq',
        heading: this.#rules.text(heading),
        ...(lead && { lead }),
        items: sections.map(({ heading: question, items }) => ({
          question: this.#rules.text(question!.text),
          answer: this.#joinTexts(items),
        })),
      },
      [...anchors, ...sections.flatMap(({ heading: each }) => each!.anchors)],
    )
  }

  /** A heading for a block that has none of its own: the last one above it. */
  #takeHeading(): string {
    const own = this.#prose.at(-1)
    const [, last] = /^##+ (.+)$/.exec(own ?? '') ?? []
    if (last === undefined) return this.#mainHeading ?? ''
    this.#prose.pop()
    return last.replaceAll(/\\(.)/g, '$1')
  }

  #addSection({ heading, items }: Section): void {
    const rest = items.filter(({ kind }) => kind !== 'left-out')
    // A block has no link in its heading.
    const block = heading?.links.length === 0 ? this.#convertSection(heading.text, rest) : undefined
    if (heading && block) {
      this.#noteLeftOut(items)
      this.#addBlock(
        block,
        [heading, ...items].flatMap(({ anchors }) => anchors),
      )
      return
    }
    if (heading) {
      this.#anchors.push(...heading.anchors)
      const marks = heading.level < 3 ? '##' : '###'
      const text = escapeText(this.#rules.text(heading.text))
      const target = heading.links[0] === undefined ? undefined : this.#rules.link(heading.links[0])
      this.#prose.push(`${marks} ${target === undefined ? text : `[${text}](${target})`}`)
    }
    this.#addItems(items)
  }

  /** Converts a section that is exactly what a block has. */
  #convertSection(written: string, items: FlowItem[]): Block | undefined {
    const heading = this.#rules.text(written)
    const kinds = items.map(({ kind }) => kind).join(' ')
    const texts = items.filter((item) => item.kind === 'text')
    const lead = () => this.#optional('lead', this.#joinTexts(texts))
    const last = items.at(-1)
    if (/^(text )*(question ?)+$/.test(kinds))
      return { type: 'faq', heading, ...lead(), items: this.#convertDetails(items) }
    if (last?.kind === 'gallery' && /^(text )*gallery$/.test(kinds))
      return this.#convertGallery(last.pictures, { heading, ...lead() })
    const table = items.find((item) => item.kind === 'table')
    if (table?.kind === 'table' && /^(text )*table( text)*$/.test(kinds)) {
      const converted = convertTable(table.element, this.#rules)
      const at = items.indexOf(table)
      if (!converted) return undefined
      return {
        ...converted,
        heading,
        ...this.#optional('lead', this.#joinTexts(items.slice(0, at))),
        ...this.#optional(
          converted.type === 'definitions' ? 'lead' : 'note',
          this.#joinTexts(items.slice(at + 1)),
        ),
      }
    }
    if (last?.kind === 'definitions' && /^(text )*definitions$/.test(kinds))
      return this.#convertDefinitions(last.element, { heading, ...lead() })
    if (this.#rules.isArticle) return undefined
    if (last?.kind === 'list' && /^(text ){0,2}list$/.test(kinds)) {
      const block = this.#convertList(last.element)
      return block && { ...block, heading, ...lead() }
    }
    if (last?.kind === 'buttons' && /^(text ){0,2}buttons$/.test(kinds)) {
      const actions = this.#convertButtons(last.links)
      if (actions.length > 0)
        return {
          type: 'call-to-action',
          heading,
          ...this.#optional('text', this.#joinTexts(texts)),
          actions,
        }
    }
    return undefined
  }

  #optional = (name: string, text: string) => (text === '' ? {} : { [name]: text })

  #joinTexts(items: FlowItem[]): string {
    return items
      .flatMap((item) => {
        if (item.kind === 'text') return [toMarkdown(item.nodes, this.#rules)]
        if (item.kind === 'list') return [toMarkdown([item.element], this.#rules)]
        return []
      })
      .filter((text) => text !== '')
      .join('\n\n')
  }

  #convertButtons(links: { label: string; href: string }[]): Content['actions'] {
    return links.flatMap(({ label, href }) => {
      const target = this.#rules.link(href)
      if (target !== undefined) return [{ label: this.#rules.text(label), href: target }]
      this.#prose.push(escapeText(this.#rules.text(label)))
      return []
    })
  }

  #convertDetails = (items: FlowItem[]) =>
    items.flatMap((item) =>
      item.kind === 'question'
        ? [
            {
              question: this.#rules.text(item.question),
              answer: toMarkdown(item.answer, this.#rules),
            },
          ]
        : [],
    )

  #convertDefinitions(element: HtmlElement, block: object): Block {
    const items: { term: string; detail: string }[] = []
    for (const entry of findAll(element.children, 'dt', 'dd')) {
      if (entry.name === 'dt') items.push({ term: this.#rules.text(getText(entry)), detail: '' })
      else if (items.length > 0) {
        const text = toMarkdown(entry.children, this.#rules)
        const last = items.at(-1)!
        last.detail = last.detail === '' ? text : `${last.detail}\n\n${text}`
      }
    }
    const complete = items.map(({ term, detail }) => ({ term, detail: detail || '–' }))
    const isFaq = items.every(({ term }) => term.endsWith('?') || this.#rules.questions.has(term))
    return isFaq
      ? {
          type: 'faq',
          ...block,
          items: complete.map(({ term, detail }) => ({ question: term, answer: detail })),
        }
      : { type: 'definitions', ...block, items: complete }
  }

  /** A list with a heading: steps if it is numbered, otherwise points. */
  #convertList(element: HtmlElement): Block | undefined {
    const entries = element.children.filter((child) => isElement(child, 'li')) as HtmlElement[]
    if (entries.length === 0 || findFirst(element.children, 'ul', 'ol')) return undefined
    if (entries.some((entry) => getText(entry) === '')) return undefined
    if (element.name === 'ol') {
      const steps = entries.map((entry) => splitStep(entry))
      if (steps.some((step) => step === undefined)) return undefined
      return {
        type: 'steps',
        items: steps.map((step) => ({
          title: this.#rules.text(step!.title),
          text: toMarkdown(step!.rest, this.#rules),
        })),
      }
    }
    if (entries.some((entry) => getText(entry).length > 300)) return undefined
    const items = entries.map((entry) => toMarkdown(entry.children, this.#rules))
    return { type: 'checklist', lists: [{ mark: 'dot', items }] }
  }

  #convertGallery(pictures: OldPicture[], block: object): Block | undefined {
    const converted = pictures.flatMap((each) => {
      const picture = this.#convertPicture(each)
      const caption = each.caption === undefined ? undefined : this.#rules.text(each.caption)
      return picture ? [{ picture, ...(caption !== undefined && { caption }) }] : []
    })
    if (converted.length < 2) return undefined
    const number = this.#blocks.filter(({ type }) => type === 'gallery').length + 1
    const id = number === 1 ? 'gallery' : `gallery-${number}`
    return { type: 'gallery', id, ...block, pictures: converted }
  }

  /** A picture without a description is marked, because nobody can invent one. */
  #convertPicture({ src, alt }: OldPicture) {
    const file = this.#rules.picture(src, alt)
    if (file === undefined) return undefined
    if (alt === '') this.#rules.notePicture(file)
    const name = (tryDecode(file, decodeURI) ?? file)
      .split('/')
      .at(-1)!
      .replace(/\.\w+$/, '')
    return alt === ''
      ? { src: file, alt: name.replaceAll(/[-_]+/g, ' '), placeholder: true }
      : { src: file, alt: this.#rules.text(alt) }
  }

  #addItems(items: FlowItem[]): void {
    const questions: FlowItem[] = []
    const endQuestions = () => {
      if (questions.length === 0) return
      const heading = this.#takeHeading()
      const anchors = questions.flatMap((item) => item.anchors)
      this.#addBlock(
        { type: 'faq', heading: this.#rules.text(heading), items: this.#convertDetails(questions) },
        anchors,
      )
      questions.length = 0
    }
    for (const item of items) {
      if (item.kind === 'question') {
        questions.push(item)
        continue
      }
      endQuestions()
      this.#addItem(item)
    }
    endQuestions()
  }

  #addItem(item: FlowItem): void {
    const { anchors } = item
    if (item.kind === 'text') this.#addProse(toMarkdown(item.nodes, this.#rules), anchors)
    else if (item.kind === 'list') this.#addProse(toMarkdown([item.element], this.#rules), anchors)
    else if (item.kind === 'definitions')
      this.#addProse(this.#formatDefinitions(item.element), anchors)
    else if (item.kind === 'buttons') this.#addProse(this.#formatButtons(item.links), anchors)
    else if (item.kind === 'picture') this.#addPicture(item.picture, anchors)
    else if (item.kind === 'gallery') this.#addGallery(item.pictures, anchors)
    else if (item.kind === 'table') this.#addTable(item.element, anchors)
    else this.#noteLeftOut([item])
  }

  #addPicture(old: OldPicture, anchors: string[]): void {
    const picture = this.#convertPicture(old)
    const caption = old.caption === undefined ? undefined : this.#rules.text(old.caption)
    if (picture)
      this.#addBlock(
        { type: 'picture', picture, ...(caption !== undefined && { caption }) },
        anchors,
      )
    else if (caption !== undefined) this.#addProse(escapeText(caption), anchors)
  }

  #addGallery(pictures: OldPicture[], anchors: string[]): void {
    const gallery = this.#convertGallery(pictures, {})
    if (gallery) this.#addBlock(gallery, anchors)
    else for (const picture of pictures) this.#addPicture(picture, anchors)
  }

  #formatButtons = (links: { label: string; href: string }[]): string =>
    this.#convertButtons(links)
      .map(({ label, href }) => `[${escapeText(label)}](${href})`)
      .join(' · ')

  #addTable(element: HtmlElement, anchors: string[]): void {
    const caption = findFirst(element.children, 'caption')
    const converted = convertTable(element, this.#rules)
    if (converted) {
      const own = caption ? getText(caption) : ''
      const heading = this.#rules.text(own === '' ? this.#takeHeading() : own)
      this.#addBlock({ ...converted, heading }, anchors)
      return
    }
    const rows = listOwnRows(element).map((row) =>
      findAll(row.children, 'td', 'th')
        .map((cell) =>
          toMarkdown(cell.children as HtmlNode[], this.#rules).replaceAll(/\\?\n/g, ' '),
        )
        .filter((cell) => cell !== '')
        .join(', '),
    )
    if (caption) this.#addProse(toMarkdown(caption.children, this.#rules), [])
    const lines = rows.filter((row) => row !== '').map((row) => `- ${row}`)
    this.#rules.noteChange(`A table is a list now: ${getText(element).slice(0, 60)} …`)
    this.#addProse(lines.join('\n'), anchors)
  }

  #formatDefinitions = (element: HtmlElement): string =>
    findAll(element.children, 'dt', 'dd')
      .map((entry) => {
        const text = toMarkdown(entry.children, this.#rules)
        return entry.name === 'dt' && !/[*\n]/.test(text) && text !== '' ? `**${text}**` : text
      })
      .filter((text) => text !== '')
      .join('\n\n')

  #noteLeftOut(items: FlowItem[]): void {
    for (const item of items)
      if (item.kind === 'left-out') this.#rules.leaveOut(item.what, item.detail, item.text)
  }

  #addProse(text: string, anchors: string[]): void {
    this.#anchors.push(...anchors)
    if (text !== '') this.#prose.push(text)
  }

  #addBlock(block: Block, anchors: string[]): void {
    this.#flush()
    this.#blocks.push({ ...block, anchors })
  }

  #flush(): void {
    const body = this.#prose.join('\n\n')
    const anchors = this.#anchors
    this.#prose = []
    this.#anchors = []
    if (body !== '') this.#blocks.push({ type: 'prose', body, anchors })
  }
}

/** Splits a numbered entry into what to do and the rest, where it is bold or before a colon. */
function splitStep(entry: HtmlElement): { title: string; rest: HtmlNode[] } | undefined {
  const nodes = entry.children.filter((child) => getText(child) !== '')
  const inner = nodes.length === 1 && isElement(nodes[0]!, 'p') ? nodes[0].children : nodes
  const [first, ...rest] = inner.filter((child) => getText(child) !== '')
  if (!first || !isElement(first, 'b', 'strong') || rest.length === 0) return undefined
  const [start] = rest
  if (start?.type === 'text' && 'data' in start)
    start.data = String(start.data).replace(/^\s*[:.–—-]\s*/, '')
  return getText(rest) === '' ? undefined : { title: getText(first).replace(/[:.]$/, ''), rest }
}
