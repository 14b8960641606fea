/** Decides what is at each old address: a page, the page that it leads to, or nothing anymore. */
import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { ReportProgress } from '../prerender/run/show-progress.ts'
import type { HtmlDocument } from './html/dom.ts'
import { findAll, findFirst, getText, listWords, parseOldHtml } from './html/dom.ts'
import { listParts, listShownFiles, type Part } from './html/list-parts.ts'
import { readHead, parseDay, type OldHead } from './html/read-head.ts'
import { ShellCounter, type SeparatedPage } from './html/separate-shell.ts'
import {
  findOldAddress,
  resolveBase,
  resolveOldLink,
  toOldAddress,
  toPath,
  unknownOrigin,
} from './old-address.ts'
import { listMentions, type Mention } from './find-contacts.ts'
import {
  followRedirects,
  type NoteKind,
  type OldArticle,
  type OldMenuLink,
  type OldPage,
  type OldSite,
} from './old-site.ts'
import { chooseRoute, getFolder, isIndex, isListAddress } from './plan-routes.ts'
import { isRouteBelow } from '../../schema/resolve/collect-articles.ts'
import { groupBy, rankByCount } from '../../schema/util/group-by.ts'

/**
 * A page of the new site, with the old page that it comes from. A site may be larger than the memory,
 * so the document is parsed again when it is converted.
 */
export class PlannedPage {
  readonly head: OldHead
  readonly isEmpty: boolean
  /** What its frames show. */
  readonly frames: string[]
  /** Its phone numbers and email addresses, as written. */
  readonly mentions: Mention[]
  /** Equal on pages that show the same. */
  readonly fingerprint: string
  article: OldArticle | undefined
  route = ''
  /** Its other addresses. */
  aliases: string[] = []
  /** Whether it lists the articles. */
  isListing = false
  static #last: ({ page: PlannedPage; document: HtmlDocument } & SeparatedPage) | undefined

  constructor(
    public old: OldPage,
    private readonly counter: ShellCounter,
  ) {
    const document = parseOldHtml(old.html)
    this.head = readHead(document)
    if (this.head.base !== undefined) this.old = { ...old, base: resolveBase(this.head.base, old) }
    this.frames = findAll(document, 'frame').flatMap(({ attribs: { src } }) => src || [])
    this.isEmpty = getText(document.children) === '' && findAll(document, 'img').length === 0
    const parts = listParts(document.children)
    this.mentions = listMentions(parts, document)
    this.article = findArticle(old, this.head, document)
    const words = parts.flatMap(({ text }) => listWords(text))
    const files = parts.flatMap(({ nodes }) => listShownFiles(nodes))
    const shown = [...words, old.heading, this.head.title, ...files].join(' ')
    this.fingerprint = words.length === 0 ? old.address : hash('sha1', shown, 'base64')
    if (this.isShown) counter.add(parts)
  }

  /** Whether it shows something, and no other page instead. */
  get isShown(): boolean {
    return !isNotFound(this.old) && !this.isEmpty && this.head.refresh === undefined
  }

  get document(): HtmlDocument {
    return this.#read().document
  }

  get content(): Part[] {
    return this.#read().content
  }

  get shell(): Part[] {
    return this.#read().shell
  }

  #read() {
    if (PlannedPage.#last?.page === this) return PlannedPage.#last
    const document = parseOldHtml(this.old.html)
    const parts = this.counter.separate(listParts(document.children), this.old)
    PlannedPage.#last = { page: this, document, ...parts }
    return PlannedPage.#last
  }

  /** Makes what this page has around its content the header and the footer of all. */
  becomeHome(origin: string): void {
    this.counter.setHome(this.shell, this.old, origin)
    PlannedPage.#last = undefined
  }
}

export type SitePlan = {
  pages: PlannedPage[]
  /** What is at each old address: a route, or nothing. */
  targets: Map<string, string>
  /** Of the old site, with the path that it was below. */
  origin: string
}

export async function planSite(site: OldSite, onProgress?: ReportProgress): Promise<SitePlan> {
  const shell = new ShellCounter()
  const read: PlannedPage[] = []
  for (const old of site.pages) {
    await reportPages(read.length, site.pages.length, onProgress)
    read.push(new PlannedPage(old, shell))
  }
  const origin = site.origin ?? guessOrigin(read, site)
  const shown = read.filter((page) => page.isShown || !leaveOut(page, site, origin))
  const pages = routePages(mergeEqualPages(shown, site), site)
  pages[0]?.becomeHome(origin)
  if (pages[0]) site.menu ??= readFrameMenu(read, pages[0], site, origin)
  return { pages, targets: collectTargets(pages, site), origin }
}

