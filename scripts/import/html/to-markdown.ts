/** Writes the text of an old page in the Markdown that texts of pages may have. */
import type { RichText } from '../../../schema/page-data.ts'
import { parseMarkdown } from '../../../schema/resolve/markdown.ts'
import {
  getText,
  hasName,
  isElement,
  isHiddenElement,
  isInline,
  isText,
  type HtmlNode,
} from './dom.ts'

/** What texts of the old site become on the new one. */
export type TextRules = {
  /** @returns the new target; undefined if only the text of the link stays */
  link(href: string): string | undefined
  /**
   * Cites contacts and figures, and replaces what texts cannot have.
   * @param about what a figure is about, if the text does not say it
   */
  text(written: string, about?: string): string
  /** The same without figures. */
  plainText(written: string): string
}

type Marks = { strong?: true; em?: true; del?: true; href?: string }
/** A part of a line, in one style. */
type Span = Marks & { text: string }

/** Converts nodes to Markdown, without headings: a heading in a list or an answer is bold. */
export const toMarkdown = (nodes: HtmlNode[], rules: TextRules): string =>
  writeBlocks(nodes, rules, {}).join('\n\n')

/** Writes nodes as one line. */
export const toMarkdownLine = (nodes: HtmlNode[], rules: TextRules): string =>
  writeBlocks(nodes, rules, {}).join(' ').replaceAll(/\\?\n/g, ' ')

function writeBlocks(nodes: HtmlNode[], rules: TextRules, marks: Marks): string[] {
  const blocks: string[] = []
  let run: HtmlNode[] = []
  const endRun = () => {
    blocks.push(...writeParagraphs(run, rules, marks))
    run = []
  }
  for (const node of nodes) {
    if (isHiddenElement(node)) continue
    if (!isElement(node)) run.push(node)
    else if (hasName(node, 'br') || (isInline(node) && !hasBlock(node))) run.push(node)
    else {
      endRun()
      if (hasName(node, 'pre', 'listing', 'xmp'))
        blocks.push(...writeParagraphs([node], rules, marks))
      else if (hasName(node, 'ul', 'ol', 'menu', 'dir'))
        blocks.push(...writeList(node, rules, marks))
      else if (hasName(node, 'tr')) blocks.push(writeRow(node.children, rules, marks))
      else blocks.push(...writeBlocks(node.children, rules, addMarks(node, marks, rules)))
    }
  }
  endRun()
  return separateLists(blocks.filter((block) => block !== ''))
}

/** Lists that follow each other would be one, so every other one has other marks. */
export function separateLists(blocks: string[]): string[] {
  let last: { mark: string; isOther: boolean } | undefined
  return blocks.map((block) => {
    const [mark] = /^(?:-|\d+\.)(?= )/.exec(block) ?? []
    const kind = mark && (mark === '-' ? '-' : '1.')
    const isOther = kind !== undefined && last?.mark === kind && !last.isOther
    last = kind === undefined ? undefined : { mark: kind, isOther }
    return isOther ? block.replaceAll(/^- /gm, '+ ').replaceAll(/^(\d+)\. /gm, '$1) ') : block
  })
}

const writeRow = (cells: HtmlNode[], rules: TextRules, marks: Marks): string =>
  cells
    .map((cell) => writeBlocks([cell], rules, marks).join(' ').replaceAll(/\\?\n/g, ' '))
    .filter((cell) => cell !== '')
    .join(', ')

const hasBlock = (node: HtmlNode): boolean =>
  'children' in node &&
  node.children.some(
    (child) =>
      isElement(child) && !isElement(child, 'br', 'img') && (!isInline(child) || hasBlock(child)),
  )

