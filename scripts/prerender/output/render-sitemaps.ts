import type { PageData, SiteData } from '../../../schema/page-data.ts'
import type { OutputFile } from './output-file.ts'
import { escapeXml } from './escape-xml.ts'

/**
 * The limits of one sitemap: URLs, and bytes before compression.
 * https://www.sitemaps.org/protocol.html#index
 */
const sitemapLimits = { urls: 50_000, bytes: 52_428_800 }

/** What a sitemap says about a page. @property lastmod ISO date. */
type ListedPage = {
  data: { head: Pick<PageData['head'], 'canonical' | 'alternates'> }
  meta: { indexed: boolean; lastmod?: string }
}

const sitemapNamespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const alternatesNamespace = ' xmlns:xhtml="http://www.w3.org/1999/xhtml"'
const wrapSitemap = (name: string, entries: string[]) => {
  const more = entries.some((entry) => entry.includes('<xhtml:')) ? alternatesNamespace : ''
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="${sitemapNamespace}"${more}>\n${entries.join('')}</${name}>\n`
}

export const isInSitemap = ({ meta }: Pick<ListedPage, 'meta'>): boolean => meta.indexed

/**
 * Renders `/sitemap.xml`. If the pages exceed the limits of one sitemap, that is an index of
 * several sitemaps. A page without a recorded date has no lastmod, which is optional. Neither have
 * the sitemaps in the index, because the build time would make builds irreproducible.
 */
export function renderSitemaps(
  pages: ListedPage[],
  { origin }: Pick<SiteData, 'origin'>,
  limits = sitemapLimits,
): OutputFile[] {
  const entries = pages.filter(isInSitemap).map(({ data, meta }) => {
    const lastmod = meta.lastmod ? `<lastmod>${escapeXml(meta.lastmod)}</lastmod>` : ''
    const alternates = data.head.alternates ?? []
    const original = alternates.slice(0, 1).map(({ href }) => ({ language: 'x-default', href }))
    const others = [...alternates, ...original].map(
      ({ language, href }) =>
        `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeXml(href)}"/>`,
    )
    return `  <url><loc>${escapeXml(data.head.canonical)}</loc>${lastmod}${others.join('')}</url>\n`
  })
  const groups = splitSitemapEntries(
    entries,
    limits.urls,
    limits.bytes - Buffer.byteLength(wrapSitemap('urlset', [])),
  )
  if (groups.length <= 1) return [{ path: '/sitemap.xml', content: wrapSitemap('urlset', entries) }]
  const paths = groups.map((_, index) => `/sitemap-${index + 1}.xml`)
  const index = paths.map((path) => `  <sitemap><loc>${escapeXml(origin + path)}</loc></sitemap>\n`)
  return [
    { path: '/sitemap.xml', content: wrapSitemap('sitemapindex', index) },
    ...groups.map((group, at) => ({ path: paths[at]!, content: wrapSitemap('urlset', group) })),
  ]
}

/** Splits entries, in their order, into groups that each fit into one sitemap. */
function splitSitemapEntries(entries: string[], maxCount: number, maxBytes: number): string[][] {
  const groups: string[][] = []
  let remainingBytes = 0
  for (const entry of entries) {
    const size = Buffer.byteLength(entry)
    const last = groups.at(-1)
    if (last && last.length < maxCount && size <= remainingBytes) last.push(entry)
    else {
      groups.push([entry])
      remainingBytes = maxBytes
    }
    remainingBytes -= size
  }
  return groups
}
