import { addressOf } from '../../schema/addresses.ts'
import type { Alias, SiteData } from '../../schema/page-data.ts'
import type { PageSummary } from '../../schema/page-summary.ts'
import { siteDataUrl } from '../../renderer/routes.ts'
import { writeFeed } from './atom-feed.ts'
import type { Bundle } from './bundle.ts'
import { documentOf } from './make-pages.ts'
import { writeRedirects, writeRobots } from './site-files.ts'
import { writeSitemaps } from './write-sitemaps.ts'

/** A file of the built site: its path below dist/, and its content. */
export type OutputFile = { path: string; content: string | Uint8Array }

type Input = { site: SiteData; pages: PageSummary[]; aliases: Alias[] }

/** Every generated file that stands for the site as a whole. */
export function* renderRest(
  { site, pages, aliases: routes }: Input,
  { renderer, assets }: Pick<Bundle, 'renderer' | 'assets'>,
): Generator<OutputFile> {
  const aliases = routes.map(({ from, to }) => ({ from, to: addressOf(to, site) }))
  for (const page of pages) {
    const { data } = page
    if (data.head.feed !== undefined && !data.article)
      yield { path: data.head.feed, content: writeFeed(page, pages, site) }
  }
  for (const { from, to } of aliases) {
    // A file of the old site keeps its name; anything else is a folder.
    yield {
      path: /\.html?$/.test(from) ? from : documentOf(from),
      content: renderer.renderRedirect(site.origin + to, to, site.language),
    }
  }
  if (assets.scripts) yield { path: siteDataUrl, content: JSON.stringify(site) }
  yield* writeSitemaps(pages, site)
  yield { path: '/robots.txt', content: writeRobots(site) }
  if (aliases.length > 0) yield { path: '/_redirects', content: writeRedirects(aliases) }
}
