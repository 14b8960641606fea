/** Decides what is at each old address: a page, the page that it leads to, or nothing anymore. */
import type { HtmlDocument } from './html/dom.ts'
import { findAll, getText, listWords, parseOldHtml } from './html/dom.ts'
import { listFlowItems, listLinkTargets, type FlowItem } from './html/flow-items.ts'
import { readHead, parseDay, type OldHead } from './html/read-head.ts'
import { ShellCounter, type SeparatedPage } from './html/separate-shell.ts'
import { findOldAddress, resolveOldLink, toPath } from './old-address.ts'
import type { OldArticle, OldPage, OldSite } from './old-site.ts'
import { chooseRoute, isIndex, isListAddress } from './plan-routes.ts'
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
  /** The articles that it lists. */
  lists?: PlannedPage[]
  /** How many of them it shows at first. The page that has all of them is another one. */
  shownFirst?: number
  readonly #shell: ShellCounter
  static #last: { page: PlannedPage; document: HtmlDocument; parts?: SeparatedPage } | undefined

  constructor(
    public old: OldPage,
    shell: ShellCounter,
  ) {
    this.#shell = shell
    const { document } = this
    this.head = readHead(document)
    this.isEmpty = getText(document.children) === '' && findAll(document, 'img').length === 0
    const frame = findAll(document, 'frame').at(-1)?.attribs.src
    if (frame) this.frame = frame
  }

  get document(): HtmlDocument {
    return this.#read().document
  }

  get content(): FlowItem[] {
    return this.#separate().content
  }

  get shell(): FlowItem[] {
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
    last.parts ??= this.#shell.separate(listFlowItems(last.document.children))
    return last.parts
  }
}

export type SitePlan = {
  pages: PlannedPage[]
  /** What is at each old address: a route, or nothing. */
  targets: Map<string, string>
  origin?: string
}

