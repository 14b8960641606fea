import type { SiteData } from '../../../schema/page-data.ts'

/**
 * Renders robots.txt. It does not exclude noindex pages, because a crawler has to read a page to
 * see that it is noindex.
 */
export function renderRobots({ origin }: SiteData): string {
  return `User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`
}
