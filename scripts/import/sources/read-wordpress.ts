import { readFile, readdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { getText, parseHtml } from '../html/dom.ts'
import { decodeText } from '../decode-text.ts'
import { parseDay } from '../html/read-head.ts'
import { toOldAddress } from '../old-address.ts'
import {
  createOldSite,
  type AddNote,
  type OldAnswer,
  type OldMenuLink,
  type OldPage,
  type OldSite,
} from '../old-site.ts'
import {
  parseExport,
  type ExportItem,
  type ExportTerm,
  type WordPressExport,
} from './parse-wordpress.ts'
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
  const { note } = site
  if (!/<\/rss>\s*$/.test(text))
    note(
      'unread',
      file,
      'The export ends before </rss>. Its last pages are probably missing: export it again.',
    )
  const { origin, name, tagline, language } = exported
  Object.assign(site, { origin, name, tagline: tagline || undefined, language })
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
function isPage(item: ExportItem, note: AddNote): boolean {
  const { type, status, title, content, meta, hasPassword } = item
  const number = `/?p=${item.id}`
  if (innerType.test(type)) {
    if (/^(?:wpcf7_contact_form|wpforms|elementor_library)$/.test(type))
      note('unread', number, `${type} "${title}" belongs to a plugin.`)
    return false
  }
  const address = item.link || number
  if (status !== 'publish' || hasPassword) {
    const state = hasPassword ? 'with a password' : status
    note('unpublished', address, `"${title || 'Without a title'}" (${state})`)
    return false
  }
  const isEmpty = content.trim() === ''
  if (isEmpty && meta.has('_elementor_data'))
    note('unread', address, 'The export has no content of it, only the data of Elementor.')
  return title !== '' || !isEmpty
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

function readPage(item: ExportItem, exported: WordPressExport, note: AddNote): OldPage {
  const { id, type, title, meta, link } = item
  const { base } = exported
  const address = link === '' ? toOldAddress(`${base}/?p=${id}`) : link
  const html = convertPost(item, exported, (what, detail) => note(what, address, detail))
  const description = readSeo(meta, 'description') || getText(parseHtml(item.excerpt).children)
  const published = parseDay(item.date)
  const updated = parseDay(item.modified)
  const author = exported.authors.get(item.author) ?? item.author
  if (item.commentCount > 0)
    note('unread', address, `${formatCount(item.commentCount, 'comment')} of visitors`)
  return {
    address,
    otherAddresses: listOtherAddresses(item, address, base),
    html: `<main>${html}</main>`,
    title: readSeo(meta, 'title') || formatTitle(item, exported),
    heading: title,
    description: description || undefined,
    isNoindex: isNoindex(meta) || undefined,
    canonical: readSeo(meta, 'canonical') || undefined,
    article:
      type === 'post' && published !== undefined
        ? {
            published,
            updated: updated !== undefined && updated > published ? updated : undefined,
            category: item.terms.find(({ domain }) => domain === 'category')?.name,
            author: author || undefined,
          }
        : undefined,
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
const formatTitle = (
  { title, link }: Pick<ExportItem, 'title' | 'link'>,
  { name, tagline }: WordPressExport,
): string => (link !== '/' ? `${title} – ${name}` : tagline === '' ? name : `${name} – ${tagline}`)

/** Without a page at its address, the home page of WordPress is the list of its posts. */
function addHome(site: OldSite, exported: WordPressExport, shown: ExportItem[]): void {
  const { name, tagline, base } = exported
  const home = base === '' ? '/' : base
  if (!site.pages.some(({ address }) => address === home)) {
    site.pages.unshift({
      address: home,
      html: '',
      title: formatTitle({ title: '', link: '/' }, exported),
      heading: name,
      description: tagline || undefined,
    })
    site.blog = home
    return
  }
  if (shown.every(({ type }) => type !== 'post')) return
  const [list] = shown
    .filter(
      ({ type, link }) =>
        type === 'page' && link !== home && /\/(?:blog|news|posts|articles|journal)$/.test(link),
    )
    // The page that shows the posts has no text of its own.
    .sort((one, other) => one.content.length - other.content.length)
  if (list) site.blog = list.link
}

/** Lists of a category, a tag, an author or a day lead to the list of all posts. */
function addArchives(site: OldSite, exported: WordPressExport, shown: ExportItem[]): void {
  const { base } = exported
  const postCount = shown.filter(({ type }) => type === 'post').length
  const taken = new Set(site.pages.map(({ address }) => address))
  const list: OldAnswer =
    postCount > 0 ? { kind: 'list' } : { kind: 'lost', reason: 'a list that is empty' }
  const reason = 'a feed. Each list of articles has its own, such as /blog/feed.xml'
  const add = (written: string, answer: OldAnswer) => {
    const address = toOldAddress(written)
    if (!taken.has(address)) site.others.set(address, answer)
  }
  const addFeed = (address: string) => add(`${address}/feed`, { kind: 'lost', reason })
  addFeed(base)
  addFeed(`${base}/comments`)
  const terms = new Map(exported.terms.map((term) => [`${term.domain} ${term.slug}`, term]))
  for (const item of shown) {
    const { type, link } = item
    if (type === 'post' && link !== '' && !link.includes('?')) addFeed(link)
    for (const path of listArchives(item, terms, base)) {
      add(base + path, list)
      if (!path.includes('?')) addFeed(base + path)
    }
  }
  const listed = site.blog === undefined || site.blog === '/' ? base : site.blog
  for (let page = 2; page <= Math.ceil(postCount / 10); page++) add(`${listed}/page/${page}`, list)
}

/** The paths of the lists in which an entry was. */
function listArchives(
  { terms: own, author, date, link, type }: ExportItem,
  terms: Map<string, ExportTerm>,
  base: string,
): string[] {
  if (type !== 'post' && type !== 'page') {
    // A type of a plugin has a list above its entries.
    const [, above] = new RegExp(`^${base}(/[\\w-]+)/[^/]+$`).exec(link) ?? []
    return above === undefined ? [] : [above]
  }
  const paths = own.flatMap(({ domain, slug }) => {
    const { id, path } = terms.get(`${domain} ${slug}`) ?? { id: '', path: slug }
    if (domain === 'category') return [`/category/${path}`, ...(id ? [`/?cat=${id}`] : [])]
    if (domain === 'post_tag') return [`/tag/${slug}`, `/?tag=${slug}`]
    if (domain === 'post_format') return [`/type/${slug.replace('post-format-', '')}`]
    return domain === 'nav_menu' ? [] : [`/${domain}/${slug}`]
  })
  if (type === 'page') return paths
  if (author !== '') paths.push(`/author/${slugify(author)}`)
  const [year = '', month, day] = date.split(/[- ]/)
  return month && day && year >= '1900'
    ? [...paths, `/${year}`, `/${year}/${month}`, `/${year}/${month}/${day}`]
    : paths
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

/** Finds the files of the old site. */
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
  for (const address of urls)
    if (!site.files.has(address)) site.others.set(address, { kind: 'lost', reason: missingFile })
}

const missingFile =
  'a file that the export does not contain. Copy wp-content/uploads of the old server, and import again with --uploads DIR'

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
        const items = inner.length > 0 ? inner : undefined
        return label === '' ? [] : [{ label, href: link?.href, items }]
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
