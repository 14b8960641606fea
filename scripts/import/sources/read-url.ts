import robotsParser from 'robots-parser'
import { listSitemapUrls } from '../../shared/list-sitemap-urls.ts'
import { isExampleOrigin } from '../../../schema/resolve/placeholders/example-origin.ts'
import { systemClock } from '../../links/link-types.ts'
import { UserError } from '../../shared/user-error.ts'
import { listCopies } from '../html/convert-media.ts'
import {
  findAllElements,
  findBackground,
  listSources,
  parseHtml,
  type HtmlElement,
} from '../html/dom.ts'
import { decodeText } from '../decode-text.ts'
import { readHead } from '../html/read-head.ts'
import { toOldAddress } from '../old-address.ts'
import { createOldSite, type OldSite } from '../old-site.ts'
import { OldServer, userAgent } from './old-server.ts'

/** As many as a site with a million addresses has. */
const maxSitemaps = 100
/** An address may redirect to itself with a slash, or with https, but not again and again. */
const maxOwnRedirects = 3

/**
 * Reads a running site: the addresses in its sitemap, and those that its pages link to. One request
 * at a time, as its robots.txt allows, and nothing of other hosts.
 * @param limit how many addresses are requested
 */
export async function readUrl(start: string, limit: number, clock = systemClock): Promise<OldSite> {
  const { origin } = new URL(start)
  const isLocal = isExampleOrigin(origin)
  const server = new OldServer(clock, isLocal)
  const site = createOldSite()
  // On this machine, the pages say where the site was published.
  if (!isLocal) site.origin = origin
  const first = await server.request(start)
  if ('notReached' in first || first.status >= 400)
    throw new UserError(
      `${start} cannot be read: ${'notReached' in first ? first.notReached : `its answer is ${first.status}`}. Nothing was written.`,
    )
  const robotsUrl = new URL('/robots.txt', origin).href
  const robots = robotsParser(robotsUrl, (await readText(robotsUrl)) ?? '')
  const queue = [start]
  /** What must be there. */
  const listed = new Set(queue)
  // Pages of a copy on this machine link to where the site was published.
  const published = new Set<string>()
  for (const url of await readSitemaps([...robots.getSitemaps(), '/sitemap.xml'])) {
    if (isLocal && URL.canParse(url)) published.add(new URL(url).origin)
    queue.push(url)
    listed.add(url)
  }
  const known = new Set<string>()
  // Not `shift`, which moves all that is left: links are many.
  for (let next = 0; next < queue.length; next++) {
    const found = queue[next]!
    const url = toLocal(found)
    if (listed.has(found)) listed.add(url)
    if (!URL.canParse(url) || new URL(url).origin !== origin) continue
    const { pathname, search } = new URL(url)
    const address = toOldAddress(pathname + search)
    if (known.has(address) || site.others.has(address) || /\.xml(?:\.gz)?$/.test(address)) continue
    if (known.size >= limit) {
      leave(address, `${limit} addresses were read. Use --limit NUMBER for more.`)
      continue
    }
    known.add(address)
    if (robots.isDisallowed(url, userAgent) && !isLocal)
      leave(address, 'Its robots.txt does not allow programs to read it.')
    else for (const link of await addAddress(address, pathname, url)) queue.push(link)
  }
  return site

  function leave(address: string, reason: string, kind: 'unreached' | 'missing' = 'unreached') {
    site.others.set(address, { kind, reason })
  }

  function toLocal(url: string): string {
    if (!URL.canParse(url)) return url
    const { pathname, search, origin: other } = new URL(url)
    return published.has(other) ? origin + pathname + search : url
  }

  async function addAddress(
    address: string,
    base: string,
    url: string,
    redirects = 0,
  ): Promise<string[]> {
    const answer = await server.request(url)
    if ('notReached' in answer) {
      leave(address, `${answer.notReached}.`)
      return []
    }
    const { status, headers, body } = answer
    const location = status >= 300 && status < 400 ? headers.get('location') : null
    if (location !== null && URL.canParse(location, url)) {
      const target = new URL(location, url)
      const to = toOldAddress(target.pathname + target.search)
      const isOwn = target.origin === origin
      // To the same address with a slash, or with https.
      if (listed.has(url)) listed.add(target.href)
      if (isOwn && to === address) {
        if (target.href !== url && redirects < maxOwnRedirects)
          return addAddress(address, target.pathname, target.href, redirects + 1)
        leave(address, 'The old site redirects it to itself, again and again.', 'missing')
        return []
      }
      site.others.set(address, { kind: 'redirect', to: isOwn ? to : target.href })
      return isOwn ? [target.href] : []
    }
    if (status === 404) {
      if (listed.has(url)) leave(address, 'The old site answers 404.', 'missing')
      return []
    }
    if (status === 410)
      site.others.set(address, { kind: 'lost', reason: 'gone on the old site, too' })
    else if (status !== 200) leave(address, `The old site answers ${status}.`)
    if (status !== 200) return []
    if (!/html/.test(headers.get('content-type') ?? '')) {
      site.files.set(address, async () => body)
      return []
    }
    const charset = readCharset(headers)
    const html = decodeText(body, charset).replaceAll(isLocal ? `${origin}/` : '\0', '/')
    const sent = { bytes: body, charset }
    site.pages.push({ address, base, html, sent })
    const canonical = isLocal ? readHead(parseHtml(html)).canonical : undefined
    if (canonical && URL.canParse(canonical)) published.add(new URL(canonical).origin)
    return listLinkedAddresses(html, url)
  }

  /** Reads sitemaps and those that they name. An index may name itself. */
  async function readSitemaps(addresses: string[]): Promise<string[]> {
    const toUrl = (written: string) => new URL(new URL(written, origin).pathname, origin).href
    const sitemaps = new Set(addresses.filter((each) => URL.canParse(each, origin)).map(toUrl))
    const urls: string[] = []
    // What is added while the loop runs is read, too.
    for (const sitemap of sitemaps) {
      const text = (await readText(sitemap)) ?? ''
      const listed = listSitemapUrls(text)
      if (!/<sitemapindex/.test(text)) for (const url of listed) urls.push(url)
      else
        for (const url of listed)
          if (sitemaps.size < maxSitemaps && URL.canParse(url)) sitemaps.add(toUrl(url))
    }
    return urls
  }

  /** @returns undefined if there is no such file */
  async function readText(url: string): Promise<string | undefined> {
    const answer = await server.request(url)
    return 'notReached' in answer || answer.status !== 200 ? undefined : decodeText(answer.body)
  }
}

const readCharset = (headers: Headers): string | undefined =>
  /charset=["']?([\w-]+)/i.exec(headers.get('content-type') ?? '')?.[1]

/** What an element shows or leads to. */
const listTargets = (element: HtmlElement): (string | undefined)[] => [
  /^(?:a|area)$/.test(element.name) || element.attribs.rel === 'stylesheet'
    ? element.attribs.href
    : undefined,
  ...[element.attribs.poster, findBackground(element)],
  ...listSources(element),
  ...listCopies(element),
]

function listLinkedAddresses(html: string, url: string): string[] {
  const document = parseHtml(html)
  const { base = '' } = readHead(document)
  const start = URL.canParse(base, url) ? new URL(base, url).href : url
  const written = findAllElements(document).flatMap((element) =>
    element.name === 'script' ? element.attribs.src : listTargets(element),
  )
  return written.flatMap((href) => {
    if (!href || !URL.canParse(href.trim(), start)) return []
    const target = new URL(href.trim(), start)
    target.hash = ''
    return /^https?:$/.test(target.protocol) ? [target.href] : []
  })
}
