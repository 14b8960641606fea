import type { Alias, SiteData } from '../../schema/page-data.ts'
import type { PageSummary } from '../../schema/page-summary.ts'

/** Text for XML. What no XML document may hold, such as the sign for a bell, is left away. */
export const escapeXml = (text: string) =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')

/** https://www.sitemaps.org/protocol.html; a page without a recorded date has no lastmod, which the protocol allows. */
export function writeSitemap(pages: Pick<PageSummary, 'data' | 'meta'>[]): string {
  const urls = pages
    .filter(({ meta }) => meta.indexed)
    .map(({ data, meta }) => {
      const lastmod = meta.lastmod ? `<lastmod>${escapeXml(meta.lastmod)}</lastmod>` : ''
      return `  <url><loc>${escapeXml(data.head.canonical)}</loc>${lastmod}</url>\n`
    })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`
}

/** Pages that are noindex stay crawlable: a crawler has to read a page to see that it may not list it. */
export function writeRobots({ origin }: SiteData): string {
  return `User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`
}

/** The `_redirects` file that static hosts read: from, to, status. */
export function writeRedirects(aliases: Alias[]): string {
  return aliases.map(({ from, to }) => `${from} ${to} 301\n`).join('')
}