function writeList(list: HtmlNode, rules: TextRules, marks: Marks): string[] {
  if (!isElement(list)) return []
  const isReversed = list.attribs.reversed !== undefined
  const start = Number.parseInt(list.attribs.start ?? '', 10)
  const first = isReversed ? list.children.filter((child) => isElement(child, 'li')).length : 1
  let number = Number.isNaN(start) ? first : start
  const isNumbered = isElement(list, 'ol')
  const items: { number: number; blocks: string[] }[] = []
  for (const child of list.children) {
    if (isText(child) && child.data.trim() === '') continue
    const own = isElement(child) ? Number.parseInt(child.attribs.value ?? '', 10) : Number.NaN
    if (!Number.isNaN(own)) number = own
    const blocks = writeBlocks(isElement(child, 'li') ? child.children : [child], rules, marks)
    // A list in a list that is not in one of its items belongs to the one before.
    if (isElement(child, 'ul', 'ol') && items.length > 0) items.at(-1)!.blocks.push(...blocks)
    else {
      if (blocks.length > 0) items.push({ number, blocks })
      if (isElement(child, 'li')) number += isReversed ? -1 : 1
    }
  }
  if (items.length === 0) return []
  // Markdown on pages counts from 1, so other numbers become part of the text.
  const isPlain = items.every((item, index) => item.number === index + 1)
  if (isNumbered && !isPlain)
    return items.flatMap(({ number: each, blocks: [first = '', ...rest] }) => [
      `${each}\\. ${first}`,
      ...rest,
    ])
  const isTight = items.every(({ blocks }) =>
    blocks.slice(1).every((block) => /^(?:-|1\.) /.test(block)),
  )
  const lines = items.map(({ number: each, blocks }) => {
    const mark = isNumbered ? `${each}. ` : '- '
    const text = blocks.join(isTight ? '\n' : '\n\n')
    return mark + text.replaceAll(/\n(?!\n)/g, `\n${' '.repeat(mark.length)}`)
  })
  return [joinLines(lines, isTight ? '\n' : '\n\n')]
}

/** Two line breaks end a paragraph, as in documents without paragraphs. */
function writeParagraphs(nodes: HtmlNode[], rules: TextRules, marks: Marks): string[] {
  const spans = nodes.flatMap((node) => listSpans(node, rules, marks, false))
  const lines: Span[][] = [[]]
  for (const span of spans)
    for (const [index, text] of span.text.split('\n').entries()) {
      if (index > 0) lines.push([])
      if (text !== '') lines.at(-1)!.push({ ...span, text })
    }
  const paragraphs: string[][] = [[]]
  for (const line of lines) {
    const written = writeLine(line, rules)
    if (written === '') paragraphs.push([])
    else paragraphs.at(-1)!.push(written)
  }
  return paragraphs
    .map((each) => each.map(endLine).join('\\\n'))
    .filter((paragraph) => paragraph !== '')
}

/** Pages refuse a paragraph with more marks, since emphasis takes the square of their number. */
const maxMarks = 900

