import { applyTrailingSlash } from '../../../schema/resolve/route-paths.ts'
import type { Alias, SiteData } from '../../../schema/page-data.ts'
import type { PageSummary } from '../../../schema/resolve/page-summary.ts'
import { siteDataUrl } from '../../../renderer/routes.ts'
import { renderFeed } from './render-feed.ts'
import type { Bundle } from '../bundle/bundle.ts'
import { getDocumentPath } from '../make/make-pages.ts'
import { renderRedirects, renderRobots } from './robots-and-redirects.ts'
import { renderSitemaps } from './render-sitemaps.ts'

/** A file of the built site: its path below dist/, and its content. */
export type OutputFile = { path: string; content: string | Uint8Array }

type SiteFilesInput = { site: SiteData; pages: PageSummary[]; aliases: Alias[] }

/** Every generated file that stands for the site as a whole. */
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
    // A file of the old site keeps its name; anything else is a folder.
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
