/** Turns planned pages into the entries of the new site. */
import { rankByCount } from '../../schema/util/group-by.ts'
import { slugify } from '../../schema/util/slugify.ts'
import { decodePath, encodeCharacter, encodePath } from '../../schema/resolve/alias-address.ts'
import { parseLink } from '../../schema/resolve/parse-link.ts'
import { emailPattern, numberPattern } from '../../schema/resolve/text/check-contacts.ts'
import { descriptionLimit } from '../../schema/rules/head-limits.ts'
import type { OldCountry } from './find-place.ts'
import type { FigureCiter } from './cite-figures.ts'
import { findEmail, isSamePhone, normalizePhone, type OldContacts } from './find-contacts.ts'
import type { Block, ContentRules } from './html/content.ts'
import { convertContent, type Content } from './html/convert-content.ts'
import { findAll, findFirst, getRawText, getText } from './html/dom.ts'
import type { Part } from './html/list-parts.ts'
import { findOldAddress, resolveOldLink, toPath } from './old-address.ts'
import type { AddNote, OldSite } from './old-site.ts'
import type { PlannedPage, SitePlan } from './plan-site.ts'

export type ImportContext = {
  plan: SitePlan
  citer: FigureCiter
  contacts: OldContacts
  country: OldCountry
  siteName: string
  /** The files of the old site by their addresses, with their paths in public/. */
  files: Map<string, string>
  /** The pictures among them, with their paths in public/. */
  pictures: Map<string, string>
  /** Those that pages show. */
  shown: Set<string>
  old: OldSite
  /** Those of pages, and their descriptions. */
  titles: Set<string>
  hasSharedTitles: boolean
  /** The anchors of old headings, by route and old anchor. */
  anchors: Map<string, string>
}

/** The entry of a page, as it will be written: undefined is left out. */
type ImportedPage = { label?: string; blocks: Block[]; [property: string]: unknown }

/** Turns pages into entries. */
export function createPageConverter(context: ImportContext): (page: PlannedPage) => ImportedPage {
  const { pages } = context.plan
  const listing = pages.find(({ isListing }) => isListing)
  // The home page has the name of the site, which is no category.
  const category = listing && listing.route !== '/' ? splitTitle(getOwnText('title', listing)) : ''
  return (page) => {
    const { old, head, route, article } = page
    const rules = createRules(page, context)
    noteCanonical(page, context)
    for (const script of findAll(page.document, 'script'))
      if (scriptWriting.test(getRawText(script)))
        rules.note('element', `what a script writes: ${getRawText(script).trim().slice(0, 100)} …`)
    const skipped = new Set(page.shell.flatMap(({ nodes }) => nodes))
    const content = convertContent(page.document.children, rules, skipped, old.heading)
    const heading =
      content.heading ?? rules.text(old.heading ?? splitTitle(old.title ?? head.title))
    keepAnchors(route, content, context)
    const own = getOwnText('title', page)
    const title = rules.text(own) || heading || route
    if (own === '')
      context.old.note('changed', old.address, `It had no title; it is "${title}" now.`)
    const description = rules.text(chooseDescription(page, title, context.old.note))
    for (const text of [`title ${title}`, `description ${description}`]) {
      const key = text.trim().toLowerCase()
      context.hasSharedTitles ||= context.titles.has(key)
      context.titles.add(key)
    }
    const label = old.heading === undefined ? (content.heading ?? '') : rules.text(old.heading)
    const hasLabel = route !== '/' && label !== '' && label.length <= 40 && label !== title
    const shown = heading === '' ? title : heading
    return {
      kind: route === '/' ? 'home' : article ? 'article' : 'info',
      title,
      description,
      label: hasLabel ? label : undefined,
      noindex: (old.isNoindex ?? head.noindex) || undefined,
      article: article && { ...article, category: article.category ?? (category || 'Blog') },
      blocks: [
        ...(route === '/' ? [] : [{ type: 'breadcrumbs' }]),
        { type: article ? 'article-header' : 'hero', heading: shown },
        ...content.blocks,
        ...(page.isListing ? [{ type: 'posts', heading: shown }] : []),
      ],
    }
  }
}

