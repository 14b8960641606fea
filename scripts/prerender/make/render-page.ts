import type { HtmlChunk } from '../../../renderer/html-chunks.ts'
import type { ResolvedPage } from '../../../schema/resolve/page/page-types.ts'
import type { Bundle } from '../bundle/bundle-types.ts'
import { getJsonLd } from './get-json-ld.ts'
import { getPrintedSite } from './printed-site.ts'
import type { SharedInput } from './page-types.ts'

/** @property json the page's data, on a site with scripts. */
type RenderedPage = { chunks: HtmlChunk[]; json?: string }

/** @throws Error what a component throws, with the route added to its message. */
export function renderPage(
  page: ResolvedPage,
  shared: SharedInput,
  { renderer, assets }: Pick<Bundle, 'renderer' | 'assets'>,
): RenderedPage {
  const { site, print } = getPrintedSite(shared)
  const data = print({ ...page.data, jsonLd: getJsonLd(page, shared) })
  try {
    return {
      chunks: renderer.renderDocumentChunks(data, site!, assets),
      json: assets.scripts && JSON.stringify({ ...data, release: renderer.getRelease(assets) }),
    }
  } catch (error) {
    throw new Error(`Rendering ${page.route} failed: ${(error as Error).message}`, { cause: error })
  }
}
