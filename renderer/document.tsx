import { renderToString } from 'react-dom/server'
import type { PageData, SiteData } from '../schema/page-data.ts'
import { PageBody } from './page-body.tsx'
import { PageHead } from './page-head.tsx'
import { dataUrlOf } from './routes.ts'
import { themeOf } from './theme-of.ts'

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
    `<meta name="viewport" content="width=device-width, initial-scale=1">${renderIcons(site)}${head}${renderAssets(assets)}</head>` +
    `<body><div id="root">${body}</div></body></html>\n`
  )
}

/** The build draws these files, and so does the development server. */
function renderIcons(site: SiteData): string {
  const { light, dark } = themeOf(site)
  return (
    '<link rel="icon" href="/favicon.ico" sizes="32x32"><link rel="icon" href="/favicon.svg" type="image/svg+xml">' +
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="/site.webmanifest">' +
    `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${light.ground}">` +
    `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${dark.ground}">`
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
  return [...styles, `<script type="module" src="${assets.script}"></script>`].join('')
}
