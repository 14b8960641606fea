import { readFileSync } from 'node:fs'
import { renderDocument } from '../document.tsx'
import { escapeHtml } from '../escape-html.ts'
import { renderExampleFrame } from '../example-frame.ts'
import { findDevPage, getProblemReport } from './dev-state.ts'

/**
 * Renders the document at a path as it is now, without the scripts and stylesheets of its blocks.
 * @param pathname below the base path of the site
 */
export function renderDevPage(pathname: string): string {
  const { page, site, scheme } = findDevPage(pathname)
  if (!page || !site) return renderEmptyDocument('')
  try {
    const html = orderLayers(renderDocument(page, site))
    return scheme ? renderExampleFrame(html, scheme) : html
  } catch (error) {
    // An invalid version may lack data that a component needs; the overlay shows the problems.
    if (getProblemReport() !== '') return renderEmptyDocument('')
    console.error(error)
    return renderEmptyDocument(`A component cannot show this page. ${String(error)}`)
  }
}

/**
 * Declares the order of the cascade layers before the theme's own layer. A built document begins
 * with its stylesheet, but in development the first page may get it from scripts.
 */
function orderLayers(html: string): string {
  const css = readFileSync(new URL('../../blocks/shared/base.css', import.meta.url), 'utf8')
  const [order] = /^@layer [^{;]+;/m.exec(css) ?? ['']
  return html.replace('<head>', () => `<head><style>${order}</style>`)
}

/**
 * Renders a document with a text. The server adds a script to it that shows the problem overlay.
 */
const renderEmptyDocument = (text: string) =>
  '<!doctype html><html lang="en"><head><title>Signpost</title></head>' +
  `<body><p>${escapeHtml(text)}</p></body></html>`