export function planSite(site: OldSite): SitePlan {
  const shell = new ShellCounter()
  const read = site.pages.map((old) => {
    const page = new PlannedPage(old, shell)
    if (!isNotFound(old) && !page.isEmpty && page.head.refresh === undefined)
      shell.add(listFlowItems(page.document.children))
    return page
  })
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
  const pages = routePages(unique, site, origin)
  return { pages, targets: collectTargets(pages, site), ...(origin !== undefined && { origin }) }
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
    const pictures = page.content.flatMap((item) =>
      item.kind === 'picture' ? item.picture.src : [],
    )
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
  old.label ??
  old.heading ??
  content.find((item) => item.kind === 'heading')?.text ??
  old.title ??
  head.title

function routePages(read: PlannedPage[], site: OldSite, origin?: string): PlannedPage[] {
  const taken = new Set<string>()
  const home = chooseHome(read)
  const articles = new Map(
    read.flatMap((page) => {
      const article = page === home ? undefined : findArticle(page)
      return article ? [[page, article] as const] : []
    }),
  )
  const listing = chooseListing(read, articles, site, origin) ?? createListing(read, articles, site)
  const lists = read.filter(
    (page) =>
      articles.size > 0 &&
      page !== home &&
      page !== listing &&
      !articles.has(page) &&
      isListAddress(page.old.address) &&
      countLinks(page, articles, origin) > 0,
  )
  for (const { old, content } of lists) {
    const [heading] = content.filter(({ kind }) => kind === 'heading')
    site.lists.set(old.address, heading?.text ?? old.address)
  }
  const added = listing && !read.includes(listing) ? [listing] : []
  const kept = [...read.filter((page) => !lists.includes(page)), ...added]
  // Pages first, because the routes of articles follow from their list.
  const ordered = [...kept].sort((a, b) => rank(a) - rank(b))
  function rank(page: PlannedPage) {
    return page === home ? 0 : page === listing ? 1 : articles.has(page) ? 3 : 2
  }
  const planned: PlannedPage[] = []
  let listingRoute = listing === home ? '/' : undefined
  for (const page of ordered) {
    const { address, otherAddresses = [] } = page.old
    const article = articles.get(page)
    let wanted = page === home ? '/' : address
    if (article && listingRoute !== undefined && !isRouteBelow(wanted, listingRoute))
      wanted = `${listingRoute === '/' ? '' : listingRoute}/${
        toPath(wanted)
          .split('/')
          .findLast((step) => step !== '' && !/^index\./.test(step)) ?? ''
      }${wanted.includes('?') ? '?' : ''}`
    const route =
      page === home ? '/' : chooseRoute(wanted, getName(page), (each) => taken.has(each))
    taken.add(route)
    if (page === listing) listingRoute = route
    const aliases = [address, ...otherAddresses].filter(
      (each, index, list) => each !== route && list.indexOf(each) === index,
    )
    planned.push(Object.assign(page, { route, aliases, ...(article && { article }) }))
  }
  const listed = planned.filter(({ article }) => article)
  const owner = planned.find(({ old }) => old === listing?.old)
  if (owner && listed.length > 0) owner.lists = listed
  const start = planned.find(({ route }) => route === '/')
  const teasers = start && start !== owner ? countLinks(start, articles, origin) : 0
  if (start && teasers > 1) Object.assign(start, { lists: listed, shownFirst: teasers })
  // In the order of the source.
  return planned.sort(
    (a, b) =>
      Number(b.route === '/') - Number(a.route === '/') ||
      kept.findIndex(({ old }) => old === a.old) - kept.findIndex(({ old }) => old === b.old),
  )
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

function countLinks(
  page: PlannedPage,
  articles: Map<PlannedPage, OldArticle>,
  origin: string | undefined,
): number {
  const addresses = new Set([...articles.keys()].map(({ old }) => old.address))
  const linked = new Set<string>()
  for (const href of page.content.flatMap((item) => listLinkTargets(item))) {
    const address = findOldAddress(href, page.old, origin)
    if (address !== undefined && addresses.has(address)) linked.add(address)
  }
  return linked.size
}

/** The page that lists the articles: the one that the source names, or that links to most. */
function chooseListing(
  pages: PlannedPage[],
  articles: Map<PlannedPage, OldArticle>,
  { blog }: OldSite,
  origin: string | undefined,
): PlannedPage | undefined {
  if (articles.size === 0) return undefined
  const named = pages.find(({ old }) => old.address === blog)
  if (named) return named
  const isNamed = ({ old: { address } }: PlannedPage) =>
    /\/(?:blog|news|posts?|articles|journal|writing|archives?)(?:\.\w+)?$/i.test(address)
  const candidates = pages
    .filter((page) => !articles.has(page))
    .map((page) => ({ page, links: countLinks(page, articles, origin), isNamed: isNamed(page) }))
    .filter(({ page, links, isNamed }) =>
      isNamed ? links > 0 : links > articles.size / 3 && !isListAddress(page.old.address),
    )
  return candidates.sort(
    (a, b) =>
      Number(b.isNamed) - Number(a.isNamed) ||
      b.links - a.links ||
      a.page.old.address.length - b.page.old.address.length,
  )[0]?.page
}

/** Visitors need a list to find articles. */
function createListing(
  pages: PlannedPage[],
  articles: Map<PlannedPage, OldArticle>,
  site: OldSite,
): PlannedPage | undefined {
  if (articles.size === 0) return undefined
  const isTaken = (address: string) => pages.some(({ old }) => old.address === address)
  const address = ['/blog', '/articles', '/all-articles'].find((each) => !isTaken(each))!
  const heading = 'Blog'
  const old = { address, source: 'none', html: '', title: heading, heading, isNew: true }
  site.pages.push(old)
  site.notes.push({
    what: 'changed',
    address,
    detail: 'No old page listed the articles, so this one is new. Link to it, or delete it.',
  })
  const shell = new ShellCounter()
  shell.add([])
  return new PlannedPage(old, shell)
}

function collectTargets(pages: PlannedPage[], site: OldSite): Map<string, string> {
  const targets = new Map<string, string>()
  for (const { old, route, aliases } of pages)
    for (const address of [old.address, ...aliases, route]) targets.set(address, route)
  const listing = pages.find(({ lists, shownFirst }) => lists && !shownFirst)
  if (listing) for (const address of site.lists.keys()) targets.set(address, listing.route)
  for (const [address, first] of site.redirects) {
    let target = first
    // A redirect may lead to another one, or in a circle.
    for (let step = 0; step < 10 && !targets.has(target); step++)
      target = site.redirects.get(target) ?? target
    const route = targets.get(target)
    if (route !== undefined) targets.set(address, route)
  }
  return targets
}
