import { applyTrailingSlash, getAliasPath } from '../../../schema/resolve/route-paths.ts'
import type { Alias, SiteData } from '../../../schema/page-data.ts'
import type { PageSummary } from '../../../schema/resolve/page-summary.ts'
import { renderRedirect } from '../../../renderer/render-redirect.ts'
import { siteDataUrl } from '../../../renderer/routes.ts'
import { renderFeed } from './render-feed.ts'
import { renderRobots } from './robots.ts'
import { renderSitemaps } from './render-sitemaps.ts'
import type { OutputFile } from './output-file.ts'

export type SiteFilesInput = { site: SiteData; pages: PageSummary[]; aliases: Alias[] }

/**
 * Renders the files of a site that belong to no page: feeds, redirects, sitemaps, robots.txt.
 * @param hasData whether the site loads data with scripts.
 */
export function* renderSiteFiles(
  { site, pages, aliases: routes }: SiteFilesInput,
  hasData: boolean,
): Generator<OutputFile> {
  const aliases = routes.map(({ from, to }) => ({ from, to: applyTrailingSlash(to, site) }))
  for (const page of pages) {
    const { data } = page
    if (data.head.feed !== undefined && !data.article)
      yield { path: data.head.feed, content: renderFeed(page, pages, site) }
  }
  for (const { from, to } of aliases) {
    yield {
      path: getAliasPath(from),
      content: renderRedirect(site.origin + to, to, site.language),
    }
  }
  if (hasData) yield { path: siteDataUrl, content: JSON.stringify(site) }
  yield* renderSitemaps(pages, site)
  yield { path: '/robots.txt', content: renderRobots(site) }
}
