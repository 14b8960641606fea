import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { groupBy } from '../../../schema/util/group-by.ts'
import { decodePath } from '../../../schema/resolve/alias-address.ts'
import type { OldDocument, OldMaterial } from './compare-sites.ts'
import { decodeText } from '../decode-text.ts'
import { readDocument, type ShownDocument } from './read-document.ts'
import { toFileName, toTarget } from './name-targets.ts'

/** @property terms such as `post_tag: Rye` */
type Entry = { fields: Map<string, string>; meta: Map<string, string>; terms: string[] }

/** Reads an export of WordPress: each published post as a browser shows its HTML. */
export async function readOldExport(
  file: string,
  uploads = join(dirname(file), 'uploads'),
): Promise<OldMaterial> {
  const { base, items } = parseItems(decodeText(await readFile(file), 'utf-8'))
  const hosts = new Set(URL.canParse(base) ? [new URL(base).host] : [])
  const toAddress = (url: string) => {
    const address = toTarget(url, { address: '/' }, hosts)
    return address.startsWith('/') ? address.replace(/(?<=.)\/(?=$|\?)/, '') : undefined
  }
  const children = groupBy(items, ({ fields }) => fields.get('wp:post_parent') ?? '')
  const byId = new Map(items.map((item) => [item.fields.get('wp:post_id') ?? '', item]))
  const names = new Set(
    (await readdir(uploads, { recursive: true }).catch(() => [])).map((name) => toFileName(name)),
  )
  const documents: OldDocument[] = []
  const addresses: string[] = []
  const innerTypes =
    /^(?:attachment|revision|nav_menu_item|custom_css|customize_changeset|oembed_cache|user_request|scheduled-action|wp_\w+|acf-.*|elementor_\w+|wpcf7_contact_form|wpforms|mc4wp-form|product_variation|shop_order.*)$/
  for (const item of items) {
    const get = (name: string) => item.fields.get(name) ?? ''
    const link = toAddress(get('link')) ?? `/?p=${get('wp:post_id')}`
    if (get('wp:post_type') === 'attachment') {
      const own = toAddress(get('wp:attachment_url'))
      if (own !== undefined) addresses.push(own.split('?')[0]!)
    }
    if (innerTypes.test(get('wp:post_type'))) continue
    if (get('wp:status') !== 'publish' || get('wp:post_password') !== '') continue
    if (get('title') === '' && get('content:encoded') === '') continue
    addresses.push(...listOtherAddresses(item, link))
    const read = () => readPost(item, byId, children)
    documents.push({ addresses: [link], isContent: true, read })
  }
  return {
    documents,
    addresses: [...new Set(addresses)],
    hosts,
    // Of a page that is not in the export, nobody knows.
    has: (address) => !/\.\w+$/.test(address) || names.has(toFileName(address)),
  }
}

function parseItems(text: string): { base: string; items: Entry[] } {
  const items: Entry[] = []
  let base = ''
  let item: Entry | undefined
  let key = ''
  let value = ''
  let domain = ''
  const parser = new SaxesParser({})
  // An export with a mistake is read as far as it goes.
  parser.on('error', () => {})
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    value = ''
    if (name === 'item') item = { fields: new Map(), meta: new Map(), terms: [] }
    else if (name === 'category') domain = attributes.domain ?? ''
  })
  const add = (more: string) => void (value += more)
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', ({ name }: SaxesTagPlain) => {
    if (name === 'item' && item) {
      items.push(item)
      item = undefined
    } else if (name === 'category') item?.terms.push(`${domain}: ${value.trim()}`)
    else if (name === 'wp:meta_key') key = value.trim()
    else if (name === 'wp:meta_value') item?.meta.set(key, value)
    else if (item && !item.fields.has(name))
      item.fields.set(name, name === 'content:encoded' ? value : value.trim())
    else if (!item && (name === 'wp:base_blog_url' || (name === 'link' && base === '')))
      base = value.trim()
    value = ''
  })
  // WordPress.com has the files of a site on a host of their own.
  const moved = text.replaceAll(
    /https?:\/\/[\w-]+\.files\.wordpress\.com\//g,
    '/wp-content/uploads/',
  )
  parser.write(moved.replaceAll(/(?![\t\n\r])\p{Cc}/gu, '')).close()
  return { base, items }
}

/** The other addresses of a post. */
function listOtherAddresses({ fields, meta }: Entry, link: string): string[] {
  const id = fields.get('wp:post_id') ?? ''
  const pages = (fields.get('content:encoded') ?? '').split('<!--nextpage-->').length
  const old = meta.get('_wp_old_slug')
  const isPlain = !link.includes('?') && link !== '/'
  return [
    ...(id === '' ? [] : [`/?p=${id}`]),
    ...(fields.get('wp:post_type') === 'page' ? [`/?page_id=${id}`] : []),
    ...Array.from({ length: isPlain ? pages - 1 : 0 }, (_, index) => `${link}/${index + 2}`),
    ...(old && isPlain ? [link.replace(/[^/]*$/, decodePath(old))] : []),
  ]
}

