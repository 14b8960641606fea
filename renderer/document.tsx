import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { memoizeByObject } from '../schema/util/memoize-by-object.ts'
import type { PageData, SiteData } from '../schema/page-data.ts'
import { escapeHtml } from './escape-html.ts'
import { fastRenderHead } from './fast/fast-head.ts'
import { withFastPath } from '../schema/util/fast-paths.ts'
import { PageHead } from './page-head.tsx'
import { joinChunks, type HtmlChunk, type SharedChunk } from './html-chunks.ts'
import { renderBody } from './render-body.tsx'
import { memoize } from './memoize.ts'
import { getDataUrl, generatorTag } from './routes.ts'
import { speculationRules } from './speculation-rules.ts'
import { getThemeColors } from './theme-colors.ts'

/** What a built page names; left out in development, where Vite adds its own. */
export type Assets = {
  /** Undefined on a site that loads none. */
  scripts?: ScriptAssets
  styles: StyleAssets
}

/** Addresses of the built scripts. */
export type ScriptAssets = {
  loader: string
  /** What measures visits, where the site wants it. */
  analytics: string
  /** The scripts that blocks have come with a page, by name. */
  eager: Record<string, string>
  /** The application and what it imports; the loader asks for all of them at once. */
  application: string[]
}

type StyleAssets = {
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
  joinChunks(renderDocumentChunks(page, site, assets))

/**
 * The same in pieces, of which documents share more than half. Pure: the same data gives the same bytes.
 * Head and body are rendered apart, since React writes what it hoists before everything else, and the body in pieces that
 * pages share; in the browser all is one tree, and hydration adopts the elements in the head.
 * A page that loads no script is never hydrated, and carries no marks for that. Development always loads the application:
 * it shows what is saved.
 */
export function renderDocumentChunks(page: PageData, site: SiteData, assets?: Assets): HtmlChunk[] {
  const isPlain = assets !== undefined && assets.scripts === undefined
  const head = renderHead(page, site)
  const body = renderBody(page, site, {
    render: isPlain ? renderToStaticMarkup : renderToString,
    isPlain,
  })
  const attributes = isPlain ? {} : listLoaderAttributes(page, site, assets)
  return [
    `<!doctype html><html${serializeAttributes({ lang: site.language, ...attributes })}><head><meta charset="utf-8">` +
      `<meta name="viewport" content="width=device-width, initial-scale=1">${isPlain ? generatorTag : ''}${renderIconsAndThemeColors(site)}`,
    head,
    body.preloads,
    memoizeAssetTags(page, site, assets),
    `${!isPlain && hasCollapsibleContent(page) ? revealTargetScript : ''}</head><body><div id="root">`,
    ...body.chunks,
    '</div></body></html>\n',
  ]
}

const renderHead = withFastPath(fastRenderHead, (page, site) =>
  renderToStaticMarkup(<PageHead page={page} site={site} />),
)

const joinUnlessEmpty = (names: string[], separator: string) =>
  names.length > 0 ? names.join(separator) : undefined

/** What the loader reads from the document. */
const listLoaderAttributes = (page: PageData, { measuring }: SiteData, assets?: Assets) => ({
  'data-page': getDataUrl(page.route),
  'data-live': joinUnlessEmpty(
    page.browser.live.map((type) => `.${type}`),
    ',',
  ),
  'data-wakes': joinUnlessEmpty(
    page.browser.wakes.map((name) => name && `${name}=`),
    ' ',
  ),
  'data-found': page.browser.found && assets?.scripts?.eager[page.browser.found],
  'data-application': assets?.scripts?.application.join(' '),
  'data-stylesheet': assets?.styles.allBlocks,
  'data-measuring': measuring && JSON.stringify(measuring),
  'data-measure': measuring && assets?.scripts?.analytics,
})

/**
 * Shows the tab or the answer that the address names, before anything is painted: browsers apply `:target`, and open what
 * is closed, only after that, and then everything below would move. Of the answers, one is open: another that is so from the start
 * gives way. The loader takes over from it.
 */
const revealTargetScript =
  '<script>{const h=location.hash;if(/^#[\\w-]+$/.test(h)){const s=document.createElement("style");s.id="first-place";' +
  's.textContent=`.tab-group:has(${h}):not([data-alive])>.tab-panel:not(${h}){display:none!important}' +
  '.tab-group:not([data-alive])>${h}.tab-panel{display:grid!important}' +
  'details:has(${h})::details-content{content-visibility:visible;block-size:auto}' +
  ':root:has(details ${h}) details:not(:has(${h}))::details-content{content-visibility:hidden}`;document.head.append(s)}}</script>'

/** Only where there is something to show. */
const hasCollapsibleContent = ({ blocks }: PageData) =>
  blocks.some(({ type }) => type === 'tabs' || type === 'faq')

/** The build draws these files, and so does the development server. */
const iconLinks =
  '<link rel="icon" href="/favicon.ico" sizes="32x32"><link rel="icon" href="/favicon.svg" type="image/svg+xml">' +
  '<link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="/site.webmanifest">'

function renderIconsAndThemeColors(site: SiteData): string {
  const { light, dark } = getThemeColors(site)
  return (
    (site.icons === 'none' ? '' : iconLinks) +
    `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${light.ground}">` +
    `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${dark.ground}">`
  )
}

function serializeAttributes(attributes: Record<string, string | undefined>): string {
  return Object.entries(attributes)
    .map(([name, value]) =>
      value === undefined ? '' : value === '' ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`,
    )
    .join('')
}

const getAssetTagCache = memoizeByObject((_: SiteData) =>
  memoizeByObject((_: Assets) => new Map<string, SharedChunk>()),
)

/** Pages of the same blocks have the same. */
function memoizeAssetTags(page: PageData, site: SiteData, assets: Assets | undefined): HtmlChunk {
  if (!assets) return renderAssetTags(page, site)
  const key = [...page.blocks.map(({ type }) => type), '', ...page.browser.early].join(' ')
  return memoize(getAssetTagCache(site)(assets), key, maxCachedAssetTags, () => ({
    html: renderAssetTags(page, site, assets),
  }))
}

/** Each holds the css of its blocks. */
const maxCachedAssetTags = 200

/** A page carries the css of its own blocks, so that it is painted after one round trip. */
function renderAssetTags(
  { blocks, browser }: PageData,
  { theme }: SiteData,
  assets?: Assets,
): string {
  const themed = theme ? `<style>${theme.css}</style>` : ''
  if (!assets) return themed
  const { styles, scripts } = assets
  const blockStyles = [...new Set(blocks.map(({ type }) => type))].map(
    (type) => styles.blocks[type] ?? '',
  )
  const usedFonts = styles.fonts.filter(
    (href) => !theme || theme.fonts.some((font) => href.includes(`/${font}.`)),
  )
  const fonts = usedFonts.map(
    (href) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`,
  )
  const css = styles.shared + blockStyles.join('')
  const inlined = css === '' ? '' : `<style>${css}</style>`
  const scriptUrls = scripts
    ? [scripts.loader, ...browser.early.map((name) => scripts.eager[name]!)]
    : []
  return `${fonts.join('')}${inlined}${themed}${scriptUrls.map((src) => `<script type="module" src="${src}"></script>`).join('')}${scripts ? speculationRules : ''}`
}
