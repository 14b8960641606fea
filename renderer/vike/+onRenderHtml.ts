/** Development only: the build calls renderDocument itself, page by page (README, Decisions). */
import { dangerouslySkipEscape } from 'vike/server'
import type { PageContextServer } from 'vike/types'
import { findDevPage } from '../dev/dev-state.ts'
import { renderDocument } from '../document.tsx'
import { renderExampleFrame } from '../example-frame.ts'

export function onRenderHtml({ urlPathname }: PageContextServer) {
  return dangerouslySkipEscape(renderDevPage(urlPathname))
}

function renderDevPage(pathname: string): string {
  const { page, site, scheme } = findDevPage(pathname)
  if (!page || !site) return emptyDevDocument
  try {
    const html = renderDocument(page, site)
    return scheme ? renderExampleFrame(html, scheme) : html
  } catch (error) {
    // While a version has errors, a block may lack what its component needs; the overlay says what.
    console.error(error)
    return emptyDevDocument
  }
}

/** Nothing can be shown but the problems. Vike adds the script that fetches them. */
const emptyDevDocument =
  '<!doctype html><html lang="en"><head><title>Signpost</title></head><body></body></html>'
