/** The content of a post as HTML: without the marks of blocks, and with shortcodes converted. */
import { Parser } from 'htmlparser2'
import { decodePath } from '../../../schema/resolve/alias-address.ts'
import { asRecord } from '../../../schema/util/records.ts'
import { tryParseJson } from '../../../schema/util/try-parse.ts'
import type { NoteKind } from '../old-site.ts'
import type { ExportItem, WordPressExport } from './parse-wordpress.ts'

type NoteContent = (what: NoteKind, detail: string) => void

/** What a post may name. */
type ExportIndex = Pick<WordPressExport, 'byId' | 'attachments'>

export function convertPost(item: ExportItem, site: ExportIndex, note: NoteContent): string {
  const content = expandBlocks(item.content, site, note) ?? addBreaks(item.content)
  const thumbnail = findAttachment(item.meta.get('_thumbnail_id'), site)
  const picture = thumbnail ? formatPicture(thumbnail) : ''
  return picture + convertShortcodes(content, { item, site, note })
}

/** Shared blocks may contain others, and each other. */
const maxSharedBlocks = 1000
const maxSharedDepth = 20

/**
 * Blocks are HTML between comments. Those without HTML show what a program finds, or a shared block.
 * @returns undefined if there are none
 */
function expandBlocks(content: string, site: ExportIndex, note: NoteContent): string | undefined {
  let shared = 0
  let isAny = false
  const expand = (html: string, depth = 0): string => {
    const parts: string[] = []
    let end = 0
    const parser = new Parser({
      oncomment(data) {
        const comment = data.trim()
        if (!comment.startsWith('wp:')) return
        isAny = true
        // Such as wp:block {"ref":12} /, which has no HTML.
        const [, name, rest = ''] = /^wp:([^\s{/]*)(.*)\/$/s.exec(comment) ?? []
        if (name === undefined) return
        parts.push(html.slice(end, parser.startIndex))
        end = parser.endIndex + 1
        const { ref } = asRecord(tryParseJson(rest))
        const own = name === 'block' ? site.byId.get(String(ref)) : undefined
        if (own && depth < maxSharedDepth && ++shared <= maxSharedBlocks)
          parts.push(expand(own.content, depth + 1))
        else if (own) note('element', `a shared block that is repeated too often: ${comment}`)
        else if (!/^(?:more|nextpage|spacer|separator)$/.test(name))
          note('element', `the block ${name} ${rest.trim()}`.trim())
      },
    })
    parser.end(html)
    return parts.join('') + html.slice(end)
  }
  const expanded = expand(content)
  return isAny ? expanded : undefined
}

/** Text without blocks has line breaks only as ends of lines, and paragraphs only as empty lines. */
const addBreaks = (content: string): string =>
  content.replaceAll(/<(pre|script|style)\b[\s\S]*?<\/\1>|<[^<>]*>|\r?\n/gi, (found) =>
    found.startsWith('<') ? found : '<br>\n',
  )

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

type CodeContext = { item: ExportItem; site: ExportIndex; note: NoteContent }

/** Converts known shortcodes. Of others, the text in them stays, and the proof lists the rest. */
function convertShortcodes(html: string, context: CodeContext, depth = 0): string {
  if (depth > maxShortcodeDepth) return html
  const convert = (code: Shortcode): string => {
    const { name, written, inner } = code
    const attributes = parseAttributes(written)
    const known = knownCodes.get(name)?.(attributes, inner ?? '', context)
    if (known !== undefined) return known
    if (!isShortcode(code)) return html.slice(code.start, code.end)
    // Spaces keep the texts of two of them apart.
    return inner === undefined ? ' ' : ` ${convertShortcodes(inner, context, depth + 1)} `
  }
  let at = 0
  const parts: string[] = []
  for (const code of listShortcodes(html)) {
    parts.push(html.slice(at, code.start), convert(code))
    at = code.end
  }
  return parts.join('') + html.slice(at)
}

type Attributes = Record<string, string>

/** The shortcodes of WordPress itself. @returns undefined if it is none after all */
const knownCodes = new Map<
  string,
  (attributes: Attributes, inner: string, context: CodeContext) => string | undefined
>([
  ['gallery', formatGallery],
  ['caption', formatCaption],
  ['wp_caption', formatCaption],
  ['embed', (_, inner) => (inner.trim() === '' ? undefined : `<p>${inner.trim()}</p>`)],
  [
    'video',
    ({ src, mp4, webm, poster }) =>
      formatMedia('video', src ?? mp4 ?? webm, poster && ` poster="${escapeQuotes(poster)}"`),
  ],
  // WPBakery keeps HTML in this form.
  ['vc_raw_html', (_, inner) => decodePath(Buffer.from(inner, 'base64').toString())],
  ['audio', ({ src, mp3, ogg }) => formatMedia('audio', src ?? mp3 ?? ogg)],
])

const formatMedia = (tag: string, file: string | undefined, more = ''): string | undefined =>
  file === undefined ? undefined : `<${tag} src="${escapeQuotes(file)}"${more}></${tag}>`

const escapeQuotes = (text: string): string => text.replaceAll('"', '&quot;')

/** A word in brackets, such as [sic], is text. */
const isShortcode = ({ name, written, inner }: Shortcode): boolean =>
  inner !== undefined || written.includes('=') || /[_-]/.test(name)

const parseAttributes = (written: string): Attributes =>
  Object.fromEntries(
    [...written.matchAll(/(?<![\w-])([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+))/g)].map(
      ([, name, double, single, bare]) => [name!, double ?? single ?? bare ?? ''],
    ),
  )

/** Without numbers, it shows the pictures that belong to the post. */
function formatGallery(
  { ids = '', include = '' }: Attributes,
  _: string,
  { item, site, note }: CodeContext,
): string {
  const numbers = (ids || include).split(',').flatMap((id) => id.trim() || [])
  const named = numbers.flatMap((id) => findAttachment(id, site) ?? [])
  if (named.length < numbers.length)
    note(
      'picture',
      `[gallery]: ${numbers.length - named.length} of its pictures are not in the export`,
    )
  const pictures = numbers.length > 0 ? named : (site.attachments.get(item.id) ?? [])
  return `<div class="gallery">${pictures.map(formatPicture).join('')}</div>`
}

function formatCaption({ caption }: Attributes, inner: string): string {
  const [, picture = '', text = ''] =
    /^((?:<a[^>]*>\s*)?<img[^>]*>\s*(?:<\/a>)?)([\s\S]*)$/i.exec(inner.trimStart()) ?? []
  const shown = caption ?? text.trim()
  return picture === ''
    ? inner
    : `<figure>${picture}${shown === '' ? '' : `<figcaption>${shown}</figcaption>`}</figure>`
}

function findAttachment(id: string | undefined, { byId }: ExportIndex): ExportItem | undefined {
  const found = id === undefined ? undefined : byId.get(id)
  return found?.type === 'attachment' ? found : undefined
}

/** In WordPress, the excerpt of a picture is its caption. */
const formatPicture = ({ attachmentUrl, meta, excerpt }: ExportItem): string => {
  const alt = escapeQuotes(meta.get('_wp_attachment_image_alt') ?? '')
  const caption = excerpt.trim() === '' ? '' : `<figcaption>${excerpt}</figcaption>`
  return `<figure><img src="${encodeURI(attachmentUrl)}" alt="${alt}">${caption}</figure>`
}
