import type { Alias, SiteData } from '../../../schema/page-data.ts'

/** Escapes text for XML. Removes characters that XML does not allow, such as control characters. */
export const escapeXml = (text: string) =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')

/**
 * Renders robots.txt. It does not exclude noindex pages, because a crawler has to read a page to
 * see that it is noindex.
 */
export function renderRobots({ origin }: SiteData): string {
  return `User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`
}

/** Renders the `_redirects` file of static hosts, with a line `FROM TO STATUS` for each alias. */
export function renderRedirects(aliases: Alias[]): string {
  return aliases.map(({ from, to }) => `${from} ${to} 301\n`).join('')
}
