import type { SiteData } from '../../schema/page-data.ts'
import { renderExampleFrame } from '../../renderer/example-frame.ts'
import { getDataPath, getSiteDataPath } from '../../renderer/routes.ts'
import type { Bundle } from '../prerender/bundle/load-renderer.ts'
import type { OutputFile } from '../prerender/output/output-file.ts'
import { renderSitemaps } from '../prerender/output/render-sitemaps.ts'
import { renderBlockPage } from './block-page.tsx'
import { listFrames, type CatalogueBlock } from './load-blocks.ts'
import { renderIndexPage } from './index-page.tsx'

/**
 * Renders all files of the catalogue except those of the bundle.
 * @param site The site whose design the examples use.
 */
export function* renderCatalogueFiles(
  blocks: CatalogueBlock[],
  site: SiteData,
  { renderer, assets }: Bundle,
): Generator<OutputFile> {
  yield { path: '/index.html', content: renderIndexPage(blocks) }
  for (const block of blocks)
    yield {
      path: `/${block.type}/index.html`,
      content: renderBlockPage(block, blocks),
    }
  // The catalogue is published separately, so it does not have the site's icons.
  const { origin } = new URL(site.origin)
  const shownSite: SiteData = { ...site, origin, measuring: undefined, icons: 'none' }
  for (const { page, scheme } of listFrames(blocks, '')) {
    yield {
      path: `${page.route}/index.html`,
      content: renderExampleFrame(renderer.renderDocument(page, shownSite, assets), scheme),
    }
    // Live blocks load this data to hydrate.
    const data = { ...page, release: renderer.getRelease(assets) }
    yield { path: getDataPath(page.route), content: JSON.stringify(data) }
  }
  // The page-finder block reads this to suggest the nearest address.
  const pages = ['', ...blocks.map(({ type }) => type)].map((path) => ({
    data: { head: { canonical: `${origin}/${path}` } },
    meta: { indexed: true },
  }))
  yield* renderSitemaps(pages, shownSite)
  yield { path: getSiteDataPath(), content: JSON.stringify(shownSite) }
}
