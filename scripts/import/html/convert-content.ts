import { findAll, getText, type HtmlNode } from './dom.ts'
import { convertTable, listOwn, type Block, type TableRules } from './convert-table.ts'
import { escapeText, unescapeText } from './escape-text.ts'
import { anchorMark, insetMark, toPlainHtml, type Inset, type PlainRules } from './plain-html.ts'
import { escapeNumber, listStart, separateLists, toMarkdown, writeMarks } from './to-markdown.ts'

/** What the content of a page needs to know about the site. */
export type ContentRules = PlainRules &
  TableRules & {
    /** Cites the figures of Markdown. */
    cite(markdown: string): string
    /** @returns the path in public/; undefined if there is no such file */
    picture(src: string, alt: string): string | undefined
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
  /** The ids at the beginning of the page. */
  anchors: string[]
}

/** A paragraph, a heading or a list, or an inset, with the ids in it. */
type Piece = { anchors: string[]; text: string; inset?: Inset }

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
  const pieces = listPieces(nodes, rules, skipped)
  const isTitle = ({ text }: Piece) => /^#+ /.test(text) && !text.includes('](')
  const [first] = pieces
  const isKnown = first && isTitle(first) && [undefined, toHeading(first)].includes(known)
  const main =
    pieces.find((piece) => piece.text.startsWith('# ') && isTitle(piece)) ??
    (isKnown ? first : undefined)
  const at = main ? pieces.indexOf(main) : -1
  const next = pieces[at + 1]
  const lead = next && isLead(next) ? next : undefined
  const builder = new BlockBuilder(rules, main ? toHeading(main) : known)
  for (const piece of pieces) if (piece !== main && piece !== lead) builder.add(piece)
  return {
    ...(main && { heading: rules.cite(toHeading(main)) }),
    ...(lead && { lead: rules.cite(lead.text) }),
    blocks: builder.end(),
    anchors: [...(main?.anchors ?? []), ...(lead?.anchors ?? [])],
  }
}

