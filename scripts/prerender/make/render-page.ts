import { UserError } from '../../shared/user-error.ts'
import type { HtmlChunk } from '../../../renderer/html-chunks.ts'
import type { ResolvedPage } from '../../../schema/resolve/page/page-types.ts'
import type { Bundle } from '../bundle/bundle-types.ts'
import { getJsonLd } from './get-json-ld.ts'
import { getPrintedSite } from './printed-site.ts'
import type { SharedInput } from './page-types.ts'

/** @property json the page's data, on a site with scripts. */
type RenderedPage = { chunks: HtmlChunk[]; json?: string }

/** @throws UserError what a component throws, with its name and that of the page */
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
    const { message, stack = '' } = error as Error
    const [, component] = /\n\s+at (?:exports\.)?([A-Z]\w*) \(/.exec(stack) ?? []
    const where = component === undefined ? '' : ` in the component ${component}`
    throw new UserError(`The page ${page.route} cannot be rendered. An error${where}: ${message}`)
  }
}
