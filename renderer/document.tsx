import { renderToString } from 'react-dom/server'
import type { PageData, SiteData } from '../schema/page-data.ts'
import { PageBody } from './page-body.tsx'
import { PageHead } from './page-head.tsx'
import { dataUrlOf } from './routes.ts'
import { speculationRules } from './speculation-rules.ts'

/** Addresses of the built script and stylesheets; left out in development, where Vite adds its own. */
export type Assets = {
  script: string
  styles: string[]
  /** What measures visits, where the site wants it. */
  measure: string
  /** The application and what it imports; the loader asks for all of them at once. */
  application: string[]
}

/**
 * The whole HTML document of a page. Pure: the same data gives the same bytes.
 * Head and body are rendered apart, since React writes what it hoists before everything else;
 * in the browser both are one tree, and hydration adopts the elements in the head.
 */
export function renderDocument(page: PageData, site: SiteData, assets?: Assets): string {
  const head = renderToString(<PageHead page={page} site={site} />)
  const body = renderToString(<PageBody page={page} site={site} />)
  const attributes = {
    lang: site.language,
    'data-page': dataUrlOf(page.route),
    'data-live': page.live ? '' : undefined,
    'data-application': assets?.application.join(' '),
    'data-measuring': site.measuring && JSON.stringify(site.measuring),
    'data-measure': site.measuring && assets?.measure,
  }
  return (
    `<!doctype html><html${printAttributes(attributes)}><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">${head}${renderAssets(assets)}</head>` +
    `<body><div id="root">${body}</div></body></html>\n`
  )
}

function printAttributes(attributes: Record<string, string | undefined>): string {
  const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? '' : value === '' ? ` ${name}` : ` ${name}="${escape(value)}"`))
    .join('')
}

function renderAssets(assets?: Assets): string {
  if (!assets) return ''
  const styles = assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`)
  return [...styles, `<script type="module" src="${assets.script}"></script>`, speculationRules].join('')
}
