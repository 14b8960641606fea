import robotsParser from 'robots-parser'
import { listSitemapUrls } from '../../shared/list-sitemap-urls.ts'
import { isExampleOrigin } from '../../../schema/resolve/placeholders/example-origin.ts'
import { systemClock } from '../../links/link-types.ts'
import { sendRequest } from '../../links/send-request.ts'
import { UserError } from '../../shared/user-error.ts'
import { decodeText, findAll, parseHtml } from '../html/dom.ts'
import { readHead } from '../html/read-head.ts'
import { toOldAddress } from '../old-address.ts'
import { createOldSite, type OldSite } from '../old-site.ts'

const timeoutMs = 20_000
/** The pause between two requests to a host that is not this machine. */
const pauseMs = 250
const userAgent = 'signpost-import/1.0'

type Found = { url: string; isListed: boolean }

/**
 * Reads a running site: the addresses in its sitemap, and those that its pages link to. One request
 * at a time, as its robots.txt allows, and nothing of other hosts.
 * @param limit how many addresses are requested
 */
export async function readUrl(start: string, limit: number): Promise<OldSite> {
  const { origin } = new URL(start)
  const isLocal = isExampleOrigin(origin)
  const site = createOldSite()
  // On this machine, the pages say where the site was published.
  if (!isLocal) site.origin = origin
  const first = await request(start)
  if ('failure' in first || first.status >= 400)
    throw new UserError(
      `${start} cannot be read: ${'failure' in first ? first.detail : `its answer is ${first.status}`}. Nothing was written.`,
    )
  const robotsUrl = new URL('/robots.txt', origin).href
  const robots = robotsParser(robotsUrl, (await readText(robotsUrl)) ?? '')
  const sitemaps = [...robots.getSitemaps(), new URL('/sitemap.xml', origin).href]
  const queue: Found[] = [{ url: start, isListed: true }]
  // Pages of a copy on this machine link to where the site was published.
  const published = new Set<string>()
  for (const sitemap of new Set(sitemaps))
    for (const url of await readSitemap(new URL(new URL(sitemap).pathname, origin).href)) {
      if (isLocal && URL.canParse(url)) published.add(new URL(url).origin)
      queue.push({ url, isListed: true })
    }
  const known = new Set<string>()
  let left = 0
  for (let next = queue.shift(); next; next = queue.shift()) {
    const url = toLocal(next.url)
    if (!URL.canParse(url) || new URL(url).origin !== origin) continue
    const { pathname, search } = new URL(url)
    const address = toOldAddress(pathname + search)
    if (known.has(address) || /\.xml(?:\.gz)?$/.test(address)) continue
    if (known.size >= limit) {
      left++
      continue
    }
    known.add(address)
    if (robots.isDisallowed(url, userAgent) && !isLocal)
      site.missing.set(address, 'Its robots.txt does not allow programs to read it.')
    else queue.push(...(await addAddress(address, pathname, url, next.isListed)))
  }
  for (const [address, detail] of site.missing) site.notes.push({ what: 'unread', address, detail })
  if (left > 0)
    site.notes.push({
      what: 'unread',
      address: start,
      detail: `${left} more links were not followed, because ${limit} addresses were read. Use --limit NUMBER for more.`,
    })
  return site

  function toLocal(url: string): string {
    if (!URL.canParse(url)) return url
    const { pathname, search, origin: other } = new URL(url)
    return published.has(other) ? origin + pathname + search : url
  }

  async function addAddress(
    address: string,
    base: string,
    url: string,
    isListed: boolean,
  ): Promise<Found[]> {
    if (!isLocal) await systemClock.wait(pauseMs)
    const answer = await request(url)
    if ('failure' in answer) {
      if (isListed) site.missing.set(address, `The old site does not answer: ${answer.detail}.`)
      return []
    }
    const { status, headers, body } = answer
    const location = status >= 300 && status < 400 ? headers.get('location') : null
    if (location !== null && URL.canParse(location, url)) {
      const target = new URL(location, url)
      const to = toOldAddress(target.pathname + target.search)
      const isOwn = target.origin === origin
      // To the same address with a slash, or with https.
      if (isOwn && to === address)
        return addAddress(address, target.pathname, target.href, isListed)
      site.redirects.set(address, isOwn ? to : target.href)
      return isOwn ? [{ url: target.href, isListed }] : []
    }
    if (status !== 200) {
      if (status === 410) site.gone.set(address, 'gone on the old site, too')
      else if (isListed) site.missing.set(address, `The old site answers ${status}.`)
      return []
    }
    if (!/html/.test(headers.get('content-type') ?? '')) {
      site.files.set(address, async () => body)
      return []
    }
    const html = decodeText(body).replaceAll(isLocal ? `${origin}/` : '\0', '/')
    site.pages.push({ address, ...(base !== address && { base }), source: url, html })
    const canonical = isLocal ? readHead(parseHtml(html)).canonical : undefined
    if (canonical && URL.canParse(canonical)) published.add(new URL(canonical).origin)
    return listLinks(html, url).map((link) => ({ url: link, isListed: false }))
  }
}

function listLinks(html: string, url: string): string[] {
  const document = parseHtml(html)
  const written = [
    ...findAll(document, 'a').map(({ attribs }) => attribs.href),
    ...findAll(document, 'img').flatMap(({ attribs }) => [attribs['data-src'], attribs.src]),
  ]
  return written.flatMap((href) => {
    if (!href || !URL.canParse(href.trim(), url)) return []
    const target = new URL(href.trim(), url)
    target.hash = ''
    return /^https?:$/.test(target.protocol) ? [target.href] : []
  })
}

async function readSitemap(url: string, depth = 0): Promise<string[]> {
  const text = depth > 3 ? undefined : await readText(url)
  if (text === undefined) return []
  const urls = listSitemapUrls(text)
  if (!/<sitemapindex/.test(text)) return urls
  const { origin } = new URL(url)
  const inner: string[] = []
  for (const each of urls)
    if (URL.canParse(each))
      inner.push(...(await readSitemap(new URL(new URL(each).pathname, origin).href, depth + 1)))
  return inner
}

const request = (url: string) =>
  sendRequest(url, {
    method: 'GET',
    userAgent,
    timeoutMs,
    maxBytes: Infinity,
    clock: systemClock,
  })

/** @returns undefined if there is no such file */
async function readText(url: string): Promise<string | undefined> {
  const answer = await request(url)
  return 'failure' in answer || answer.status !== 200 ? undefined : decodeText(answer.body)
}
