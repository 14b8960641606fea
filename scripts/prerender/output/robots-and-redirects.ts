import type { Alias, SiteData } from '../../../schema/page-data.ts'

/** Text for XML. What no XML document may hold, such as the sign for a bell, is left away. */
export const escapeXml = (text: string) =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')

/** Pages that are noindex stay crawlable: a crawler has to read a page to see that it may not list it. */
export function renderRobots({ origin }: SiteData): string {
  return `User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`
}

/** The `_redirects` file that static hosts read: from, to, status. */
export function renderRedirects(aliases: Alias[]): string {
  return aliases.map(({ from, to }) => `${from} ${to} 301\n`).join('')
}