const seoKeys = {
  title: '_yoast_wpseo_title rank_math_title _aioseo_title _aioseop_title _seopress_titles_title',
  description:
    '_yoast_wpseo_metadesc rank_math_description _aioseo_description _aioseop_description _seopress_titles_desc',
}

function readPost(
  { fields, meta, terms }: Entry,
  byId: Map<string, Entry>,
  children: Map<string, Entry[]>,
): ShownDocument {
  const written = fields.get('content:encoded') ?? ''
  const shown = readDocument(expandShared(written, byId))
  const title = readText(fields.get('title') ?? '')
  // A template of the plugin, such as %%title%%, is no text.
  const isWritten = (value?: string) => value && !/[%#]\w+|%%/.test(value)
  const find = (keys: string) =>
    keys
      .split(' ')
      .map((key) => meta.get(key)?.trim())
      .find(isWritten)
  const leftOut = listThemeTexts(meta, terms)
  const picture = (id: string | undefined) => byId.get(id ?? '')?.fields.get('wp:attachment_url')
  const gallery = (tag: string) => {
    const [, ids] = /\b(?:ids|include)=["']?([\d,\s]+)/.exec(tag) ?? []
    const own = fields.get('wp:post_id')
    const files = ids
      ? ids.split(',').map((id) => picture(id.trim()))
      : (children.get(own ?? '') ?? []).map((item) => item.fields.get('wp:attachment_url'))
    for (const file of files) if (file) shown.pictures.push([file])
  }
  shown.lines = shown.lines.flatMap((line) => readLine(line, shown, { leftOut, gallery }))
  const thumbnail = picture(meta.get('_thumbnail_id'))
  if (thumbnail) shown.pictures.push([thumbnail])
  if (title !== '') shown.lines.unshift(title)
  shown.title = find(seoKeys.title) ?? title
  shown.description = find(seoKeys.description) ?? ''
  shown.isNoindex = isNoindex(meta)
  return { ...shown, leftOut }
}

const readText = (html: string): string => readDocument(html).lines.join(' ')

const isNoindex = (meta: Map<string, string>): boolean =>
  meta.get('_yoast_wpseo_meta-robots-noindex') === '1' ||
  meta.get('_seopress_robots_index') === 'yes' ||
  meta.get('_aioseop_noindex') === 'on' ||
  /noindex/.test(meta.get('rank_math_robots') ?? '')

/** Shared blocks are shown where they are named. They may name each other in a circle. */
function expandShared(html: string, byId: Map<string, Entry>, depth = 0): string {
  if (depth > 5) return html
  return html.replaceAll(
    /<!--\s*wp:block\s+\{[^{}<>]*"ref"\s*:\s*(\d+)[^{}<>]*\}\s*\/-->/g,
    (whole, id: string) => {
      const shared = byId.get(id)
      const content = shared?.fields.get('content:encoded')
      return content === undefined ? whole : expandShared(content, byId, depth + 1)
    },
  )
}

/** Custom fields, which have names without an underscore, tags, and what a shop shows: themes print them. */
const listThemeTexts = (meta: Entry['meta'], terms: string[]): string[] => [
  ...[...meta].flatMap(([name, value]) =>
    /^(?!_|rank_math)|^_(?:regular_price|sale_price|sku)$/.test(name) &&
    !/^(?:\s*|[\dOo]|a:\d+:\{.*)$/s.test(value)
      ? `${name}: ${value.trim()}`
      : [],
  ),
  // The first category of a post arrives.
  ...terms.filter((term) => !/^(?:category|nav_menu|post_format):/.test(term)),
  ...terms.filter((term) => term.startsWith('category:')).slice(1),
]

/** Core shortcodes that show what is in them, and nothing else. */
const plainCodes = new Set(['caption', 'wp_caption', 'embed'])

/** Separates the text of a line from its shortcodes, and from addresses that show films. */
function readLine(
  line: string,
  shown: ShownDocument,
  { leftOut, gallery }: { leftOut: string[]; gallery: (tag: string) => void },
): string[] {
  const parts = line.split(/(\[\/?[a-zA-Z][\w-]*(?:[\s/][^[\]]*)?\])/)
  const isCode = (part: string) =>
    /^\[(?:\/|[^\]]*=|\w+[_-]|(?:gallery|caption|audio|video|playlist|embed)\b)/.test(part) ||
    line.includes(`[/${part.slice(1).split(/[\s\]]/)[0]}]`)
  return parts.flatMap((part, index) => {
    if (index % 2 === 1 && isCode(part)) {
      const name = part.slice(1).split(/[\s\]/]/)[0]!
      const [, caption] = /\bcaption=(?:"([^"]*)"|'([^']*)')/.exec(part) ?? []
      if (name === 'gallery') gallery(part)
      else if (name !== '' && !plainCodes.has(name)) leftOut.push(part)
      return plainCodes.has(name) && caption ? [caption] : []
    }
    const text = part.trim()
    const isFilm = /^https?:\/\/\S*(?:youtube|youtu\.be|vimeo)\S*$/.test(text)
    if (isFilm) shown.links.push(text)
    return text === '' || isFilm ? [] : [text]
  })
}
