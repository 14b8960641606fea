import { parseLocalUrl, toSitePath } from '../../../../schema/shared/local-address.ts'
import Turndown from 'turndown'
import { formatFirstItems } from '../../../../schema/util/format-first-items.ts'

/**
 * Text that was copied as HTML, in the Markdown that a field keeps.
 * @property dropped what could not be kept, in words: `a table`
 */
export type PastedText = { text: string; dropped: string[] }

/** What texts of pages do not have, and what it is called. */
const unsupported: Record<string, string> = {
  IMG: 'a picture',
  TABLE: 'the borders of a table',
  PRE: 'code',
  CODE: 'code',
  BLOCKQUOTE: 'the indent of a quote',
  HR: 'a line',
  VIDEO: 'a video',
  IFRAME: 'an embedded page',
}

/** On an element that shows a citation: its text in the file. */
export const citationAttribute = 'data-citation'

const hiddenElements = ['style', 'script', 'title', 'noscript'] as const

type Styled = { getAttribute(name: string): string | null }

const getStyle = (node: unknown) => (node as Styled).getAttribute?.('style') ?? ''
// Word adds properties such as mso-bidi-font-weight, which are for right-to-left text.
const isBold = (style: string) => /(?:^|;)\s*font-weight:\s*(bold|[6-9]00)/i.test(style)
const isNormal = (style: string) => /(?:^|;)\s*font-weight:\s*(normal|[1-5]00)/i.test(style)
const isItalic = (style: string) => /(?:^|;)\s*font-style:\s*italic/i.test(style)

/** Spaces at the ends stay outside of the marks. */
const mark = (content: string, marks: string) =>
  content.trim() === '' || content.includes('\n')
    ? content
    : content.replace(/^(\s*)([\s\S]*?)(\s*)$/, `$1${marks}$2${marks}$3`)

/**
 * @property headings whether the field may have `##` and `###`; otherwise a heading is bold
 * @property breaks whether a line ends where it ended; otherwise only in the file
 */
type ConvertOptions = { headings: boolean; breaks?: boolean }

/** Converts what Word, Google Docs and other programs put on the clipboard. */
export function convertPaste(html: string, options: ConvertOptions): PastedText {
  const { text, dropped } = convertHtml(html, {
    ...options,
    br: options.breaks ? '\\' : '',
    toTarget: toPublicTarget,
  })
  return { text: text.replaceAll(/[\u00a0\u2007\u202f]/g, ' '), dropped }
}

/**
 * Converts what was edited in the page: see `toEditableText`. Line breaks and the targets of links
 * stay as they are.
 */
export function convertEdited(html: string, options: ConvertOptions): PastedText {
  const softBreaks = html.replaceAll('\n', lineEnd)
  const { text, dropped } = convertHtml(softBreaks, {
    ...options,
    br: lineBreak,
    toTarget: (href) => href,
  })
  const withBreaks = text
    // A break at the end of a paragraph is not shown.
    .replaceAll(/(?:\n?\uE000)+(?=\n\n|\n?$)/g, '')
    .replaceAll(/(^|\n\n)(?:\uE000\n)+/g, '$1')
    .replaceAll(lineBreak, '\\')
    .replaceAll(lineEnd, '\n')
    // After a citation, a dash begins no list.
    .replaceAll(/(?<=[^\s\\])\\-/g, '-')
    // Browsers write them for spaces beside other ones.
    .replaceAll('\u00a0', ' ')
    .replaceAll(/(?<=\S) {2,}/g, ' ')
    .trim()
    .replaceAll(keptSpace, '\u00a0')
  return { text: withBreaks, dropped }
}

/** Characters that no text contains: a line that ends there on the page, and in the file only. */
const [lineBreak, lineEnd] = ['\uE000', '\uE001']

/** Marks a non-breaking space of the file, since browsers add others while one types. */
const keptSpace = '\uE002'

export const keepSpaces = (text: string): string => text.replaceAll('\u00a0', keptSpace)

/** @property br what stands for a line break */
type HtmlOptions = ConvertOptions & { br: string; toTarget: (href: string) => string }