/** @returns whether a page is left out: a document without content, or one that leads elsewhere */
function leaveOut(page: PlannedPage, site: OldSite, origin: string): boolean {
  const { old, head, isEmpty } = page
  const { address } = old
  const frame = page.frames.at(-1)
  const note = (what: NoteKind, detail: string) => site.note(what, address, detail)
  if (isNotFound(old)) {
    site.others.set(address, { kind: 'replaced' })
    const text = getText(page.document.children)
    note(
      'changed',
      `The page for addresses that do not exist is under notFound in pages.yaml now. It said: ${text}`,
    )
    return true
  }
  if (isEmpty && frame === undefined && findFirst(page.document, 'script'))
    note('element', 'its text, which a script writes (save the page as a browser shows it)')
  if (head.refresh !== undefined) {
    const target = resolveOldLink(head.refresh, old, origin)
    if (!target || !('address' in target || /^https?:/.test(target.url))) return false
    const to = 'address' in target ? target.address : target.url
    site.others.set(address, { kind: 'redirect', to })
    return true
  }
  // The list of articles of WordPress has no content of its own.
  if (site.pages.length === 1 || old.heading !== undefined) return false
  if (frame === undefined)
    site.others.set(address, { kind: 'lost', reason: 'a document without content' })
  else {
    const to = findOldAddress(frame, old, origin)
    if (to !== undefined) site.others.set(address, { kind: 'redirect', to })
    note('changed', `It had frames, and leads to the last of them now: ${frame}`)
  }
  return true
}

/** The links in the frames beside the home page. A link without text is called as its page is. */
function readFrameMenu(
  read: PlannedPage[],
  home: PlannedPage,
  site: OldSite,
  origin: string,
): OldMenuLink[] | undefined {
  const set = read.find(
    ({ frames, old }) =>
      frames.length > 1 && followRedirects(old.address, site) === home.old.address,
  )
  const beside = set?.frames.slice(0, -1).map((frame) => findOldAddress(frame, set.old, origin))
  const links = read
    .filter(({ old }) => beside?.includes(old.address))
    .flatMap(({ old, document }) =>
      findAll(document, 'a').flatMap(({ attribs: { href = '' }, children }) => {
        const target = findOldAddress(href, old, origin)
        const page = read.find((each) => each.old.address === target)
        const label = getText(children) || page?.head.title
        return label && page?.old !== old ? [{ label, href: target ?? href }] : []
      }),
    )
  return links.length > 1 ? links : undefined
}

const pagesPerReport = 20

/** Reports how many pages are done, now and then. */
export async function reportPages(
  done: number,
  all: number,
  onProgress: ReportProgress | undefined,
): Promise<void> {
  if (done % pagesPerReport !== 0) return
  onProgress?.('pages', done, all)
  // What shows the progress waits for its turn.
  await setImmediate()
}

const isNotFound = ({ address }: OldPage): boolean => /^\/404(?:\.html?)?$/.test(address)

/** The origin that most pages state, with the path that the site was below. */
function guessOrigin(pages: PlannedPage[], site: OldSite): string {
  const origins = pages.flatMap(({ head: { canonical, shared, base } }) => {
    const url = [canonical, shared, base].find((each) => each && /^https?:/.test(each)) ?? ''
    return URL.canParse(url) ? new URL(url).origin : []
  })
  const stated = rankByCount(origins)[0]?.item ?? unknownOrigin
  return stated + guessFolder(pages, site, stated)
}

/** Enough to see where links begin. */
const sampledPages = 30
const maxFolders = 3

/**
 * The path that a site was below, such as that of a project or a user: most links begin with it, and
 * what follows is a page or a file of the site. A picture or a style sheet must do so, too, because
 * pages alone may be those of another language that are missing.
 */
