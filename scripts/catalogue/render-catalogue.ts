import type { SiteData } from '../../schema/page-data.ts'
import { renderExampleFrame } from '../../renderer/example-frame.ts'
import { getDataUrl, siteDataUrl } from '../../renderer/routes.ts'
import type { Bundle } from '../prerender/bundle/bundle-types.ts'
import type { OutputFile } from '../prerender/output/output-file.ts'
import { renderBlockPage } from './block-page.tsx'
import { listFrames, type CatalogueBlock } from './load-blocks.ts'
import { renderIndexPage } from './index-page.tsx'

/** Every file of the catalogue but the bundle's. @param site whose design the examples wear. */
export function* renderCatalogueFiles(
  blocks: CatalogueBlock[],
  site: SiteData,
  { renderer, assets }: Bundle,
): Generator<OutputFile> {
  yield { path: '/index.html', content: renderIndexPage(blocks) }
  for (const block of blocks)
    yield { path: `/${block.type}/index.html`, content: renderBlockPage(block, blocks) }
  // Nobody is told of visits to the catalogue.
  const quiet = { ...site, measuring: undefined }
  for (const { page, scheme } of listFrames(blocks, '')) {
    yield {
      path: `${page.route}/index.html`,
      content: renderExampleFrame(renderer.renderDocument(page, quiet, assets), scheme),
    }
    // Live blocks come to life in their frames by the same data as on a page.
    yield { path: getDataUrl(page.route), content: JSON.stringify(page) }
  }
  yield { path: siteDataUrl, content: JSON.stringify(quiet) }
}