/** What a script writes into a page or takes into it from another document. */
const scriptWriting = /\bdocument\.write|\.innerHTML\s*\+?=/
const insertedMarkup = /\binsertAdjacentHTML\b|\.(?:html|append|prepend|before|after)\(/
const markedUpWords = />\s*\p{L}[^<>{}()=;'"`\\]{2,}<\//gu
const loadedDocument = /\b(?:fetch|load|get)\(\s*["'`](?<document>[^"'`]+\.html?)["'`]/

/**
 * Notes the script files that write words into pages, such as a menu that is kept once for all pages.
 * A library writes a word or two, such as "Loading".
 */
export async function noteWritingScripts({ files, note }: OldSite): Promise<void> {
  for (const [address, read] of files) {
    if (!/\.m?js$/i.test(toPath(address))) continue
    const script = new TextDecoder().decode(await read())
    const loaded = loadedDocument.exec(script)?.groups?.document
    const isWriting = scriptWriting.test(script) || insertedMarkup.test(script)
    if (loaded !== undefined) note('element', address, `what a script loads into pages: ${loaded}`)
    else if (isWriting && (script.match(markedUpWords)?.length ?? 0) > 2)
      note(
        'element',
        address,
        'what a script writes into pages, such as a menu (import the pages as a browser shows them, or add it in the studio)',
      )
  }
}

const getOwnText = (what: 'title' | 'description', { old, head }: PlannedPage): string =>
  (old[what] ?? head[what]).trim()

/** A page of the new site names itself, so what named another one is for its author to decide. */
function noteCanonical({ old, head, aliases, route }: PlannedPage, context: ImportContext): void {
  const canonical = old.canonical ?? head.canonical
  if (canonical === undefined) return
  const target = resolveOldLink(canonical, old, context.plan.origin)
  const isOwn =
    target && 'address' in target && [old.address, route, ...aliases].includes(target.address)
  if (target && !isOwn)
    context.old.note(
      'changed',
      old.address,
      `Its canonical address was ${canonical}. The new page names itself.`,
    )
}

const splitTitle = (title: string) => title.split(/ [|–—·-] /)[0]!.trim()

/** Its own description, or one of its paragraphs. */
function chooseDescription(page: PlannedPage, title: string, note: AddNote): string {
  const own = getOwnText('description', page)
  if (own !== '') return own
  const isParagraph = ({ level, zone, text, nodes }: Part) =>
    level === undefined &&
    /main|body/.test(zone) &&
    text.length > 10 &&
    findFirst(nodes, 'table', 'del', 's', 'strike') === undefined &&
    getText(findAll(nodes, 'a')).length * 2 < text.length
  const text = shorten(page.content.find(isParagraph)?.text ?? `${title}.`)
  note('changed', page.old.address, `It had no description; it is "${text}" now.`)
  return text
}

/** Shortens a text to whole sentences, or to whole words. */
function shorten(text: string): string {
  if (text.length <= descriptionLimit) return text
  const sentences = /^.{40,155}[.!?](?=\s)/.exec(text)?.[0]
  return sentences ?? `${text.slice(0, descriptionLimit - 2).replace(/\s+\S*$/, '')} …`
}

function createRules(page: PlannedPage, context: ImportContext): ContentRules {
  const { citer, old: site } = context
  const { address } = page.old
  // What something cost on the day of an article stays what it was.
  const cite = (text: string, about?: string) =>
    page.article ? text : citer.cite(text, address, about)
  const plainText = (written: string) => citeContacts(written, context)
  return {
    cite,
    plainText,
    text: (written, about) => cite(plainText(written), about),
    route: page.route,
    title: splitTitle(page.old.title ?? page.head.title) || context.siteName,
    link: (href) => convertLink(href, page, context),
    picture(sources, alt) {
      const file = findPicture(sources, page, context)
      if (file !== undefined) return file
      const called = alt === '' ? '' : ` (${alt})`
      site.note(
        'picture',
        address,
        `${sources[0]}${called} is not among the pictures of the old site.`,
      )
      return undefined
    },
    table: (rows) => (page.article ? undefined : citer.addTable(rows, address)),
    note: (what, detail) => site.note(what, address, detail),
  }
}

/** The path in public/ of the first of several files that is there. */
export function findPicture(
  files: string[],
  { old }: Pick<PlannedPage, 'old'>,
  { plan, pictures, shown }: ImportContext,
): string | undefined {
  for (const src of files) {
    const file = pictures.get(toPath(findOldAddress(src, old, plan.origin) ?? ''))
    if (file === undefined) continue
    shown.add(file)
    return file
  }
  return undefined
}

/** Cites phone number and email. Removes what no visitor sees, and what has a meaning on pages. */
export const citeContacts = (text: string, { contacts, country }: ImportContext): string =>
  text
    .replaceAll(/[\u00ad\u200b\u200e\u200f\u2060\ufeff]|(?![\t\n\r])\p{Cc}/gu, '')
    // Between letters and signs, they join them.
    .replaceAll(/(?<!\S)[\u200c\u200d]+|[\u200c\u200d]+(?!\S)/g, '')
    .replaceAll('${', '$ {')
    .replace(numberPattern, (found) =>
      isSamePhone(normalizePhone(found, country.value) ?? '', contacts.phone)
        ? '${site.phone}'
        : found,
    )
    .replace(emailPattern, (found) =>
      found.toLowerCase() === contacts.email ? '${site.email}' : found,
    )

/** @returns undefined if only the text is kept: then the proof lists the link */
export function convertLink(
  href: string,
  page: Pick<PlannedPage, 'old'>,
  context: ImportContext,
): string | undefined {
  const { plan, contacts, country, files, old } = context
  const written = href.trim()
  const [, scheme = '', value = ''] = /^(tel|sms|mailto):([^?;]*)/i.exec(written) ?? []
  if (scheme !== '') {
    const rest = /\?\S*$/.exec(written)?.[0] ?? ''
    if (scheme.toLowerCase() === 'mailto') {
      const [email] = findEmail(value)
      return email && `mailto:${email === contacts.email ? '' : email}${rest}`
    }
    const number = normalizePhone(value, country.value)
    if (isSamePhone(number ?? '', contacts.phone)) return `${scheme.toLowerCase()}:`
    return number && `${scheme.toLowerCase()}:${number.replaceAll(/[^\d+]/g, '')}`
  }
  if (written === '' || written === '#') return undefined
  const target = resolveOldLink(written, page.old, plan.origin)
  if (!target) return undefined
  if ('url' in target) {
    if (!/^https?:/.test(target.url)) return undefined
    const url = target.url.replace(/^http:/, 'https:').replaceAll(/[()\s]/g, encodeCharacter)
    if (parseLink(url).kind === 'bad') return undefined
    if (target.url.startsWith('http:'))
      old.note(
        'link',
        page.old.address,
        `${href} is written with https: now. npm run links says whether it works.`,
      )
    return url
  }
  const path = toPath(target.address)
  // Many hosts answer /prices with prices.html.
  const route = [target.address, path, `${path}.html`]
    .map((each) => plan.targets.get(each))
    .find((each) => each !== undefined)
  if (route !== undefined) {
    const own = target.anchor
    return own === undefined
      ? route
      : `${route}#${anchorMark}${encodeURIComponent(decodePath(own))}`
  }
  const file = files.get(toPath(target.address))
  return file && encodePath(file)
}

/** Marks an anchor of an old page, until all pages are made. */
const anchorMark = 'old-anchor.'

/** Keeps the anchors of headings in texts: the new one follows from the words. */
function keepAnchors(
  route: string,
  { heading: main, blocks, anchors }: Content,
  context: ImportContext,
): void {
  const bodies = blocks.flatMap(({ type, body }) => (type === 'prose' ? String(body) : []))
  const titles = bodies.flatMap((body) => [...body.matchAll(/^##+ (.+)$/gm)])
  const slugs = titles.map(([, title = '']) =>
    toAnchor(title.replace(/^\[(.*)\]\([^)]*\)$/, '$1').replaceAll('\\', '')),
  )
  // Of two headings with the same words, the second one has a number.
  const known = new Set(rankByCount(slugs).flatMap(({ item, count }) => (count > 1 ? [] : item)))
  known.delete('')
  const keep = (anchor: string, now: string) => context.anchors.set(`${route}#${anchor}`, now)
  for (const slug of known) keep(slug, `${route}#${slug}`)
  for (const [anchor, heading] of anchors) {
    const slug = toAnchor(heading)
    if (known.has(slug)) keep(anchor, `${route}#${slug}`)
    else if (heading === main) keep(anchor, route)
  }
}

/** See `deriveAnchor`. */
const toAnchor = (text: string): string => slugify(text.replaceAll(/['’‘]/g, ' '))

/** Leads links to the anchors that pages have now, in the text of a file. */
export function resolveAnchors(text: string, { anchors, old: site }: ImportContext): string {
  const pattern = new RegExp(String.raw`(/[^#()"\s]*)#${anchorMark}([^()"'\s]+)`, 'g')
  return text.replace(pattern, (_, route: string, encoded: string) => {
    const old = `${route}#${decodeURIComponent(encoded)}`
    const detail = 'No heading of the page has this anchor. Links lead to its beginning.'
    if (!anchors.has(old)) site.note('link', old, detail)
    return anchors.get(old) ?? route
  })
}
