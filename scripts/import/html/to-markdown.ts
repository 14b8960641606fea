import Turndown from 'turndown'
import type { RichText } from '../../../schema/page-data.ts'
import { parseMarkdown } from '../../../schema/resolve/markdown.ts'

/** Private-use characters in place of marks, until a check shows that Markdown reads them as such. */
const marks: Record<string, string> = { '\uE010': '**', '\uE011': '*', '\uE012': '~~' }
const markPattern = /[\uE010-\uE012]/g

const service = new Turndown({
  headingStyle: 'atx',
  // Turndown declares the marks that people use.
  strongDelimiter: '\uE010' as '**',
  emDelimiter: '\uE011' as '*',
  br: '\\',
})
// Text is escaped already.
service.escape = (text) => text
service.addRule('deleted', {
  filter: 'del',
  replacement: (content) => (content.trim() === '' ? content : `\uE012${content}\uE012`),
})
service.addRule('link', {
  filter: 'a',
  replacement(content, node) {
    const text = content.trim()
    return text === '' ? content : `[${text}](${(node as Element).getAttribute('href')})`
  },
})
service.addRule('heading', {
  filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  replacement: (content, { nodeName }) =>
    `\n\n${'#'.repeat(Number(nodeName[1]))} ${content.replaceAll(/\s+/g, ' ').trim()}\n\n`,
})
service.addRule('item', {
  filter: 'li',
  replacement(content, node) {
    const list = node.parentNode as Element
    const number = Array.from(list.children).indexOf(node as Element) + 1
    const mark = list.nodeName === 'OL' ? `${number}. ` : '- '
    const text = content.trim().replaceAll(/\n(?!\n)/g, `\n${' '.repeat(mark.length)}`)
    return `${mark}${text}\n${/\n\n/.test(text) ? '\n' : ''}`
  },
})

/** Pages refuse a paragraph with more marks, since emphasis takes the square of their number. */
const maxMarks = 900

/** Converts plain HTML to Markdown: each paragraph, heading or list is one text. */
export function toMarkdown(html: string): string[] {
  const written = service
    .turndown(html)
    // Two line breaks end a paragraph, as in documents without paragraphs.
    .replaceAll(/\\\n( *)(?:\\\n *)+/g, '\n\n$1')
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/(?<=\S) {2,}/g, ' ')
    // At the end of a line, the mark of its break would become part of a bare address.
    .replaceAll(/(?<=https):(?=\/\/[^\s)]*\\\n)/g, '\\:')
  const texts: string[] = []
  for (const chunk of written.split(/\n{2,}/)) {
    const last = texts.at(-1)
    const text = chunk.replace(/^(?:\\\n)+/, '').replace(/(?<!\\)\\$/, '')
    if (text.trim() === '') continue
    // What is indented belongs to an item of a list, and an item to the list.
    const isMore =
      last !== undefined && listStart.test(last) && /^(?: |- |[2-9]\. |\d\d+\. )/.test(text)
    if (isMore) texts[texts.length - 1] += `\n\n${text}`
    else texts.push(text)
  }
  return texts
    .map(escapeNumber)
    .flatMap((text) =>
      (text.match(/[*_~[\]`<>\uE010-\uE012]/g)?.length ?? 0) > maxMarks
        ? text.split(/\\?\n\s*/).filter((line) => line !== '')
        : text,
    )
}

/** Lists on pages count from 1. Other numbers are text, such as one whose bracket is in an element. */
export const escapeNumber = (text: string): string =>
  /^(?!1\. )\d+[.)](?:\s|$)/.test(text)
    ? text.replaceAll(/\n(?=\d+\. )/g, '\\\n').replaceAll(/^(\d+)([.)])(?=\s|$)/gm, '$1\\$2')
    : text

/** Matches the beginning of a list. */
export const listStart = /^(?:- |\d+[.)] )/

/** Two lists that follow each other would be one, so every other one has other marks. */
export function separateLists(texts: string[]): string[] {
  let last = ''
  return texts.map((text) => {
    const mark = /^(?:-|\d+\.)(?= )/.exec(text)?.[0].replace(/\d+/, '') ?? ''
    const isSame = mark !== '' && last === mark
    last = isSame ? '' : mark
    return isSame ? text.replaceAll(/^- /gm, '+ ').replaceAll(/^(\d+)\. /gm, '$1) ') : text
  })
}

/** Matches what Markdown may read otherwise than it is meant, outside of the targets of links. */
const doubtful = /[\uE010-\uE012\\@]|www\.|:\/\//i

/** Writes the marks of a text, unless Markdown would read them otherwise. */
export function writeMarks(text: string): string {
  if (!doubtful.test(text.replaceAll(/\]\([^)]*\)/g, ''))) return text
  const plain = text.replaceAll(markPattern, '')
  const [expected] = readMarkdown(plain)
  const marked = text.replaceAll(markPattern, (mark) => marks[mark]!)
  for (const written of plain === text ? [plain] : [marked, plain]) {
    const [shown, isValid] = readMarkdown(written)
    if (isValid && shown === expected) return written
  }
  // Something in it is a link to Markdown, and was none.
  return plain.replaceAll(
    /(?<=https?)\\?:(?=\/\/)|(?<=\w)\\?@(?=\w)/gi,
    (sign) => `\\${sign.at(-1)}`,
  )
}

/** Reads Markdown. @returns the text, and whether it is valid and its links are those that it names */
function readMarkdown(markdown: string): [text: string, isValid: boolean] {
  let isValid = true
  const targets = markdown.matchAll(/\]\(([^)]*)\)|https:\/\/\S+/g)
  const known = [...targets].map(([address, target = address]) => target)
  const isHeading = /^#+ /.test(markdown)
  const parsed = parseMarkdown(isHeading ? markdown.replace(/^#+ /, '') : markdown, {
    headings: false,
    link(href) {
      if (!known.some((each) => each.startsWith(href)) && !href.startsWith('mailto:'))
        isValid = false
      return href
    },
    onIssue: () => (isValid = false),
  })
  return [flatten(parsed).replaceAll(/\s+/g, ' ').trim(), isValid]
}

const flatten = (text: RichText): string =>
  text
    .map((node) =>
      typeof node === 'string' ? node : 'c' in node ? flatten(node.c as RichText) : ' ',
    )
    .join('')
