import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { onceFor } from '../schema/once-for.ts'
import type { PageData, SiteData } from '../schema/page-data.ts'
import { escapeHtml } from './escape-html.ts'
import { printHead } from './page-head.tsx'
import { joinPieces, type Piece, type SharedPiece } from './pieces.ts'
import { renderBody } from './render-body.tsx'
import { remember } from './remember.ts'
import { dataUrlOf, generatorMark } from './routes.ts'
import { speculationRules } from './speculation-rules.ts'
import { themeOf } from './theme-of.ts'

/** What a built page names; left out in development, where Vite adds its own. */
export type Assets = {
  /** Undefined on a site that loads none. */
  scripts?: Scripts
  styles: Styles
}

/** Addresses of the built scripts. */
export type Scripts = {
  script: string
  /** What measures visits, where the site wants it. */
  measure: string
  /** The scripts that blocks have come with a page, by name. */
  early: Record<string, string>
  /** The application and what it imports; the loader asks for all of them at once. */
  application: string[]
}

type Styles = {
  /** What every page needs. */
  shared: string
  /** Block type → its own css. */
  blocks: Record<string, string>
  /** The address of the css of every block in one file. */
  allBlocks: string
  /** Addresses of the typefaces. */
  fonts: string[]
}

/** The whole HTML document of a page. */
export const renderDocument = (page: PageData, site: SiteData, assets?: Assets): string =>
  joinPieces(renderPieces(page, site, assets))

/**
 * The same in pieces, of which documents share more than half. Pure: the same data gives the same bytes.
 * Head and body are rendered apart, since React writes what it hoists before everything else, and the body in pieces that
 * pages share; in the browser all is one tree, and hydration adopts the elements in the head.
 * A page that loads no script is never hydrated, and carries no marks for that. Development always loads the application:
 * it shows what is saved.
 */
export function renderPieces(page: PageData, site: SiteData, assets?: Assets): Piece[] {
  const isPlain = assets !== undefined && assets.scripts === undefined
  const head = printHead(page, site)
  const body = renderBody(page, site, {
    render: isPlain ? renderToStaticMarkup : renderToString,
    isPlain,
  })
  const attributes = isPlain ? {} : describeForScripts(page, site, assets)
  return [
    `<!doctype html><html${printAttributes({ lang: site.language, ...attributes })}><head><meta charset="utf-8">` +
      `<meta name="viewport" content="width=device-width, initial-scale=1">${isPlain ? generatorMark : ''}${renderIcons(site)}`,
    head,
    body.preloads,
    rememberAssets(page, site, assets),
    `${!isPlain && hasPlaces(page) ? showFirstPlace : ''}</head><body><div id="root">`,
    ...body.pieces,
    '</div></body></html>\n',
  ]
}

const join = (names: string[], sign: string) => (names.length > 0 ? names.join(sign) : undefined)

/** What the loader reads from the document. */
const describeForScripts = (page: PageData, { measuring }: SiteData, assets?: Assets) => ({
  'data-page': dataUrlOf(page.route),
  'data-live': join(
    page.browser.live.map((type) => `.${type}`),
    ',',
  ),
  'data-wakes': join(
    page.browser.wakes.map((name) => name && `${name}=`),
    ' ',
  ),
  'data-found': page.browser.found && assets?.scripts?.early[page.browser.found],
  'data-application': assets?.scripts?.application.join(' '),
  'data-stylesheet': assets?.styles.allBlocks,
  'data-measuring': measuring && JSON.stringify(measuring),
  'data-measure': measuring && assets?.scripts?.measure,
})

/**
 * Shows the tab or the answer that the address names, before anything is painted: browsers apply `:target`, and open what
 * is closed, only after that, and then everything below would move. Of the answers, one is open: another that is so from the start
 * gives way. The loader takes over from it.
 */
const showFirstPlace =
  '<script>{const h=location.hash;if(/^#[\\w-]+$/.test(h)){const s=document.createElement("style");s.id="first-place";' +
  's.textContent=`.tab-group:has(${h}):not([data-alive])>.tab-panel:not(${h}){display:none!important}' +
  '.tab-group:not([data-alive])>${h}.tab-panel{display:grid!important}' +
  'details:has(${h})::details-content{content-visibility:visible;block-size:auto}' +
  ':root:has(details ${h}) details:not(:has(${h}))::details-content{content-visibility:hidden}`;document.head.append(s)}}</script>'

/** Only where there is something to show. */
const hasPlaces = ({ blocks }: PageData) =>
  blocks.some(({ type }) => type === 'tabs' || type === 'faq')

/** The build draws these files, and so does the development server. */
const icons =
  '<link rel="icon" href="/favicon.ico" sizes="32x32"><link rel="icon" href="/favicon.svg" type="image/svg+xml">' +
  '<link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="/site.webmanifest">'

function renderIcons(site: SiteData): string {
  const { light, dark } = themeOf(site)
  return (
    (site.icons === 'none' ? '' : icons) +
    `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${light.ground}">` +
    `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${dark.ground}">`
  )
}

function printAttributes(attributes: Record<string, string | undefined>): string {
  return Object.entries(attributes)
    .map(([name, value]) =>
      value === undefined ? '' : value === '' ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`,
    )
    .join('')
}

const knownAssets = onceFor((_: SiteData) => onceFor((_: Assets) => new Map<string, SharedPiece>()))

/** Pages of the same blocks have the same. */
function rememberAssets(page: PageData, site: SiteData, assets: Assets | undefined): Piece {
  if (!assets) return renderAssets(page, site)
  const key = [...page.blocks.map(({ type }) => type), '', ...page.browser.early].join(' ')
  return remember(knownAssets(site)(assets), key, mostAssets, () => ({
    html: renderAssets(page, site, assets),
  }))
}

/** Each holds the css of its blocks. */
const mostAssets = 200

/** A page carries the css of its own blocks, so that it is painted after one round trip. */
function renderAssets({ blocks, browser }: PageData, { theme }: SiteData, assets?: Assets): string {
  const themed = theme ? `<style>${theme.css}</style>` : ''
  if (!assets) return themed
  const { styles, scripts } = assets
  const blockStyles = [...new Set(blocks.map(({ type }) => type))].map(
    (type) => styles.blocks[type] ?? '',
  )
  const used = styles.fonts.filter(
    (href) => !theme || theme.fonts.some((font) => href.includes(`/${font}.`)),
  )
  const fonts = used.map(
    (href) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`,
  )
  const css = styles.shared + blockStyles.join('')
  const inlined = css === '' ? '' : `<style>${css}</style>`
  const own = scripts ? [scripts.script, ...browser.early.map((name) => scripts.early[name]!)] : []
  return `${fonts.join('')}${inlined}${themed}${own.map((src) => `<script type="module" src="${src}"></script>`).join('')}${scripts ? speculationRules : ''}`
}
