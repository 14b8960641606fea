/** Development only: the build calls renderDocument itself, page by page (README, Decisions). */
import { dangerouslySkipEscape } from 'vike/server'
import type { PageContextServer } from 'vike/types'
import { findDevPage } from '../dev/dev-state.ts'
import { renderDocument } from '../document.tsx'

export function onRenderHtml({ urlPathname }: PageContextServer) {
  const { page, site } = findDevPage(urlPathname)
  // Without a single good version of the site there is nothing to show but the problems, over an empty page.
  const html = page && site ? renderDocument(page, site) : '<!doctype html><html lang="en"><head><title>Signpost</title></head><body></body></html>'
  return dangerouslySkipEscape(html)
}
