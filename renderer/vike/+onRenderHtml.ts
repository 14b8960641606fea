/** Development only: the build calls renderDocument itself, page by page (README, Decisions). */
import { dangerouslySkipEscape } from 'vike/server'
import type { PageContextServer } from 'vike/types'
import { findDevPage } from '../dev/dev-state.ts'
import { renderDocument } from '../document.tsx'
import { toExampleFrame } from '../example-frame.ts'

export function onRenderHtml({ urlPathname }: PageContextServer) {
  return dangerouslySkipEscape(render(urlPathname))
}

function render(pathname: string): string {
  const { page, site, scheme } = findDevPage(pathname)
  if (!page || !site) return emptyDocument
  try {
    const html = renderDocument(page, site)
    return scheme ? toExampleFrame(html, scheme) : html
  } catch (error) {
    // While a version has errors, a block may lack what its component needs; the overlay says what.
    console.error(error)
    return emptyDocument
  }
}

/** Nothing can be shown but the problems. Vike adds the script that fetches them. */
const emptyDocument =
  '<!doctype html><html lang="en"><head><title>Signpost</title></head><body></body></html>'
