/** The content of a post as HTML, wherever WordPress and its plugins keep it. */
import { isRecord } from '../../../schema/util/records.ts'
import type { ImportNote } from '../old-site.ts'
import { convertElementor } from './elementor.ts'
import type { ExportItem, WordPressExport } from './parse-wordpress.ts'
import { tryParseJson } from '../../../schema/util/try-parse.ts'

type NoteContent = (what: ImportNote['what'], detail: string) => void

export function convertPost(item: ExportItem, site: WordPressExport, note: NoteContent): string {
  const data = item.meta.get('_elementor_data')
  const elementor =
    data && data !== '[]' && item.meta.get('_elementor_edit_mode') !== ''
      ? convertElementor(data, note)
      : undefined
  const own = elementor ?? addParagraphs(convertBlocks(item.content, site, note))
  const thumbnail = findAttachment(item.meta.get('_thumbnail_id'), site)
  return `${thumbnail ? formatPicture(thumbnail) : ''}${convertShortcodes(own, site, note)}`
}

/** Blocks that show what a program finds, and have no text of their own. */
function convertBlocks(content: string, site: WordPressExport, note: NoteContent): string {
  let shown = 0
  const convert = (part: string): string => expandBlocks(part, site, note, convert, () => ++shown)
  return convert(content)
}

/** Shared blocks may contain others, and each other. */
const maxSharedBlocks = 1000

function expandBlocks(
  content: string,
  site: WordPressExport,
  note: NoteContent,
  convert: (content: string) => string,
  count: () => number,
): string {
  return content
    .replaceAll(/<!--\s+wp:block\s+(\{[^<>]*\})\s+\/-->/g, (whole, json: string) => {
      const ref = tryParseJson(json)
      const shared = site.items.find(
        ({ type, id }) => type === 'wp_block' && isRecord(ref) && id === String(ref.ref),
      )
      if (shared && count() <= maxSharedBlocks) return convert(shared.content)
      note(
        'element',
        `a shared block that ${shared ? 'is repeated too often' : 'the export does not contain'}: ${whole}`,
      )
      return ''
    })
    .replaceAll(
      /<!--\s+wp:(?!more|nextpage|spacer|separator)([a-z][\w/-]*)\s+(\{[^<>]*\}\s+)?\/-->/g,
      (_, name: string, attributes = '') => {
        note('element', `the block ${name} ${String(attributes).trim()}`.trim())
        return ''
      },
    )
}

/** Text without blocks has paragraphs only as empty lines. */
function addParagraphs(content: string): string {
  if (/<!--\s+wp:/.test(content)) return content
  return content
    .replaceAll('\r\n', '\n')
    .split(/\n\s*\n/)
    .map((part) => {
      const text = part.trim()
      const isBlock =
        /^<\/?(?:p|div|h[1-6]|ul|ol|li|table|t[rhd]|thead|tbody|blockquote|figure|section|article|form|iframe|hr|pre|dl|details|!--)\b/i
      if (text === '' || isBlock.test(text) || /^\[\/?[\w-]+[^\]]*\]$/.test(text)) return text
      return `<p>${text.replaceAll('\n', '<br>\n')}</p>`
    })
    .join('\n\n')
}

type Shortcode = { name: string; written: string; inner?: string; start: number; end: number }

const bracketPattern = /\[(\/?)([a-zA-Z][\w-]*)((?:[\s/][^[\]]*)?)\]/g
/** What is in deeper ones stays as it is. */
const maxShortcodeDepth = 50

/** Lists the outermost shortcodes. Each ends before the next one of its name begins. */
function listShortcodes(html: string): Shortcode[] {
  const brackets = [...html.matchAll(bracketPattern)].map(
    ({ 0: whole, 1: slash, 2: name = '', 3: rest = '', index }) => ({
      name,
      written: rest.replace(/\/$/, '').trimEnd(),
      isEnd: slash !== '',
      start: index,
      end: index + whole.length,
    }),
  )
  const next = new Map<string, (typeof brackets)[number]>()
  const codes: Shortcode[] = []
  for (const { isEnd, ...code } of brackets.toReversed()) {
    const following = next.get(code.name)
    next.set(code.name, { isEnd, ...code })
    if (isEnd) continue
    codes.push(
      following?.isEnd
        ? { ...code, inner: html.slice(code.end, following.start), end: following.end }
        : code,
    )
  }
  let end = 0
  return codes.toReversed().filter((code) => {
    const isOutermost = code.start >= end
    if (isOutermost) end = code.end
    return isOutermost
  })
}

