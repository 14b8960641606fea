import { parseDocument } from 'htmlparser2'
import { UserError } from '../../shared/user-error.ts'
import {
  findAll,
  findFirst,
  getRawText,
  isElement,
  parseHtml,
  type HtmlElement,
} from '../html/dom.ts'
import { findOldAddress } from '../old-address.ts'
import { groupBy } from '../../../schema/util/group-by.ts'

/** A category or a tag. `path` has those above it: parent/child. */
export type ExportTerm = { domain: string; id: string; slug: string; name: string; path: string }

/** An entry of an export: a post, a page, a picture, an entry of a menu. Addresses are old ones. */
export type ExportItem = {
  id: string
  type: string
  status: string
  title: string
  content: string
  excerpt: string
  link: string
  /** Its address with its number, if it is one of the site. */
  guid: string
  date: string
  modified: string
  author: string
  parent: string
  order: number
  hasPassword: boolean
  terms: Pick<ExportTerm, 'domain' | 'slug' | 'name'>[]
  meta: Map<string, string>
  attachmentUrl: string
  commentCount: number
}

export type WordPressExport = {
  origin: string
  /** Where WordPress was on its host: /blog, or nothing. */
  base: string
  name: string
  tagline: string
  language: string
  /** The names of authors by their logins. */
  authors: Map<string, string>
  terms: ExportTerm[]
  items: ExportItem[]
  byId: Map<string, ExportItem>
  /** Pictures and other files by the post that they belong to. */
  attachments: Map<string, ExportItem[]>
}

/** Parses an export (WXR). @throws UserError if the file is something else */
export function parseExport(text: string, file: string): WordPressExport {
  if (!/<rss[\s>]/.test(text) || !/<wp:/.test(text))
    throw new UserError(
      `${file} is not an export of WordPress: it has no <rss> with wp: elements. In WordPress, choose Tools → Export → All content. Of a site that another program runs, such as Blogger, name the address. Nothing was written.`,
    )
  // WordPress writes control characters, which XML does not have.
  const clean = moveFiles(text.replaceAll(/(?![\t\n\r])\p{Cc}/gu, ''))
  const document = parseDocument(clean, { xmlMode: true })
  const channel = findFirst(document.children, 'channel')
  if (!channel)
    throw new UserError(
      `${file} has no <channel> in its <rss>. Export it again. Nothing was written.`,
    )
  const base = getChild(channel, 'wp:base_blog_url') || getChild(channel, 'link')
  if (!URL.canParse(base))
    throw new UserError(
      `${file} does not say the address of its site: <link> in its <channel> is ${JSON.stringify(base)}. Nothing was written.`,
    )
  const { origin, pathname } = new URL(base)
  // An element that is not closed would contain the items after it.
  const found = findAll(channel.children, 'item')
  if (found.length === 0)
    throw new UserError(
      `${file} has no <item>: no page and no post. Export all content. Nothing was written.`,
    )
  const items = found.map((item) => readItem(item, origin))
  const attachments = items.filter(({ type }) => type === 'attachment')
  return {
    origin,
    base: pathname.replace(/\/$/, ''),
    name: decodeEntities(getChild(channel, 'title')) || new URL(base).hostname,
    tagline: decodeEntities(getChild(channel, 'description')),
    language: getChild(channel, 'language'),
    authors: new Map(
      findAll(channel.children, 'wp:author').map((author) => [
        getChild(author, 'wp:author_login'),
        getChild(author, 'wp:author_display_name'),
      ]),
    ),
    terms: readTerms(channel),
    items,
    byId: new Map(items.map((item) => [item.id, item])),
    attachments: groupBy(attachments, ({ parent }) => parent),
  }
}

/** WordPress.com has the files of a site on another host, in the same folders. */
function moveFiles(text: string): string {
  const [, host] = /\/\/([\w-]+\.files\.wordpress\.com)\/[^<]*<\/wp:attachment_url/.exec(text) ?? []
  const [, base] = /<wp:base_blog_url>\s*([^<\s]+?)\/?\s*</.exec(text) ?? []
  return host && base
    ? text.replaceAll(new RegExp(`https?://${host}/`, 'g'), `${base}/wp-content/uploads/`)
    : text
}

function readItem(item: HtmlElement, origin: string): ExportItem {
  const get = (name: string) => getChild(item, name)
  const toAddress = (url: string) =>
    URL.canParse(url) ? (findOldAddress(url, { address: '/' }, origin) ?? '') : ''
  const guid = toAddress(get('guid'))
  const comments = listChildren(item, 'wp:comment')
  return {
    id: get('wp:post_id'),
    type: get('wp:post_type'),
    status: get('wp:status'),
    title: decodeEntities(get('title')),
    content: getChild(item, 'content:encoded', false),
    excerpt: getChild(item, 'excerpt:encoded', false),
    link: toAddress(get('link')),
    guid: guid.includes('?') ? guid : '',
    date: get('wp:post_date'),
    modified: get('wp:post_modified'),
    author: get('dc:creator'),
    parent: get('wp:post_parent') || '0',
    order: Number(get('wp:menu_order')) || 0,
    hasPassword: get('wp:post_password') !== '',
    terms: listChildren(item, 'category').map((category) => ({
      domain: category.attribs.domain ?? '',
      slug: category.attribs.nicename ?? '',
      name: decodeEntities(getRawText(category)),
    })),
    meta: new Map(
      listChildren(item, 'wp:postmeta').map((entry) => [
        getChild(entry, 'wp:meta_key'),
        getChild(entry, 'wp:meta_value', false),
      ]),
    ),
    attachmentUrl: toAddress(get('wp:attachment_url')),
    commentCount: comments.filter((each) => getChild(each, 'wp:comment_approved') === '1').length,
  }
}

function readTerms(channel: HtmlElement): ExportTerm[] {
  const read = (kind: string, domain: string, keys: string[]) =>
    findAll(channel.children, kind).map((entry) => {
      const [slug = '', name = '', parent = ''] = keys.map((key) => getChild(entry, key))
      const id = getChild(entry, 'wp:term_id')
      return { domain, id, slug, name: decodeEntities(name), path: slug, parent }
    })
  const categories = read('wp:category', 'category', [
    ...['wp:category_nicename', 'wp:cat_name', 'wp:category_parent'],
  ])
  const toPath = (slug: string, depth = 0): string => {
    const parent = categories.find((each) => each.slug === slug)?.parent
    return parent && depth < 10 ? `${toPath(parent, depth + 1)}/${slug}` : slug
  }
  return [
    ...categories.map((term) => ({ ...term, path: toPath(term.slug) })),
    ...read('wp:tag', 'post_tag', ['wp:tag_slug', 'wp:tag_name']),
  ]
}

const listChildren = (element: HtmlElement, name: string): HtmlElement[] =>
  element.children.filter((child): child is HtmlElement => isElement(child, name))

const getChild = (element: HtmlElement, name: string, trims = true): string => {
  const [child] = listChildren(element, name)
  const text = child ? getRawText(child) : ''
  return trims ? text.trim() : text
}

/** Titles are HTML inside of XML. */
const decodeEntities = (text: string): string => getRawText(parseHtml(`<p>${text}</p>`)).trim()
