/** Decides what is at each old address: a page, the page that it leads to, or nothing anymore. */
import { setImmediate } from 'node:timers/promises'
import { DomUtils } from 'htmlparser2'
import type { ReportProgress } from '../prerender/run/show-progress.ts'
import type { HtmlDocument } from './html/dom.ts'
import { findAll, findFirst, getText, listWords, parseOldHtml } from './html/dom.ts'
import { listParts, listShownFiles, type Part } from './html/list-parts.ts'
import { findBackground } from './html/read-content.ts'
import { readHead, parseDay, type OldHead } from './html/read-head.ts'
import { ShellCounter, type SeparatedPage } from './html/separate-shell.ts'
import { findOldAddress, resolveOldLink, toPath } from './old-address.ts'
import { followRedirects, type OldArticle, type OldPage, type OldSite } from './old-site.ts'
import { chooseRoute, getFolder, isIndex, isListAddress } from './plan-routes.ts'
import { isRouteBelow } from '../../schema/resolve/collect-articles.ts'
import { groupBy, rankByCount } from '../../schema/util/group-by.ts'

/**
 * A page of the new site, with the old page that it comes from. A site may be larger than the memory,
 * so the document is parsed again by each step that needs it.
 */
export class PlannedPage {
  readonly head: OldHead
  readonly isEmpty: boolean
  /** What the last of its frames shows. */
  readonly frame?: string
  route = ''
  /** Its other addresses. */
  aliases: string[] = []
  article?: OldArticle
  /** Whether it lists the articles. */
  isListing = false
  readonly #shell: ShellCounter
  static #last: { page: PlannedPage; document: HtmlDocument; parts?: SeparatedPage } | undefined

  constructor(
    public old: OldPage,
    shell: ShellCounter,
  ) {
    this.#shell = shell
    const { document } = this
    this.head = readHead(document)
    this.isEmpty =
      getText(document.children) === '' &&
      findAll(document, 'img').length === 0 &&
      !DomUtils.existsOne((element) => findBackground(element) !== undefined, document.children)
    const frame = findAll(document, 'frame').at(-1)?.attribs.src
    if (frame) this.frame = frame
  }

  get document(): HtmlDocument {
    return this.#read().document
  }

  get content(): Part[] {
    return this.#separate().content
  }

  get shell(): Part[] {
    return this.#separate().shell
  }

  #read() {
    const { old } = this
    if (PlannedPage.#last?.page !== this)
      PlannedPage.#last = { page: this, document: parseOldHtml(old.html) }
    return PlannedPage.#last
  }

  #separate(): SeparatedPage {
    const last = this.#read()
    last.parts ??= this.#shell.separate(listParts(last.document.children), this.old)
    return last.parts
  }

  /** Makes what this page has around its content the header and the footer of all. */
  becomeHome(origin: string | undefined): void {
    this.#shell.setHome(this.shell, this.old, origin)
    PlannedPage.#last = undefined
  }
}

export type SitePlan = {
  pages: PlannedPage[]
  /** What is at each old address: a route, or nothing. */
  targets: Map<string, string>
  origin?: string
}

