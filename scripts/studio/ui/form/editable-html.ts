import type { RichNode } from '../../../../schema/page-data.ts'
import { escapeHtml } from '../../../../renderer/escape-html.ts'
import { parseMarkdown } from '../../../../schema/resolve/markdown.ts'
import { escapePattern } from '../../../../schema/util/escape-pattern.ts'
import { citationAttribute, convertEdited } from '../../../shared/paste-html.ts'

/**
 * A text as HTML that can be edited in the page.
 * @property html without citations, each of which is an element that `fillCitations` fills
 * @property isInline whether it is one paragraph, which `html` leaves out
 * @property printed matches what the page prints; its groups are what the citations print
 */
export type EditableText = { html: string; isInline: boolean; printed: RegExp }

type TextOptions = {
  /** Whether the text is Markdown. Otherwise it has one line, and citations. */
  isMarkdown: boolean
  headings: boolean
  /** Whether the page prints it without paragraphs. */
  isInline: boolean
}

/** Marks where lines of a paragraph end in the file: a space, so that it ends no word. */
const lineEnd = '\u205F'

/** Citations of facts and settings, and columns of a set. */
const citationPattern = /(\$\{[^}\n]*\}|\{\{[^}\n]*\}\})/

/**
 * Prepares a text to be edited in the page.
 * @returns why it cannot be, in words that follow "This text has": saving it would change more than
 * was edited
 */
export function toEditableText(written: string, options: TextOptions): EditableText | string {
  const { isMarkdown, headings } = options
  if (!isMarkdown) return { ...toHtml([written]), isInline: true }
  let found: string | undefined
  const nodes = parseMarkdown(written.replace(/(?<!\n|\\| {2})\n(?=[^\n])/g, `${lineEnd}\n`), {
    headings,
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
    // Only a text with a picture has one, which cannot be edited.
    if (node.t === 'picture') return ''
    pattern += isBlock(node.t) ? '\\s*' : ''
    if (node.t === 'br') return '<br>'
    const attributes = node.t === 'a' ? ` href="${escapeHtml(node.href)}"` : ''
    return `<${node.t}${attributes}>${node.c.map(print).join('')}</${node.t}>`
  }
  const html = nodes.map(print).join('')
  return { html, printed: new RegExp(`^\\s*${pattern}\\s*$`, 's') }
}

const isBlock = (tag: string) => !['a', 'strong', 'em', 'del'].includes(tag)

const formatCitation = (written: string) =>
  `<span ${citationAttribute}="${escapeHtml(written)}" contenteditable="false">${escapeHtml(written)}</span>`

/** Spaces may be other ones, or none at the end of a line. */
const toPattern = (text: string) => text.split(/\s+/).map(escapePattern).join('\\s+')