function convertHtml(html: string, { headings, br, toTarget }: HtmlOptions): PastedText {
  const dropped = new Set<string>()
  const service = new Turndown({
    bulletListMarker: '-',
    emDelimiter: '*',
    strongDelimiter: '**',
    hr: '',
    br,
  })
  service.remove([...hiddenElements])
  service.addRule('styled', {
    filter: ['span', 'b', 'strong', 'i', 'em'],
    replacement(content, node) {
      const style = getStyle(node)
      const isStrong = isBold(style) || (/^(B|STRONG)$/.test(node.nodeName) && !isNormal(style))
      const isEmphasis = isItalic(style) || /^(I|EM)$/.test(node.nodeName)
      // A heading is bold already.
      const inHeading = findParent(node, /^H[1-6]$/)
      const emphasized = isEmphasis ? mark(content, '*') : content
      return isStrong && !inHeading ? mark(emphasized, '**') : emphasized
    },
  })
  service.addRule('deleted', {
    filter: ['del', 's'],
    replacement: (content) => mark(content, '~~'),
  })
  service.addRule('heading', {
    filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    replacement(content, node) {
      // A number at its beginning makes no list.
      const text = content
        .replaceAll(/\s+/g, ' ')
        .trim()
        .replace(/^(\d+)\\\. /, '$1. ')
      if (text === '') return ''
      if (headings) return `\n\n${Number(node.nodeName.slice(1)) < 3 ? '##' : '###'} ${text}\n\n`
      dropped.add('the size of a heading')
      return `\n\n**${text}**\n\n`
    },
  })
  service.addRule('link', {
    filter: (node) => node.nodeName === 'A' && node.getAttribute('href') !== null,
    replacement(content, node) {
      const href = toTarget((node as unknown as Styled).getAttribute('href') ?? '')
      const text = content.trim()
      if (isBareAddress(node.textContent ?? '', href)) return node.textContent ?? ''
      return href === '' || text === '' ? content : `[${text}](${href})`
    },
  })
  service.addRule('list item', {
    filter: 'li',
    replacement(content, node) {
      const list = node.parentNode as HTMLElement
      const index = Array.from(list.children).indexOf(node as HTMLElement)
      const start = Number(list.getAttribute?.('start') ?? 1)
      return formatItem(content, list.nodeName === 'OL' ? `${start + index}.` : '-')
    },
  })
  // Word writes the entries of lists as paragraphs that begin with their marker.
  service.addRule('Word list item', {
    filter: (node) =>
      node.nodeName === 'P' &&
      (/mso-list/i.test(getStyle(node)) || /MsoListP/.test(node.className)),
    replacement: (content, node) =>
      formatItem(
        content.replace(/^\s*([·•o§▪-]|\\?-|\w{1,3}\\?[.)])\s+/, ''),
        /^\s*\d{1,3}[.)]/.test(node.textContent ?? '') ? '1.' : '-',
      ),
  })
  service.addRule('unsupported', {
    filter: (node) => unsupported[node.nodeName] !== undefined,
    replacement(content, node) {
      dropped.add(unsupported[node.nodeName]!)
      const isBlock = /^(TABLE|PRE|BLOCKQUOTE)$/.test(node.nodeName)
      return isBlock ? `\n\n${content.trim()}\n\n` : content
    },
  })
  service.addRule('cell', {
    filter: ['td', 'th'],
    replacement: (content) => `${content.replaceAll(/\s+/g, ' ').trim()} `,
  })
  service.addRule('row', { filter: 'tr', replacement: (content) => `\n\n${content.trim()}\n\n` })
  // The last rule comes first.
  service.addRule('citation', {
    filter: (node) => node.hasAttribute(citationAttribute),
    replacement: (_, node) =>
      keepSpaces((node as unknown as Styled).getAttribute(citationAttribute) ?? ''),
  })
  const markdown = service
    .turndown(dropComments(html))
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    // The entries of one list stay together.
    .replaceAll(/^((?:-|\d+\.) .*)\n\n(?=(?:-|\d+\.) )/gm, '$1\n')
    .trim()
  return { text: markdown, dropped: [...dropped] }
}

/** Conditional comments of Word hold markers that no browser shows. */
const dropComments = (html: string) =>
  html.replaceAll(/<!--[\s\S]*?-->/g, '').replaceAll(/<!\[[^\]]*\]>/g, '')

function findParent(node: Node, name: RegExp): boolean {
  for (let parent = node.parentNode; parent; parent = parent.parentNode)
    if (name.test(parent.nodeName)) return true
  return false
}

/** Lines below the first are indented as far as its text. */
const formatItem = (content: string, marker: string) => {
  const text = content
    .trim()
    .replace(/(?:\n?\uE000)+$/, '')
    .replaceAll(lineEnd, '\n')
    .replaceAll(/\n{2,}/g, '\n')
    .replaceAll('\n', `\n${' '.repeat(marker.length + 1)}`)
  return text === '' ? '' : `\n${marker} ${text}\n`
}

/** Whether Markdown makes the link of the text alone. */
const isBareAddress = (text: string, href: string) =>
  (/^https?:\/\//.test(text) && text === href) ||
  (text.startsWith('www.') && `https://${text}` === href) ||
  (text.includes('@') && `mailto:${text}` === href)

/** Google Docs leads links over its own page. Bookmarks of a document lead nowhere. */
function toPublicTarget(href: string): string {
  const [, wrapped] = /^https:\/\/www\.google\.com\/url\?(?:.*&)?q=([^&]+)/.exec(href) ?? []
  const target = wrapped === undefined ? href : decodeURIComponent(wrapped)
  return /^(https?:|mailto:|tel:|\/)/i.test(target) ? toPageLink(target) : ''
}

/** A link into a preview of the site, or into a server of this computer, leads to the page itself. */
export function toPageLink(href: string): string {
  const { origin } = globalThis.location ?? {}
  const isHere = URL.canParse(href) && new URL(href).origin === origin
  const preview = isHere ? new URL(href) : parseLocalUrl(href)
  return preview ? toSitePath(preview) : href
}

/** Says what a text was kept without. */
export const describeDropped = (dropped: string[]): string =>
  `Pasted without ${formatFirstItems(dropped, 4)}: pages do not have that here.`

/** Text for a field of one line. */
export const toOneLine = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').trim().replaceAll(keptSpace, '\u00a0')
