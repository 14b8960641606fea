import { readFile, readdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { getText, parseHtml } from '../html/dom.ts'
import { decodeText } from '../decode-text.ts'
import { parseDay } from '../html/read-head.ts'
import { toOldAddress } from '../old-address.ts'
import {
  createOldSite,
  type ImportNote,
  type OldAnswer,
  type OldMenuLink,
  type OldPage,
  type OldSite,
} from '../old-site.ts'
import { parseExport, type ExportItem, type WordPressExport } from './parse-wordpress.ts'
import { convertPost } from './wordpress-content.ts'
import { groupBy } from '../../../schema/util/group-by.ts'
import { formatCount } from '../../../schema/util/format-first-items.ts'
import { slugify } from '../../../schema/util/slugify.ts'
import { resolveInside } from '../../../schema/util/resolve-inside.ts'

/** Types that are no pages, but parts of the program. */
const innerType =
  /^(?:revision|nav_menu_item|attachment|wp_block|custom_css|customize_changeset|oembed_cache|user_request|wp_template|wp_template_part|wp_global_styles|wp_navigation|wp_font_\w+|elementor_\w+|acf-.*|wpcf7_contact_form|wpforms|mc4wp-form|product_variation|shop_order.*|scheduled-action)$/

/**
 * Reads an export of WordPress. It has the texts of a site, but not its files, which lie in the
 * folder wp-content/uploads of the old server.
 * @param uploads the copy of that folder. By default, one of this name beside the export.
 */
export async function readWordPress(file: string, uploads?: string): Promise<OldSite> {
  const text = decodeText(await readFile(file))
  const exported = parseExport(text, file)
  const site = createOldSite()
  const note = (each: ImportNote) => void site.notes.push(each)
  if (!/<\/rss>\s*$/.test(text))
    note({
      what: 'unread',
      address: file,
      detail:
        'The export ends before </rss>. Its last pages are probably missing: export it again.',
    })
  site.origin = exported.origin
  site.name = exported.name
  if (exported.tagline !== '') site.tagline = exported.tagline
  if (exported.language !== undefined) site.language = exported.language
  await addUploads(site, exported, uploads ?? join(dirname(file), 'uploads'))
  const shown = exported.items.filter((item) => isPage(item, note))
  const pages = new Map(shown.map((item) => [item.id, readPage(item, exported, note)]))
  site.pages.push(...pages.values())
  addHome(site, exported, shown)
  addArchives(site, exported, shown)
  addAttachmentPages(site, exported, pages)
  Object.assign(site, readMenus(exported))
  return site
}

/** Notes what was not public, and the parts of the program. */
function isPage(item: ExportItem, note: (note: ImportNote) => void): boolean {
  const { type, status, title, content, id, meta } = item
  if (innerType.test(type)) {
    if (/^(?:wpcf7_contact_form|wpforms|elementor_library)$/.test(type))
      note({
        what: 'unread',
        address: `/?p=${id}`,
        detail: `${type} "${title}" belongs to a plugin.`,
      })
    return false
  }
  const isPublic = status === 'publish' && !item.hasPassword
  if (!isPublic)
    note({
      what: 'unpublished',
      address: item.link || `/?p=${id}`,
      detail: `"${title || 'Without a title'}" (${item.hasPassword ? 'with a password' : status})`,
    })
  const isEmpty = title === '' && content.trim() === ''
  if (isPublic && content.trim() === '' && meta.has('_elementor_data'))
    note({
      what: 'unread',
      address: item.link || `/?p=${id}`,
      detail: 'The export has no content of it, only the data of Elementor.',
    })
  return isPublic && !isEmpty
}

const seoKeys = {
  title: '_yoast_wpseo_title rank_math_title _aioseo_title _aioseop_title _seopress_titles_title',
  description:
    '_yoast_wpseo_metadesc rank_math_description _aioseo_description _aioseop_description _seopress_titles_desc',
  canonical:
    '_yoast_wpseo_canonical rank_math_canonical_url _aioseop_custom_link _seopress_robots_canonical',
}

/** What a plugin for search engines says. A text with a variable of the plugin, such as %%title%%, is none. */
const readSeo = (meta: ExportItem['meta'], what: keyof typeof seoKeys): string =>
  seoKeys[what]
    .split(' ')
    .map((key) => meta.get(key)?.trim() ?? '')
    .find((value) => value !== '' && (what === 'canonical' || !/[%#]\w+|%%/.test(value))) ?? ''

const isNoindex = (meta: ExportItem['meta']): boolean =>
  meta.get('_yoast_wpseo_meta-robots-noindex') === '1' ||
  meta.get('_seopress_robots_index') === 'yes' ||
  meta.get('_aioseop_noindex') === 'on' ||
  /noindex/.test(meta.get('rank_math_robots') ?? '')

function readPage(
  item: ExportItem,
  exported: WordPressExport,
  note: (note: ImportNote) => void,
): OldPage {
  const { id, type, title, meta, link } = item
  const { base } = exported
  const address = link === '' ? toOldAddress(`${base}/?p=${id}`) : link
  const html = convertPost(item, exported, (what, detail) => note({ what, address, detail }))
  const description = readSeo(meta, 'description') || getText(parseHtml(item.excerpt).children)
  const published = parseDay(item.date)
  const updated = parseDay(item.modified)
  const author = exported.authors.get(item.author) ?? item.author
  if (item.commentCount > 0)
    note({
      what: 'unread',
      address,
      detail: `${formatCount(item.commentCount, 'comment')} of visitors`,
    })
  const canonical = readSeo(meta, 'canonical')
  return {
    address,
    otherAddresses: listOtherAddresses(item, address, base),
    html: `<main>${html}</main>`,
    title: readSeo(meta, 'title') || formatTitle(item, exported),
    heading: title,
    ...(description !== '' && { description }),
    ...(isNoindex(meta) && { isNoindex: true }),
    ...(canonical !== '' && { canonical }),
    ...(type === 'post' &&
      published !== undefined && {
        article: {
          published,
          ...(updated !== undefined && updated > published && { updated }),
          ...(item.categories[0] && { category: item.categories[0].name }),
          ...(author !== '' && { author }),
        },
      }),
  }
}

/** Its number, the addresses that it had before, and those of its further parts. */
function listOtherAddresses(
  { id, type, guid, meta, content }: ExportItem,
  address: string,
  base: string,
): string[] {
  const isPlain = !address.includes('?') && address !== '/'
  const parts = isPlain ? content.split(/<!--\s*nextpage\s*-->/).length : 1
  const slug = meta.get('_wp_old_slug')
  const queries = [`${base}/?p=${id}`, ...(type === 'page' ? [`${base}/?page_id=${id}`] : []), guid]
  const others = [
    ...queries.filter((query) => query !== '').map(toOldAddress),
    ...Array.from({ length: parts - 1 }, (_, index) => `${address}/${index + 2}`),
    ...(slug && isPlain ? [toOldAddress(address.replace(/[^/]*$/, slug))] : []),
  ]
  return [...new Set(others)].filter((each) => each !== address)
}

/** The title of a document as WordPress writes it by default. */
const formatTitle = ({ title, link }: ExportItem, { name, tagline }: WordPressExport): string =>
  link !== '/' ? `${title} – ${name}` : tagline === '' ? name : `${name} – ${tagline}`

/** Without a page at its address, the home page of WordPress is the list of its posts. */
function addHome(
  site: OldSite,
  { name, tagline, base }: WordPressExport,
  shown: ExportItem[],
): void {
  const posts = shown.filter(({ type }) => type === 'post')
  const home = base === '' ? '/' : base
  if (!site.pages.some(({ address }) => address === home)) {
    site.pages.unshift({
      address: home,
      html: '',
      title: tagline === '' ? name : `${name} – ${tagline}`,
      heading: name,
      ...(tagline !== '' && { description: tagline }),
    })
    site.blog = home
    return
  }
  if (posts.length === 0) return
  // The page that shows the posts has no text of its own.
  const list =
    shown.find(
      ({ type, content, link }) =>
        type === 'page' &&
        link !== home &&
        content.trim() === '' &&
        /\/(?:blog|news|posts|articles|journal)$/.test(link),
    ) ?? shown.find(({ type, link }) => type === 'page' && /\/(?:blog|news)$/.test(link))
  if (list) site.blog = list.link
}

/** Lists of a category, a tag, an author or a day lead to the list of all posts. */
function addArchives(site: OldSite, exported: WordPressExport, shown: ExportItem[]): void {
  const { base } = exported
  const posts = shown.filter(({ type }) => type === 'post')
  const taken = new Set(site.pages.map(({ address }) => address))
  const addFeed = (address: string) => {
    const reason = 'a feed. Each list of articles has its own, such as /blog/feed.xml'
    const feed = toOldAddress(`${address}/feed`)
    if (!taken.has(feed)) site.others.set(feed, { kind: 'lost', reason })
  }
  const list: OldAnswer =
    posts.length > 0 ? { kind: 'list' } : { kind: 'lost', reason: 'a list that is empty' }
  const add = (address: string) => {
    const plain = toOldAddress(base + address)
    if (taken.has(plain)) return
    site.others.set(plain, list)
    if (!address.includes('?')) addFeed(plain)
  }
  for (const address of [base, `${base}/comments`]) addFeed(address)
  const terms = new Map(exported.terms.map((term) => [`${term.domain} ${term.slug}`, term]))
  for (const { terms: own, author, date, link, type } of shown) {
    if (!link.includes('?') && link !== '' && type === 'post') addFeed(link)
    // A type of a plugin has a list above its entries.
    const [, above] = new RegExp(`^${base}(/[\\w-]+)/[^/]+$`).exec(link) ?? []
    if (type !== 'post' && type !== 'page' && above !== undefined) add(above)
    if (type !== 'post' && type !== 'page') continue
    for (const { domain, slug } of own) {
      const term = terms.get(`${domain} ${slug}`)
      if (domain === 'category') add(`/category/${term?.path ?? slug}/`)
      else if (domain === 'post_tag') add(`/tag/${slug}/`)
      else if (domain === 'post_format') add(`/type/${slug.replace('post-format-', '')}/`)
      else if (domain !== 'nav_menu') add(`/${domain}/${slug}/`)
      if (domain === 'category' && term?.id) add(`/?cat=${term.id}`)
      if (domain === 'post_tag') add(`/?tag=${slug}`)
    }
    if (type !== 'post') continue
    if (author !== '') add(`/author/${slugify(author)}/`)
    const [year, month, day] = date.split(/[- ]/)
    if (!year || !month || !day || year < '1900') continue
    add(`/${year}/`)
    add(`/${year}/${month}/`)
    add(`/${year}/${month}/${day}/`)
  }
  const listed = site.blog === undefined || site.blog === '/' ? base : site.blog
  for (let page = 2; page <= Math.ceil(posts.length / 10); page++)
    site.others.set(toOldAddress(`${listed}/page/${page}`), list)
}

/** Each picture had a page, which leads to the page that shows it. */
function addAttachmentPages(
  site: OldSite,
  { attachments, base }: WordPressExport,
  pages: Map<string, OldPage>,
): void {
  for (const [parent, files] of attachments)
    for (const { id, link, attachmentUrl } of files) {
      const page = pages.get(parent)
      for (const address of [link, toOldAddress(`${base}/?attachment_id=${id}`)]) {
        if (address === '' || address === attachmentUrl) continue
        if (page?.otherAddresses) page.otherAddresses.push(address)
        else
          site.others.set(address, {
            kind: 'lost',
            reason: 'the page of a picture that belongs to no page',
          })
      }
    }
}

/** Finds the files of the old site, and notes those that are not there. */
async function addUploads(
  site: OldSite,
  { items, base }: WordPressExport,
  near: string,
): Promise<void> {
  const urls = items.flatMap(({ type, attachmentUrl }) =>
    type === 'attachment' && attachmentUrl !== '' ? attachmentUrl : [],
  )
  const [folder = `${base}/wp-content/uploads/`] = urls.flatMap(
    (url) => /^.*?\/uploads\//.exec(url)?.[0] ?? [],
  )
  // Pages show smaller copies and files that have no entry of their own.
  for (const name of await readdir(near, { recursive: true }).catch(() => [] as string[])) {
    const written = name.replaceAll('\\', '/')
    const { path: file } = resolveInside(near, written)
    const [, inFolder, path = inFolder] =
      /^(?:.*\/)?uploads\/(.*\.\w+)$|^[^/]+\/(\d{4}\/\d\d\/.*\.\w+)$/.exec(
        `${basename(resolve(near))}/${written}`,
      ) ?? []
    if (path === undefined || file === undefined) continue
    site.files.set(toOldAddress(encodeURI(folder + path.normalize())), () => readFile(file))
  }
  for (const address of urls) {
    if (site.files.has(address)) continue
    site.others.set(address, {
      kind: 'lost',
      reason: 'a file that the export does not contain',
    })
    const detail =
      'The export does not contain this file. Copy wp-content/uploads of the old server, and import again with --uploads DIR.'
    site.notes.push({ what: 'picture', address, detail })
  }
}

/** A menu may be in itself. */
const maxMenuDepth = 5

function readMenus(exported: WordPressExport): Pick<OldSite, 'menu' | 'footerMenus'> {
  const items = exported.items.filter(({ type }) => type === 'nav_menu_item')
  const menus = groupBy(
    items,
    ({ terms }) => terms.find(({ domain }) => domain === 'nav_menu')?.name ?? 'Menu',
  )
  const build = (lists: Map<string, ExportItem[]>, parent: string, depth = 0): OldMenuLink[] =>
    (depth > maxMenuDepth ? [] : (lists.get(parent) ?? []))
      .sort((a, b) => a.order - b.order)
      .flatMap((item) => {
        const inner = build(lists, item.id, depth + 1)
        const link = findMenuTarget(item, exported)
        const label = item.title || link?.label || ''
        if (label === '') return []
        return [
          { label, ...(link && { href: link.href }), ...(inner.length > 0 && { items: inner }) },
        ]
      })
  const getParent = ({ meta }: ExportItem) => meta.get('_menu_item_menu_item_parent') ?? '0'
  const named = [...menus].map(([label, list]) => ({
    label,
    items: build(groupBy(list, getParent), '0'),
  }))
  const main =
    named.find(({ label }) => /main|primary|haupt|principal|top|header/i.test(label)) ?? named[0]
  if (!main) {
    const pages = exported.items.filter(
      ({ type, status, parent }) => type === 'page' && status === 'publish' && parent === '0',
    )
    const sorted = [...pages].sort((a, b) => a.order - b.order).slice(0, 7)
    return { menu: sorted.map(({ title, link }) => ({ label: title, href: link })) }
  }
  return { menu: main.items, footerMenus: named.filter((menu) => menu !== main) }
}

function findMenuTarget(
  { meta }: ExportItem,
  { byId, terms, base }: WordPressExport,
): { label: string; href: string } | undefined {
  const url = meta.get('_menu_item_url')
  if (url) return { label: '', href: url }
  const id = meta.get('_menu_item_object_id')
  const type = meta.get('_menu_item_type')
  if (type === 'taxonomy') {
    const term = terms.find((each) => each.id === id)
    return term && { label: term.name, href: `${base}/category/${term.path}` }
  }
  const target = byId.get(id ?? '')
  return target && { label: target.title, href: target.link || `${base}/?p=${id}` }
}
