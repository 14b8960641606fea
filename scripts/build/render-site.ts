import { addressOf } from '../../schema/addresses.ts'
import type { LoadedSite, PageData, SiteData } from '../../schema/page-data.ts'
import { withJsonLd } from '../../renderer/json-ld.ts'
import { dataUrlOf, siteDataUrl } from '../../renderer/routes.ts'
import { writeFeed } from './atom-feed.ts'
import type { Bundle } from './bundle.ts'
import { writeRedirects, writeRobots, writeSitemap } from './site-files.ts'

/** A file of the built site: its path below dist/, and its content. */
export type OutputFile = { path: string; content: string | Uint8Array }

/** A site that has no errors. */
export type WholeSite = LoadedSite & { site: SiteData; notFound: PageData }

/** Every generated file, one after another. @throws what a component throws, with the route it happened on. */
export function* renderSite(loaded: WholeSite, { renderer, assets }: Bundle): Generator<OutputFile> {
  const { site, notFound } = loaded
  const aliases = loaded.aliases.map(({ from, to }) => ({ from, to: addressOf(to, site) }))
  // What only the application reads.
  const hasApplication = assets.scripts !== undefined
  const pages = withJsonLd(loaded)
  const render = (page: PageData) => {
    try {
      return renderer.renderDocument(page, site, assets)
    } catch (error) {
      throw new Error(`Rendering ${page.route} failed: ${(error as Error).message}`, { cause: error })
    }
  }
  for (const { data } of pages) {
    yield { path: `${data.route}/index.html`, content: render(data) }
    if (hasApplication) yield { path: dataUrlOf(data.route), content: JSON.stringify(data) }
  }
  for (const { data } of pages) {
    if (data.head.feed !== undefined && !data.article) yield { path: data.head.feed, content: writeFeed(data, pages, site) }
  }
  yield { path: '/404.html', content: render(notFound) }
  if (hasApplication) yield { path: '/404.json', content: JSON.stringify(notFound) }
  for (const { from, to } of aliases) {
    // A file of the old site keeps its name; anything else is a folder.
    yield { path: /\.html?$/.test(from) ? from : `${from}/index.html`, content: renderer.renderRedirect(site.origin + to, to, site.language) }
  }
  if (hasApplication) yield { path: siteDataUrl, content: JSON.stringify(site) }
  yield { path: '/sitemap.xml', content: writeSitemap(pages) }
  yield { path: '/robots.txt', content: writeRobots(site) }
  if (aliases.length > 0) yield { path: '/_redirects', content: writeRedirects(aliases) }
}