/** Joins lines of a paragraph or a list, unless they would be too much for one. */
export function joinLines(lines: string[], separator: string): string {
  const text = lines.join(separator)
  const isLong = (text.match(/[*_~[\]`<>]/g)?.length ?? 0) > maxMarks
  return isLong ? lines.join('\n\n') : text
}

/** At the end of a line, the mark of its break would become part of a bare address. */
const endLine = (line: string, index: number, { length }: string[]): string =>
  index < length - 1 ? line.replace(/(?<=https):(?=\/\/[^\s)]*$)/, '\\:') : line

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const subscripts = '₀₁₂₃₄₅₆₇₈₉'

/** Lists what nodes say. Each line break is a `\n`. */
function listSpans(node: HtmlNode, rules: TextRules, marks: Marks, keepsLines: boolean): Span[] {
  if (isText(node)) {
    const text = keepsLines
      ? node.data.replaceAll(/\r\n?/g, '\n')
      : node.data.replaceAll(/\s+/g, ' ')
    return [{ ...marks, text: text.replaceAll(/[\u00a0\u2007\u202f]/g, ' ') }]
  }
  if (!isElement(node) || isHiddenElement(node)) return []
  if (hasName(node, 'br')) return [{ ...marks, text: '\n' }]
  const isPre = keepsLines || hasName(node, 'pre', 'listing', 'xmp')
  const own = addMarks(node, marks, rules)
  const text = hasName(node, 'sup', 'sub') ? getText(node) : ''
  if (/^\d+$/.test(text)) {
    const digits = hasName(node, 'sup') ? superscripts : subscripts
    const before = node.prev && isText(node.prev) ? node.prev.data : ''
    // In $49<sup>99</sup> are cents, and in 10<sup>3</sup> is a power.
    const isCents = hasName(node, 'sup') && text.length === 2 && /[$€£]\s?\d+$/.test(before)
    const written = isCents ? `.${text}` : text.replaceAll(/\d/g, (digit) => digits[Number(digit)]!)
    return [{ ...own, text: written }]
  }
  return node.children.flatMap((child) => listSpans(child, rules, own, isPre))
}

function addMarks(node: HtmlNode, marks: Marks, rules: TextRules): Marks {
  if (!isElement(node)) return marks
  const style = node.attribs.style ?? ''
  const isBold = /font-weight:\s*(?:bold|[6-9]00)/i.test(style)
  if (hasName(node, 'b', 'strong', 'dt', 'th', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6') || isBold)
    return { ...marks, strong: true }
  if (hasName(node, 'i', 'em', 'cite', 'dfn', 'var')) return { ...marks, em: true }
  if (hasName(node, 'del', 's', 'strike')) return { ...marks, del: true }
  if (!hasName(node, 'a') || !node.attribs.href) return marks
  const href = rules.link(node.attribs.href)
  return href === undefined ? marks : { ...marks, href }
}

function writeLine(spans: Span[], rules: TextRules): string {
  const merged: Span[] = []
  for (const span of spans) {
    const last = merged.at(-1)
    if (last && isSame(last, span)) last.text += span.text
    else merged.push({ ...span })
  }
  const cited = merged.map(({ text, ...marks }) => ({
    ...marks,
    // What is struck out does not count anymore.
    text: (marks.del ? rules.plainText : rules.text)(text.replaceAll(/ +/g, ' ')),
  }))
  const plain = cited
    .map(({ text }) => text)
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (plain === '') return ''
  // Nothing in it can be read as Markdown.
  const isSafe = cited.every(
    (span) =>
      !(span.strong || span.em || span.del) &&
      escapeText(span.text) === span.text &&
      !/@|:\/\/|www\./i.test(span.text),
  )
  if (isSafe) return writeMarks(cited).replaceAll(/ +/g, ' ').trim()
  const attempts = [
    cited,
    // Emphasis in the middle of a word, which Markdown cannot express.
    cited.map(({ text, href }) => (href === undefined ? { text } : { text, href })),
    [{ text: plain }],
  ]
  const written = attempts.map((each) => writeMarks(each).replaceAll(/ +/g, ' ').trim())
  return written.find((each) => showsText(each, plain)) ?? written.at(-1)!
}

const isSame = (one: Marks, other: Marks) =>
  one.strong === other.strong &&
  one.em === other.em &&
  one.del === other.del &&
  one.href === other.href

/** Writes spans with the outermost mark that the first one has. */
function writeMarks(spans: Span[]): string {
  const [first] = spans
  if (!first) return ''
  const mark = (['href', 'strong', 'em', 'del'] as const).find((each) => first[each] !== undefined)
  const end = spans.findIndex((span) => (mark ? span[mark] !== first[mark] : !isSame(span, first)))
  const own = end === -1 ? spans : spans.slice(0, end)
  const rest = end === -1 ? [] : spans.slice(end)
  if (!mark) return own.map(({ text }) => escapeText(text)).join('') + writeMarks(rest)
  const inner = writeMarks(own.map(({ [mark]: _, ...span }) => span as Span))
  const [, before = '', text = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(inner) ?? []
  const marks = { strong: '**', em: '*', del: '~~', href: '' }[mark]
  const marked =
    text === '' ? '' : mark === 'href' ? `[${text}](${first.href})` : marks + text + marks
  return before + marked + after + writeMarks(rest)
}

/** Whether Markdown says exactly a text. */
function showsText(markdown: string, text: string): boolean {
  let hasIssue = false
  const parsed = parseMarkdown(markdown, {
    headings: false,
    link: (href) => href,
    onIssue: () => (hasIssue = true),
  })
  return !hasIssue && flatten(parsed).replaceAll(/\s+/g, ' ').trim() === text
}

const flatten = (text: RichText): string =>
  text
    .map((node) =>
      typeof node === 'string' ? node : 'c' in node ? flatten(node.c as RichText) : ' ',
    )
    .join('')

/** Matches a bare address of which no character has a meaning in Markdown at its place. */
const plainAddress = /(?<![\w/])https:\/\/[\w./?=&%~+,;@#:-]*[\w/](?=[.,;:!?]?(?:\s|$))/g

/** Text that has no Markdown in it. Citations stay, and so do addresses, which become links. */
export function escapeText(text: string): string {
  let at = 0
  const parts: string[] = []
  for (const { 0: address, index } of text.matchAll(plainAddress)) {
    parts.push(escapePlain(text.slice(at, index)), address)
    at = index + address.length
  }
  return (parts.join('') + escapePlain(text.slice(at))).replace(
    /^(\s*)([-=+]|\d+(?=[.)](?:\s|$)))/,
    escapeStart,
  )
}

/** Of a citation, the brace stays. Other dialects have attributes, marks, boxes and emojis, too. */
const markPattern =
  /[*_~^[\]<>#`\\]|(?<!\$)\{|&(?=#?\w+;)|(?<=https?):(?=\/\/)|(?<=\bwww)\.(?=\w)|={2}|\+{2}|:{3}|!{3}|:(?=[a-z_]+:)/gi
const escapePlain = (text: string): string => text.replace(markPattern, '\\$&')

/** A dash or a number in front of a text makes no list. */
const escapeStart = (_: string, space: string, mark: string): string =>
  /\d/.test(mark) ? `${space}${mark}\\` : `${space}\\${mark}`
