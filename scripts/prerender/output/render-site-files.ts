import { getAliasPath } from '../../../schema/resolve/alias-address.ts'
import type { Alias, SiteData } from '../../../schema/page-data.ts'
import type { PageSummary } from '../../../schema/resolve/page-summary.ts'
import { renderRedirect } from '../../../renderer/render-redirect.ts'
import { getSiteDataPath } from '../../../renderer/routes.ts'
import { listSitesByLanguage } from '../../../renderer/site-language.ts'
import { printAliases, type getPrintedSite } from '../make/make-pages.ts'
import { renderFeed } from './render-feed.ts'
import { renderSitemaps } from './render-sitemaps.ts'
import type { OutputFile } from './output-file.ts'

/** @property aliases with the routes that they lead to. */
export type SiteFilesInput = {
  site: SiteData
  printed: ReturnType<typeof getPrintedSite>
  pages: PageSummary[]
  aliases: Alias[]
}

/**
 * Renders the files of a site that belong to no page: feeds, redirects, sitemaps, robots.txt.
 * @param hasData whether the site loads data with scripts.
 */
export function* renderSiteFiles(
  { site, printed, pages, aliases }: SiteFilesInput,
  hasData: boolean,
): Generator<OutputFile> {
  for (const page of pages) {
    const { data } = page
    if (data.head.feed !== undefined && !data.article)
      yield { path: data.head.feed, content: renderFeed(page, pages, site) }
  }
  for (const alias of aliases) {
    const path = getAliasPath(alias.from, alias.to)
    if (path === undefined) continue
    const [{ to }] = printAliases([alias], printed) as [Alias]
    const canonical = new URL(to, site.origin).href
    yield { path, content: renderRedirect(canonical, to, site.language) }
  }
  if (hasData && printed.site)
    for (const [language, own] of listSitesByLanguage(printed.site))
      yield { path: getSiteDataPath(language), content: JSON.stringify(own) }
  yield* renderSitemaps(pages, site)
  yield { path: '/robots.txt', content: renderRobots(site) }
}

/**
 * Renders robots.txt. It does not exclude noindex pages, because a crawler has to read a page to
 * see that it is noindex.
 */
function renderRobots({ origin }: SiteData): string {
  return `User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`
}