function guessFolder(pages: PlannedPage[], site: OldSite, origin: string): string {
  const addresses = new Set(site.pages.map(({ address }) => toPath(address)))
  const found = pages.slice(0, sampledPages).flatMap(({ document }) =>
    findAll(document, 'a', 'img', 'link', 'script').flatMap(({ attribs: { href, src } }) => {
      const target = (href ?? src ?? '').trim()
      if (!/^(?:https?:\/)?\//i.test(target) || !URL.canParse(target, origin)) return []
      const url = new URL(target, origin)
      return url.origin === origin ? url.pathname : []
    }),
  )
  const folders = [...new Set(found)].flatMap((path) => {
    const steps = path.split('/')
    for (let count = 0; count <= maxFolders; count++) {
      const rest = toOldAddress(`/${steps.slice(count + 1).join('/')}`)
      const isFile = site.files.has(rest)
      // Every path ends at the home page if all is left out.
      if (isFile || (addresses.has(rest) && (rest !== '/' || count === 0)))
        return { folder: steps.slice(0, count + 1).join('/'), isFile }
    }
    return []
  })
  const most = rankByCount(folders.map(({ folder }) => folder))[0]?.item ?? ''
  return folders.some(({ folder, isFile }) => isFile && folder === most) ? most : ''
}

/** Pages that show exactly the same are one, at the shortest address. */
function mergeEqualPages(pages: PlannedPage[], site: OldSite): PlannedPage[] {
  const groups = groupBy(pages, ({ fingerprint }) => fingerprint)
  return [...groups.values()].map((group) => {
    const rank = ({ old: { address } }: PlannedPage) => (isIndex(address) ? 0 : address.length)
    const [first, ...others] = [...group].sort((a, b) => rank(a) - rank(b))
    if (others.length === 0) return first!
    const same = others.map(({ old }) => old.address)
    site.note(
      'changed',
      first!.old.address,
      `${same.join(', ')} showed exactly the same, and lead${same.length === 1 ? 's' : ''} there now.`,
    )
    const more = others.flatMap(({ old }) => [old.address, ...(old.otherAddresses ?? [])])
    const otherAddresses = [...(first!.old.otherAddresses ?? []), ...more]
    first!.old = { ...first!.old, otherAddresses }
    return first!
  })
}

const getName = ({ old, head, content }: PlannedPage): string =>
  old.heading ?? content.find(({ level }) => level !== undefined)?.text ?? old.title ?? head.title

function routePages(pages: PlannedPage[], site: OldSite): PlannedPage[] {
  const taken = new Set<string>()
  const home = chooseHome(pages, site)
  if (home) home.article = undefined
  const articles = new Set(pages.filter(({ article }) => article))
  const listing = articles.size > 0 ? chooseListing(pages, articles, site) : undefined
  // Of a.html and a.htm, hosts that leave out .html need the first at /a.
  const rank = (page: PlannedPage) =>
    (page === home ? 0 : page === listing ? 1 : articles.has(page) ? 3 : 2) +
    (page.old.address.endsWith('.htm') ? 0.5 : 0)
  // Pages first, because the routes of articles follow from their list.
  for (const page of [...pages].sort((a, b) => rank(a) - rank(b))) {
    const { address, otherAddresses = [] } = page.old
    let wanted = address
    if (page.article && listing && !isRouteBelow(wanted, listing.route)) {
      const last = toPath(wanted)
        .split('/')
        .findLast((step) => step !== '' && !/^index\./.test(step))
      wanted = `${listing.route}/${last ?? ''}${wanted.includes('?') ? '?' : ''}`
    }
    const route =
      page === home
        ? '/'
        : chooseRoute(
            wanted,
            () => getName(page),
            (each) => taken.has(each),
          )
    taken.add(route)
    const aliases = [...new Set([address, ...otherAddresses])].filter((each) => each !== route)
    Object.assign(page, { route, aliases, isListing: page === listing })
  }
  // The home page first, and the others in the order of the source.
  return [...pages].sort((a, b) => Number(b === home) - Number(a === home))
}

/** The page at the root of the site, or the one that this leads to. */
function chooseHome(pages: PlannedPage[], site: OldSite): PlannedPage | undefined {
  const roots = ['/', ...[...site.others.keys()].filter(isIndex)]
  const starts = roots.map((address) => followRedirects(address, site))
  return (
    pages.find(({ old: { address, otherAddresses = [] } }) =>
      [address, ...otherAddresses].includes('/'),
    ) ??
    pages.find(({ old }) => starts.includes(old.address)) ??
    pages.find(({ old }) => isIndex(old.address)) ??
    [...pages].sort((a, b) => a.old.address.split('/').length - b.old.address.split('/').length)[0]
  )
}

/** An article states the day on which it was published. */
function findArticle(old: OldPage, head: OldHead, document: HtmlDocument): OldArticle | undefined {
  if (old.article) return old.article
  if (isListAddress(old.address)) return undefined
  const marked = findAll(document, 'article')
  const [time] = marked.length === 1 ? findAll(marked, 'time') : []
  const published = head.published ?? parseDay(time?.attribs.datetime ?? (time && getText(time)))
  if (published === undefined) return undefined
  const { updated, category, author } = head
  const isLater = updated !== undefined && updated >= published
  return { published, updated: isLater ? updated : undefined, category, author }
}

/** The page that lists the articles: the one that the source names, or the nearest above them all. */
function chooseListing(
  pages: PlannedPage[],
  articles: Set<PlannedPage>,
  site: OldSite,
): PlannedPage | undefined {
  const named = pages.find(({ old }) => old.address === site.blog)
  if (named) return named
  const addresses = [...articles].map(({ old }) => old.address)
  const isAbove = ({ old }: PlannedPage) => {
    const folder = getFolder(old.address)
    return addresses.every((address) => address.startsWith(`${folder}/`))
  }
  const above = pages.filter((page) => !articles.has(page) && isAbove(page))
  return (
    above.sort((a, b) => b.old.address.length - a.old.address.length)[0] ?? chooseHome(pages, site)
  )
}

function collectTargets(pages: PlannedPage[], site: OldSite): Map<string, string> {
  const targets = new Map<string, string>()
  for (const { old, route, aliases } of pages)
    for (const address of [old.address, ...aliases, route]) targets.set(address, route)
  const listing = pages.find(({ isListing }) => isListing)
  for (const [address, { kind }] of site.others) {
    const end = kind === 'redirect' ? followRedirects(address, site) : undefined
    const route = kind === 'list' ? listing?.route : targets.get(end ?? '')
    if (route !== undefined) targets.set(address, route)
  }
  return targets
}