export async function planSite(site: OldSite, onProgress?: ReportProgress): Promise<SitePlan> {
  const shell = new ShellCounter()
  const read: PlannedPage[] = []
  for (const old of site.pages) {
    await reportPages(read.length, site.pages.length, onProgress)
    const page = new PlannedPage(old, shell)
    if (!isNotFound(old) && !page.isEmpty && page.head.refresh === undefined)
      shell.add(listParts(page.document.children))
    read.push(page)
  }
  const origin = site.origin ?? guessOrigin(read.map(({ head }) => head))
  const shown = read.filter((page) => {
    const { old, head, isEmpty, frame } = page
    if (isNotFound(old)) {
      const text = getText(page.document.children)
      site.replaced.set(old.address, text)
      site.notes.push({
        what: 'changed',
        address: old.address,
        detail: `The page for addresses that do not exist is under notFound in pages.yaml now. It said: ${text}`,
      })
      return false
    }
    if (isEmpty && frame === undefined && findFirst(page.document, 'script'))
      site.notes.push({
        what: 'element',
        address: old.address,
        detail: 'its text, which a script writes (save the page as a browser shows it)',
      })
    if (
      isEmpty &&
      head.refresh === undefined &&
      site.pages.length > 1 &&
      old.heading === undefined
    ) {
      if (frame !== undefined) {
        const target = findOldAddress(frame, old, origin)
        if (target !== undefined) site.redirects.set(old.address, target)
        site.notes.push({
          what: 'changed',
          address: old.address,
          detail: `It had frames, and leads to the last of them now: ${frame}`,
        })
      } else site.gone.set(old.address, 'a document without content')
      return false
    }
    if (head.refresh === undefined) return true
    const target = resolveOldLink(head.refresh, old, origin)
    if (!target || !('address' in target || /^https?:/.test(target.url))) return true
    site.redirects.set(old.address, 'address' in target ? target.address : target.url)
    return false
  })
  const unique = mergeEqualPages(shown, site, origin)
  const pages = routePages(unique, site)
  pages[0]?.becomeHome(origin)
  return { pages, targets: collectTargets(pages, site), ...(origin !== undefined && { origin }) }
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

/** The origin that most pages state. */
function guessOrigin(heads: OldHead[]): string | undefined {
  const origins = heads.flatMap(({ canonical = '' }) =>
    /^https?:/.test(canonical) && URL.canParse(canonical) ? new URL(canonical).origin : [],
  )
  return rankByCount(origins)[0]?.item
}

/** Pages that show exactly the same are one, at the address that they name or the shortest. */
function mergeEqualPages(pages: PlannedPage[], site: OldSite, origin?: string): PlannedPage[] {
  const groups = groupBy(pages, (page) => {
    const text = page.content.map((item) => item.text).join(' ')
    const pictures = page.content.flatMap(({ nodes }) => listShownFiles(nodes))
    const words = listWords(text).join(' ')
    const titles = [page.head.title, page.old.heading].join(' ')
    return words === '' ? page.old.address : `${words} ${titles} ${pictures.join(' ')}`
  })
  return [...groups.values()].map((group) => {
    const canonicals = new Set(
      group.map(({ head, old }) => head.canonical && findOldAddress(head.canonical, old, origin)),
    )
    const rank = ({ old: { address } }: PlannedPage) =>
      (isIndex(address) ? -2000 : 0) + (canonicals.has(address) ? -1000 : 0) + address.length
    const [first, ...others] = [...group].sort((a, b) => rank(a) - rank(b))
    if (others.length === 0) return first!
    const same = others.map(({ old }) => old.address)
    site.notes.push({
      what: 'changed',
      address: first!.old.address,
      detail: `${same.join(', ')} showed exactly the same, and lead${same.length === 1 ? 's' : ''} there now.`,
    })
    const more = others.flatMap(({ old }) => [old.address, ...(old.otherAddresses ?? [])])
    const otherAddresses = [...(first!.old.otherAddresses ?? []), ...more]
    first!.old = { ...first!.old, otherAddresses }
    return first!
  })
}

const getName = ({ old, head, content }: PlannedPage): string =>
  old.heading ?? content.find(({ level }) => level !== undefined)?.text ?? old.title ?? head.title

function routePages(pages: PlannedPage[], { blog }: OldSite): PlannedPage[] {
  const taken = new Set<string>()
  const home = chooseHome(pages)
  const articles = new Map(
    pages.flatMap((page) => {
      const article = page === home ? undefined : findArticle(page)
      return article ? [[page, article] as const] : []
    }),
  )
  const listing = articles.size > 0 ? chooseListing(pages, articles, blog) : undefined
  const rank = (page: PlannedPage) =>
    page === home ? 0 : page === listing ? 1 : articles.has(page) ? 3 : 2
  // Pages first, because the routes of articles follow from their list.
  for (const page of [...pages].sort((a, b) => rank(a) - rank(b))) {
    const { address, otherAddresses = [] } = page.old
    const article = articles.get(page)
    let wanted = address
    if (article && listing && !isRouteBelow(wanted, listing.route)) {
      const last = toPath(wanted)
        .split('/')
        .findLast((step) => step !== '' && !/^index\./.test(step))
      wanted = `${listing.route}/${last ?? ''}${wanted.includes('?') ? '?' : ''}`
    }
    const route =
      page === home ? '/' : chooseRoute(wanted, getName(page), (each) => taken.has(each))
    taken.add(route)
    const aliases = [...new Set([address, ...otherAddresses])].filter((each) => each !== route)
    Object.assign(page, {
      route,
      aliases,
      isListing: page === listing,
      ...(article && { article }),
    })
  }
  // The home page first, and the others in the order of the source.
  return [...pages].sort((a, b) => Number(b === home) - Number(a === home))
}

function chooseHome(pages: PlannedPage[]): PlannedPage | undefined {
  return (
    pages.find(({ old: { address, otherAddresses = [] } }) =>
      [address, ...otherAddresses].includes('/'),
    ) ??
    pages.find(({ old }) => isIndex(old.address)) ??
    [...pages].sort((a, b) => a.old.address.split('/').length - b.old.address.split('/').length)[0]
  )
}

/** An article states the day on which it was published. */
function findArticle({ old, head, document }: PlannedPage): OldArticle | undefined {
  if (old.article) return old.article
  if (isListAddress(old.address)) return undefined
  const marked = findAll(document, 'article')
  const [time] = marked.length === 1 ? findAll(marked, 'time') : []
  const inPath = /\/(\d{4})\/(\d{2})\/(?:(\d{2})\/)?[^/]/.exec(old.address)
  const published =
    head.published ??
    parseDay(time?.attribs.datetime ?? (time && getText(time))) ??
    (inPath ? parseDay(`${inPath[1]}-${inPath[2]}-${inPath[3] ?? '01'}`) : undefined)
  if (published === undefined) return undefined
  const tag = findAll(document, 'a').find(({ attribs }) =>
    /\b(?:category|tag)\b/.test(attribs.rel ?? ''),
  )
  return {
    published,
    ...(head.updated !== undefined && head.updated >= published && { updated: head.updated }),
    ...((head.category ?? (tag && getText(tag))) && { category: head.category ?? getText(tag!) }),
    ...(head.author !== undefined && { author: head.author }),
  }
}

/** The page that lists the articles: the one that the source names, or the nearest above them all. */
function chooseListing(
  pages: PlannedPage[],
  articles: Map<PlannedPage, OldArticle>,
  blog: string | undefined,
): PlannedPage | undefined {
  const named = pages.find(({ old }) => old.address === blog)
  if (named) return named
  const addresses = [...articles.keys()].map(({ old }) => old.address)
  const isAbove = ({ old }: PlannedPage) => {
    const folder = getFolder(old.address)
    return addresses.every((address) => address.startsWith(`${folder}/`))
  }
  const above = pages.filter((page) => !articles.has(page) && isAbove(page))
  return above.sort((a, b) => b.old.address.length - a.old.address.length)[0] ?? chooseHome(pages)
}

function collectTargets(pages: PlannedPage[], site: OldSite): Map<string, string> {
  const targets = new Map<string, string>()
  for (const { old, route, aliases } of pages)
    for (const address of [old.address, ...aliases, route]) targets.set(address, route)
  const listing = pages.find(({ isListing }) => isListing)
  if (listing) for (const address of site.lists.keys()) targets.set(address, listing.route)
  for (const address of site.redirects.keys()) {
    const route = targets.get(followRedirects(address, site) ?? '')
    if (route !== undefined) targets.set(address, route)
  }
  return targets
}
