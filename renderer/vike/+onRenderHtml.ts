/** Development only: the build calls the renderer directly, page by page. */
import { dangerouslySkipEscape } from 'vike/server'
import type { PageContextServer } from 'vike/types'
import { renderDevPage } from '../dev/render-dev-page.ts'

export function onRenderHtml({ urlPathname }: PageContextServer) {
  return dangerouslySkipEscape(renderDevPage(urlPathname))
}