const toHeading = ({ text }: Piece): string => unescapeText(text.replace(/^#+ /, ''))

/** A list, and what has mostly links, is a menu. */
function isLead({ text, inset }: Piece): boolean {
  if (inset || /^#/.test(text) || listStart.test(text) || text.length >= maxLeadLength) return false
  const links = [...text.matchAll(/\[([^\]]*)\]\([^)]*\)/g)].map(([, label = '']) => label.length)
  return links.reduce((sum, length) => sum + length, 0) < unescapeText(text).length / 2
}

function listPieces(nodes: HtmlNode[], rules: ContentRules, skipped: Set<HtmlNode>): Piece[] {
  const { html, insets } = toPlainHtml(nodes, rules, skipped)
  return toMarkdown(html).flatMap((written): Piece[] => {
    const anchors = [...written.matchAll(anchorMark)].map(([, id = '']) => decodeURIComponent(id))
    const own = written.replaceAll(anchorMark, '')
    const marks = [...own.matchAll(insetMark)].map(([, index]) => insets[Number(index)]!)
    const lines = own.split('\n').flatMap((line) => {
      const rest = line.replaceAll(insetMark, '')
      return rest !== line && /^\s*(?:-|\d+\.)?\s*\\?$/.test(rest) ? [] : rest
    })
    const bare = lines
      .join('\n')
      .trim()
      .replace(/(?<!\\)\\$/, '')
    const text = /^(?:-|\d+\.|#+)?$/.test(bare) ? '' : escapeNumber(writeMarks(bare))
    // What begins a block comes before its text, and a picture in a paragraph comes after it.
    const ownInsets = marks.map((inset): Piece => ({ anchors: [], text: '', inset }))
    return own.startsWith('\uE000')
      ? [...ownInsets, { anchors, text }]
      : [{ anchors, text }, ...ownInsets]
  })
}

class BlockBuilder {
  readonly #rules: ContentRules
  readonly #mainHeading: string | undefined
  readonly #blocks: Block[] = []
  /** Paragraphs until a block follows. */
  #prose: Piece[] = []
  #anchors: string[] = []
  /** Questions until something else follows. Text is the answer of the last one. */
  #asked: { question: string; answers: string[]; anchors: string[]; isOpen: boolean }[] = []
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

  add({ text, anchors, inset }: Piece): void {
    if (inset?.kind === 'question') {
      this.#endPictures()
      this.#asked.push({ question: inset.question, answers: [], anchors, isOpen: true })
      return
    }
    const last = this.#asked.at(-1)
    if (inset?.kind === 'end') {
      if (last) last.isOpen = false
      return
    }
    if (last?.isOpen && !inset && !/^#/.test(text)) {
      if (text !== '') last.answers.push(this.#rules.cite(text))
      last.anchors.push(...anchors)
      return
    }
    this.#anchors.push(...anchors)
    if (inset?.kind === 'picture') {
      this.#endQuestions()
      this.#pictures.push(inset)
      return
    }
    if (!inset && text === '') return
    this.#endGroups()
    if (inset?.kind === 'table') this.#addTable(inset.element)
    else if (inset?.kind === 'film') this.#addFilm(inset)
    else this.#addProse(text.replace(/^#+/, (marks) => (marks.length < 3 ? '##' : '###')))
  }

  #endGroups(): void {
    this.#endQuestions()
    this.#endPictures()
  }

  #endQuestions(): void {
    const asked = this.#asked.splice(0)
    const anchors = asked.flatMap((each) => each.anchors)
    if (asked.length > 0 && asked.every(({ answers }) => answers.length > 0)) {
      const items = asked.map(({ question, answers }) => ({
        question: this.#rules.text(question),
        answer: separateLists(answers).join('\n\n'),
      }))
      this.#addBlock({ type: 'faq', items }, anchors)
      return
    }
    this.#anchors.push(...anchors)
    for (const { question, answers } of asked)
      for (const text of [`### ${escapeText(this.#rules.plainText(question), false)}`, ...answers])
        this.#addProse(text)
  }

  /** Pictures that follow each other are a gallery. */
  #endPictures(): void {
    const converted = this.#pictures.splice(0).flatMap((old) => {
      const picture = this.#convertPicture(old)
      const caption = old.caption === undefined ? undefined : this.#rules.text(old.caption)
      if (!picture && caption !== undefined) this.#addProse(escapeText(caption, true))
      return picture ? [{ picture, ...(caption !== undefined && { caption }) }] : []
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
  #convertPicture({ src, alt, large }: Inset & { kind: 'picture' }) {
    const small = this.#rules.picture(src, alt)
    const whole = large === undefined ? undefined : this.#rules.picture(large, alt)
    const file = whole ?? small
    if (file === undefined) {
      const target = large === undefined ? undefined : this.#rules.link(large)
      if (target !== undefined) this.#addProse(`[${escapeText(alt || large!, false)}](${target})`)
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
    const picture = poster === undefined ? undefined : this.#rules.picture(poster, '')
    const name = this.#rules.text(title.trim() || film)
    if (address !== undefined && picture !== undefined) {
      this.#addBlock({ type: 'video', film: address, title: name, poster: picture })
      return
    }
    this.#rules.noteChange(
      `The film ${film} is a link now. For a block of type video, it needs a picture that is shown until it plays.`,
    )
    const text = escapeText(name, true)
    this.#addProse(address === undefined ? text : `[${text}](${address})`)
  }

  #addTable(element: (Inset & { kind: 'table' })['element']): void {
    const caption = findAll(element.children, 'caption')
    const anchors = findAll([element], 'table', 'tr', 'td', 'th', 'a', 'span').flatMap(
      ({ name, attribs }) => attribs.id ?? (name === 'a' ? attribs.name : undefined) ?? [],
    )
    const converted = convertTable(element, this.#rules)
    if (converted) {
      this.#addBlock(converted, anchors, getText(caption))
      return
    }
    this.#anchors.push(...anchors)
    this.#rules.noteChange(`A table is a list now: ${getText(element).slice(0, 60)} …`)
    const rows = listOwn(element, 'caption', 'tr').map((row) => {
      const cells = row.name === 'tr' ? findAll(row.children, 'td', 'th') : [row]
      const written = cells.map((cell) =>
        listPieces(cell.children, this.#rules, new Set())
          .map(({ text }) => text)
          .join(' '),
      )
      const line = written.filter((cell) => cell !== '').join(', ')
      return row.name === 'tr' && line !== '' ? `- ${line.replaceAll(/\\?\n\s*/g, ' ')}` : line
    })
    for (const text of toMarkdownList(rows)) this.#addProse(text)
  }

  #addProse(text: string): void {
    this.#prose.push({ text, anchors: this.#anchors.splice(0) })
  }

  /** @param own its heading. By default, what needs one takes the heading above it. */
  #addBlock({ type, ...rest }: Block, anchors: string[] = [], own = ''): void {
    const hasHeading = /^(?:faq|fee-table|comparison-table)$/.test(type)
    const above = hasHeading && own === '' ? this.#takeHeading() : undefined
    const left = this.#anchors.splice(0)
    this.#flush()
    const heading = own || (above?.heading ?? this.#mainHeading ?? this.#rules.title)
    this.#blocks.push({
      type,
      ...(hasHeading && { heading: this.#rules.text(heading) }),
      ...(above && above.lead !== '' && { lead: this.#rules.cite(above.lead) }),
      ...rest,
      // Those of parts without text, too.
      anchors: [...this.#anchors.splice(0), ...(above?.anchors ?? []), ...left, ...anchors],
    })
  }

  /** Takes the last heading with the short text below it, if there is nothing else. */
  #takeHeading(): { heading: string; anchors: string[]; lead: string } | undefined {
    const at = this.#prose.findLastIndex(({ text }) => text.startsWith('#'))
    const [heading, ...below] = at === -1 ? [] : this.#prose.slice(at)
    const lead = below.map(({ text }) => text).join('\n\n')
    // A block has no link in its heading.
    if (!heading || heading.text.includes('](') || lead.length > maxLeadLength) return undefined
    this.#prose.length = at
    const anchors = [heading, ...below].flatMap((piece) => piece.anchors)
    return { heading: toHeading(heading), anchors, lead }
  }

  #flush(): void {
    const pieces = this.#prose.splice(0)
    const anchors = pieces.flatMap((piece) => piece.anchors)
    const body = this.#rules.cite(separateLists(pieces.map(({ text }) => text)).join('\n\n'))
    if (body !== '') this.#blocks.push({ type: 'prose', body, anchors })
  }
}

/** Joins the entries of a list, unless they would be too much for one. */
function toMarkdownList(lines: string[]): string[] {
  const filled = lines.filter((line) => line !== '')
  const list = filled.filter((line) => line.startsWith('- ')).join('\n')
  const others = filled.filter((line) => !line.startsWith('- '))
  return (list.match(/[*_~[\]`<>]/g)?.length ?? 0) > 900 ? filled : [...others, list]
}
