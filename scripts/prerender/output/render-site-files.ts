import { applyTrailingSlash } from '../../../schema/resolve/route-paths.ts'
import type { Alias, SiteData } from '../../../schema/page-data.ts'
import type { PageSummary } from '../../../schema/resolve/page-summary.ts'
import { siteDataUrl } from '../../../renderer/routes.ts'
import { renderFeed } from './render-feed.ts'
import type { Bundle } from '../bundle/bundle-types.ts'
import { getDocumentPath } from '../make/make-pages.ts'
import { renderRedirects, renderRobots } from './robots-and-redirects.ts'
import { renderSitemaps } from './render-sitemaps.ts'
import type { OutputFile } from './output-file.ts'

type SiteFilesInput = { site: SiteData; pages: PageSummary[]; aliases: Alias[] }

/** Renders the files of a site that belong to no page: feeds, redirects, sitemaps, robots.txt. */
export function* renderSiteFiles(
  { site, pages, aliases: routes }: SiteFilesInput,
  { renderer, assets }: Pick<Bundle, 'renderer' | 'assets'>,
): Generator<OutputFile> {
  const aliases = routes.map(({ from, to }) => ({ from, to: applyTrailingSlash(to, site) }))
  for (const page of pages) {
    const { data } = page
    if (data.head.feed !== undefined && !data.article)
      yield { path: data.head.feed, content: renderFeed(page, pages, site) }
  }
  for (const { from, to } of aliases) {
    // An alias such as /old.html is a file; all others are folders with an index.html.
    yield {
      path: /\.html?$/.test(from) ? from : getDocumentPath(from),
      content: renderer.renderRedirect(site.origin + to, to, site.language),
    }
  }
  if (assets.scripts) yield { path: siteDataUrl, content: JSON.stringify(site) }
  yield* renderSitemaps(pages, site)
  yield { path: '/robots.txt', content: renderRobots(site) }
  if (aliases.length > 0) yield { path: '/_redirects', content: renderRedirects(aliases) }
}
