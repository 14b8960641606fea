import type { RichNode, RichPicture } from '../../../../schema/page-data.ts'
import { escapeHtml } from '../../../../renderer/escape-html.ts'
import { parseMarkdown } from '../../../../schema/resolve/markdown.ts'
import { escapePattern } from '../../../../schema/util/escape-pattern.ts'
import { citationAttribute, convertEdited, keepSpaces, toOneLine } from './paste-html.ts'

/**
 * A text as HTML that can be edited in the page.
 * @property html without citations, each of which is an element that `fillCitations` fills
 * @property isInline whether it is one paragraph, which `html` leaves out
 * @property printed matches what the page prints; its groups are what the citations print
 */
export type EditableText = { html: string; isInline: boolean; printed: RegExp }

export type TextKind = {
  /** Whether the text is Markdown. Otherwise it has one line, and citations. */
  isMarkdown: boolean
  headings: boolean
  /** Whether it is edited without paragraphs. */
  isInline: boolean
  /** Whether its pictures are kept, as names. Otherwise a text with one is not edited. */
  hasPictures?: boolean
}

/** Marks where lines of a paragraph end in the file: a space, so that it ends no word. */
const lineEnd = '\u205F'

/** Citations of facts and settings, and columns of a set. */
const writtenPattern = /\$\{[^}\n]*\}|\{\{[^}\n]*\}\}/
/** These, and spaces that editing would change. */
const citationPattern = new RegExp(`(${writtenPattern.source}|\u00a0)`)

/**
 * Prepares a text to be edited in the page.
 * @returns why it cannot be, in words that follow "This text has": saving it would change more than
 * was edited
 */
export function toEditableText(written: string, options: TextKind): EditableText | string {
  const { isMarkdown, headings, hasPictures } = options
  if (!isMarkdown)
    return toOneLine(keepSpaces(written)) === written.trimEnd()
      ? { ...toHtml([written.trimEnd()]), isInline: true }
      : 'spaces or lines of its own'
  let found: string | undefined
  const nodes = parseMarkdown(written.replace(/(?<!\n|\\| {2})\n(?=[^\n])/g, `${lineEnd}\n`), {
    headings,
    ...(hasPictures && { picture: (src) => ({ src, width: 0, height: 0 }) }),
    link: (href) => href,
    onIssue: (issue) => void (found ??= issue.found),
  })
  if (found !== undefined) return found
  const [only, ...others] = nodes
  const isParagraph = typeof only === 'object' && only.t === 'p' && others.length === 0
  if (options.isInline && !isParagraph) return 'several paragraphs, which the page shows as one'
  const text = toHtml(options.isInline && isParagraph ? only.c : nodes)
  const { text: kept } = convertEdited(text.html, { headings })
  return kept === written.trimEnd()
    ? { ...text, isInline: options.isInline }
    : 'Markdown that is written in its own way'
}

function toHtml(nodes: RichNode[]): Pick<EditableText, 'html' | 'printed'> {
  let pattern = ''
  const print = (node: RichNode): string => {
    if (typeof node === 'string')
      return node
        .replaceAll(`${lineEnd} `, '\n')
        .replaceAll(lineEnd, '')
        .split(citationPattern)
        .map((part, index) => {
          pattern += index % 2 === 0 ? toPattern(part) : '(.*?)'
          return index % 2 === 0 ? escapeHtml(part) : formatCitation(part)
        })
        .join('')
    if (node.t === 'picture') return `<p>${formatCitation(writePicture(node))}</p>`
    pattern += isBlock(node.t) ? '\\s*' : ''
    if (node.t === 'br') return '<br>'
    const attributes = node.t === 'a' ? ` href="${escapeHtml(node.href)}"` : ''
    return `<${node.t}${attributes}>${node.c.map(print).join('')}</${node.t}>`
  }
  const html = nodes.map(print).join('')
  return { html, printed: new RegExp(`^\\s*${pattern}\\s*$`, 's') }
}

const isBlock = (tag: string) => !['a', 'strong', 'em', 'del'].includes(tag)

const writePicture = ({ alt, file, caption }: RichPicture) =>
  `![${alt}](${file.src}${caption === undefined ? '' : ` "${caption}"`})`

const formatCitation = (written: string) =>
  `<span ${citationAttribute}="${escapeHtml(written)}" contenteditable="false">${written === '\u00a0' ? shownSpace : escapeHtml(written)}</span>`

/** Between characters that keep it in its element. */
const shownSpace = '\u2060\u00a0\u2060'

/** Spaces may be other ones, or none at the end of a line. */
const toPattern = (text: string) => text.split(/\s+/).map(escapePattern).join('\\s+')

/** Creates the element that shows a citation in a text that is edited. */
export function createCitation(written: string): Element {
  const template = document.createElement('template')
  template.innerHTML = formatCitation(written)
  return template.content.firstElementChild!
}

/** The first citation that is written in a text. */
export function findWritten(text: string) {
  const found = writtenPattern.exec(text)
  if (!found) return undefined
  const { 0: written, index: start } = found
  return { written, start, end: start + written.length }
}