/** Converts galleries and captions. Other shortcodes are noted, and the text in them stays. */
function convertShortcodes(
  html: string,
  site: WordPressExport,
  note: NoteContent,
  depth = 0,
): string {
  if (depth > maxShortcodeDepth) return html
  const convert = ({ name, written, inner, start, end }: Shortcode): string => {
    const whole = html.slice(start, end)
    const attributes = parseAttributes(written)
    if (name === 'gallery') return formatGallery(attributes, site, note, whole)
    if (name === 'caption' || name === 'wp_caption') return formatCaption(attributes, inner ?? '')
    if (name === 'embed' && inner !== undefined) return `<p>${inner.trim()}</p>`
    if (!isShortcode(html, whole, name, written, inner, start)) return whole
    note('shortcode', whole.length > 300 ? `${whole.slice(0, 300)} …` : whole)
    return inner === undefined ? '' : convertShortcodes(inner, site, note, depth + 1)
  }
  let at = 0
  const parts: string[] = []
  for (const code of listShortcodes(html)) {
    parts.push(html.slice(at, code.start), convert(code))
    at = code.end
  }
  return parts.join('') + html.slice(at)
}

/** How far what is in front of a shortcode is read. */
const maxLookBehind = 300

/** A word in brackets, such as [sic], is text unless it stands alone. */
function isShortcode(
  html: string,
  whole: string,
  name: string,
  attributes: string,
  inner: string | undefined,
  at: number,
): boolean {
  if (inner !== undefined || attributes.includes('=') || /[_-]/.test(name)) return true
  const before = html
    .slice(Math.max(0, at - maxLookBehind), at)
    .replace(/(?:<[^<>]*>|\s)+$/, (space) => (/[<\n]/.test(space) ? '\n' : ' '))
  const after = html.slice(at + whole.length)
  return /(?:^|\n)$/.test(before) && /^\s*(?:<|\n|$)/.test(after)
}

const parseAttributes = (written: string): Record<string, string> =>
  Object.fromEntries(
    [...written.matchAll(/(?<![\w-])([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+))/g)].map(
      ([, name, double, single, bare]) => [name!, double ?? single ?? bare ?? ''],
    ),
  )

function formatGallery(
  { ids = '', include = '' }: Record<string, string>,
  site: WordPressExport,
  note: NoteContent,
  whole: string,
): string {
  const numbers = (ids || include).split(',').map((id) => id.trim())
  const pictures = numbers.flatMap((id) => findAttachment(id, site) ?? [])
  if (pictures.length < numbers.length || pictures.length === 0)
    note(
      'shortcode',
      `${whole}: ${numbers.length - pictures.length} of its pictures are not in the export`,
    )
  return `<div class="gallery">${pictures.map(formatPicture).join('')}</div>`
}

function formatCaption({ caption }: Record<string, string>, inner: string): string {
  const [, picture = '', text = ''] =
    /^((?:<a[^>]*>\s*)?<img[^>]*>\s*(?:<\/a>)?)([\s\S]*)$/i.exec(inner.trimStart()) ?? []
  const shown = caption ?? text.trim()
  return picture === ''
    ? inner
    : `<figure>${picture}${shown === '' ? '' : `<figcaption>${shown}</figcaption>`}</figure>`
}

const findAttachment = (
  id: string | undefined,
  { items }: WordPressExport,
): ExportItem | undefined =>
  id === undefined ? undefined : items.find((item) => item.type === 'attachment' && item.id === id)

/** In WordPress, the excerpt of a picture is its caption. */
const formatPicture = ({ attachmentUrl, meta, excerpt }: ExportItem): string => {
  const alt = (meta.get('_wp_attachment_image_alt') ?? '').replaceAll('"', '&quot;')
  const caption = excerpt.trim() === '' ? '' : `<figcaption>${excerpt}</figcaption>`
  return `<figure><img src="${encodeURI(attachmentUrl)}" alt="${alt}">${caption}</figure>`
}
