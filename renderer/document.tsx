import type { ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { BookingRoutesContext } from '../blocks/shared/links/link-event.ts'
import { memoizeByObject } from '../schema/util/memoize-by-object.ts'
import type { PageData, SiteData } from '../schema/page-data.ts'
import type { Block } from '../schema/types.gen.ts'
import { Blocks, PageBody } from './page-body.tsx'
import { escapeHtml } from './escape-html.ts'
import { PageHead } from './page-head.tsx'
import { addBasePath, addBaseToCss, getRelease, getTypefaceNames, type Assets } from './assets.ts'
import { joinChunks, type HtmlChunk, type SharedChunk } from './html-chunks.ts'
import { PrintedAddress } from './printed-address.tsx'
import { memoize } from '../schema/util/memoize.ts'
import { getBasePath, getDataPath, getPath, toRoute, generatorTag } from './routes.ts'
import {
  buildContentPolicy,
  buildDevelopmentPolicy,
  renderContentPolicy,
} from './security/content-policy.ts'
import { extractStyles } from './security/extract-styles.ts'
import { isRightToLeft } from '../schema/util/supported-language.ts'
import { isLinkTo } from './shell/phone-bar.tsx'
import { localizeSite } from './site-language.ts'
import { getThemeColors } from './theme-colors.ts'
import { keepAnswer, revealTarget, showKept } from './inline/inline-scripts.gen.ts'

/** Renders the HTML document of a page. */
export const renderDocument = (page: PageData, site: SiteData, assets?: Assets): string =>
  joinChunks(renderDocumentChunks(page, site, assets))

/**
 * Renders the HTML document of a page as chunks, many of which are shared between pages. Pure: the
 * same data gives the same bytes.
 *
 * Head and body are rendered separately, because React writes hoisted elements before everything
 * else. The body is rendered in chunks that pages share. In the browser, head and body belong to
 * one tree, and hydration adopts the elements in the head.
 *
 * A page without scripts is never hydrated and omits React's hydration markers. In development, the
 * application always loads, to show edits without a reload.
 */
export function renderDocumentChunks(
  page: PageData,
  wholeSite: SiteData,
  bundled?: Assets,
): HtmlChunk[] {
  const site = localizeSite(wholeSite, page)
  const base = getBasePath(site)
  const assets = bundled && addBasePath(bundled, base)
  const isPlain = assets !== undefined && assets.scripts === undefined
  const head = renderToStaticMarkup(<PageHead page={page} site={site} />)
  const body = renderBody(page, site, {
    render: isPlain ? renderToStaticMarkup : renderToString,
    isPlain,
    throwsBlockErrors: assets !== undefined,
  })
  const release = bundled && getRelease(bundled)
  const attributes = isPlain ? {} : listLoaderAttributes(page, site, assets, release)
  const rootAttributes = {
    lang: site.language,
    dir: isRightToLeft(site.language) ? 'rtl' : undefined,
    'data-base': base || undefined,
    ...attributes,
  }
  const tags = getAssetTags(page, site, assets)
  const content = assets ? extractStyles(body.chunks) : { chunks: body.chunks, css: '' }
  const inlineScript = isPlain ? '' : getInlineScript(page)
  const policy =
    site.contentPolicy === false
      ? undefined
      : assets
        ? buildContentPolicy(page, site, {
            styles: [...tags.styles, content.css].filter(Boolean),
            scripts: [...tags.inlineScripts, inlineScript].filter(Boolean),
          })
        : buildDevelopmentPolicy(page, site)
  return [
    `<!doctype html><html${serializeAttributes(rootAttributes)}>` +
      '<head><meta charset="utf-8">' +
      (policy === undefined ? '' : renderContentPolicy(policy)) +
      '<meta name="viewport" content="width=device-width, initial-scale=1">' +
      (isPlain ? generatorTag : '') +
      renderIconsAndThemeColors(site),
    head,
    body.preloads,
    tags.chunk,
    wrapInline('style', content.css) +
      wrapInline('script', inlineScript) +
      renderJsonLd(page.jsonLd) +
      '</head><body><div id="root">',
    ...content.chunks,
    '</div></body></html>\n',
  ]
}

/**
 * How to render a page. The mode is the same for all pages of a site.
 * @property render writes hydration markers, unless the pages are plain
 * @property isPlain whether the pages are never hydrated
 * @property throwsBlockErrors false in development, where the browser shows the errors of
 * components
 */
type RenderMode = {
  render: (node: ReactNode) => string
  isPlain: boolean
  throwsBlockErrors: boolean
}

/** The content of the root element, and the preload links that React generates for it. */
type RenderedBody = { chunks: HtmlChunk[]; preloads: string }

/**
 * Renders the body of a page from its shell and its blocks. The shell is rendered once for each of
 * its variants. The result equals React's output for `PageBody`.
 */
export function renderBody(page: PageData, site: SiteData, mode: RenderMode): RenderedBody {
  const shell = memoize(getShellCache(site), getShellVariant(page, site), maxShells, () =>
    renderShell(page, site, mode),
  )
  const html = renderBlocks(page.blocks, site, mode)
  const preloads = leadingPreloads.exec(html)?.[0] ?? ''
  return {
    chunks: [
      shell.before,
      html.slice(preloads.length),
      shell.hasAddress ? mainClosingTag + renderAddress(page) : mainClosingTag,
      shell.after,
    ],
    preloads,
  }
}

/**
 * React writes preload links before the markup. They move to the head, where browsers find them
 * sooner.
 */
const leadingPreloads = /^(?:<link rel="preload"[^>]*>)+/

/**
 * The shell as HTML before and after the blocks.
 * @property hasAddress whether the address of the page follows its main element
 */
type ShellChunks = { before: SharedChunk; after: SharedChunk; hasAddress: boolean }

const getShellCache = memoizeByObject((_: SiteData) => new Map<string, ShellChunks>())
const maxShells = 2000

/** The paths that the header links to. */
const getHeaderPaths = memoizeByObject(({ header }: SiteData) => {
  const links = header.menus.flatMap(({ href, items = [] }) => [
    href,
    ...items.map((item) => item.href),
  ])
  links.push(header.action?.href)
  return new Set(links.flatMap((href) => (href === undefined ? [] : [toRoute(href)])))
})

/**
 * Returns a key for the shell of a page. Pages with the same key have the same shell, so it must
 * cover everything that the shell depends on.
 */
function getShellVariant(
  {
    kind,
    route,
    otherLanguages,
    shell,
    action,
  }: Pick<PageData, 'kind' | 'route' | 'otherLanguages' | 'shell' | 'action'>,
  site: SiteData,
): string {
  const path = getPath(route, site)
  const isShown = route === '/' || getHeaderPaths(site).has(path) || isLinkTo(action, path)
  const bar = JSON.stringify(action)
  return `${kind} ${shell ?? ''} ${isShown ? route : ''} ${bar} ${otherLanguages?.map(({ href }) => href).join(' ') ?? ''}`
}

const renderAddress = (page: PageData) => renderToStaticMarkup(<PrintedAddress page={page} />)

const mainClosingTag = '</main>'

function renderShell(page: PageData, site: SiteData, { render }: RenderMode): ShellChunks {
  const html = render(<PageBody page={{ ...page, blocks: [] }} site={site} />)
  const start = html.indexOf(mainClosingTag)
  const end = start + mainClosingTag.length
  const address = renderAddress(page)
  const hasAddress = html.startsWith(address, end)
  return {
    before: { html: html.slice(0, start) },
    after: { html: html.slice(hasAddress ? end + address.length : end) },
    hasAddress,
  }
}

/** React does not throw an error of a component within a boundary, but writes this marker. */
const failedBoundary = '<!--$!-->'

function renderBlocks(blocks: Block[], site: SiteData, mode: RenderMode): string {
  const withContext = (isPlain: boolean) => (
    <BookingRoutesContext value={site.bookingRoutes}>
      <Blocks blocks={blocks} isPlain={isPlain} />
    </BookingRoutesContext>
  )
  const html = mode.render(withContext(mode.isPlain))
  // Rendered again without boundaries, the component throws its error.
  if (mode.throwsBlockErrors && html.includes(failedBoundary))
    renderToStaticMarkup(withContext(true))
  return html
}

/**
 * Writes an inline element. It has no attributes, since a policy's hash covers only the content.
 */
const wrapInline = (tag: 'style' | 'script', content: string): string =>
  content && `<${tag}>${content}</${tag}>`

const joinUnlessEmpty = (values: string[], separator: string) =>
  values.length > 0 ? values.join(separator) : undefined

/** Returns the attributes that the loader reads from the root element. */
const listLoaderAttributes = (
  page: PageData,
  site: SiteData,
  assets?: Assets,
  release?: string,
) => ({
  'data-page': getBasePath(site) + getDataPath(page.route),
  'data-language': page.language,
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
  'data-release': release,
  'data-measuring': site.measuring && JSON.stringify(site.measuring),
  'data-analytics': site.measuring && assets?.scripts?.analytics,
})

/** Links to the icons and the manifest, which the build and the development server generate. */
const renderIconLinks = (base: string) =>
  `<link rel="icon" href="${base}/favicon.ico" sizes="32x32">` +
  `<link rel="icon" href="${base}/favicon.svg" type="image/svg+xml">` +
  `<link rel="apple-touch-icon" href="${base}/apple-touch-icon.png">` +
  `<link rel="manifest" href="${base}/site.webmanifest">`

const renderIconsAndThemeColors = memoizeByObject((site: SiteData): string => {
  const { light, dark } = getThemeColors(site)
  return (
    (site.icons === 'none' ? '' : renderIconLinks(escapeHtml(getBasePath(site)))) +
    `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${light.ground}">` +
    `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${dark.ground}">`
  )
})

function serializeAttributes(attributes: Record<string, string | undefined>): string {
  return Object.entries(attributes)
    .map(([name, value]) =>
      value === undefined ? '' : value === '' ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`,
    )
    .join('')
}

/** The files that a page loads before anybody uses it, and its CSS. */
export type PageAssets = {
  /** The loader, and the scripts that blocks bring. */
  scripts: string[]
  analytics: string[]
  /** The application, if a block hydrates immediately. */
  application: string[]
  fonts: string[]
  styles: string[]
}

const noAssets: PageAssets = { scripts: [], analytics: [], application: [], fonts: [], styles: [] }

/** The tags of the built scripts and styles, with the contents of those that are inline. */
type AssetTags = PageAssets & { chunk: SharedChunk; inlineScripts: string[] }

/** Lists what a built page loads. The same object for pages that load the same. */
export const getPageAssets = (page: PageData, site: SiteData, bundled: Assets): PageAssets =>
  getAssetTags(page, localizeSite(site, page), addBasePath(bundled, getBasePath(site)))

const getAssetTagCache = memoizeByObject((_: SiteData) =>
  memoizeByObject((_: Assets) => new Map<string, AssetTags>()),
)

/** Caches the tags: pages with the same stylesheets and eager scripts have the same tags. */
function getAssetTags(page: PageData, site: SiteData, assets: Assets | undefined): AssetTags {
  if (!assets) return renderAssetTags(page, site)
  const { early, wakes } = page.browser
  const key = [...listStylesheets(page, assets), '', ...early, wakes.includes('')].join(' ')
  return memoize(getAssetTagCache(site)(assets), key, maxCachedAssetTags, () =>
    renderAssetTags(page, site, assets),
  )
}

/** The stylesheets of a page: those of its blocks, and of their layouts and properties. */
export const listStylesheets = (
  { blocks }: Pick<PageData, 'blocks'>,
  { styles }: Assets,
): string[] =>
  [
    ...new Set(
      blocks.flatMap(({ type, ...properties }) => [
        type,
        ...Object.entries(properties).map(
          ([name, value]) => `${type}.${name === 'layout' ? value : name}`,
        ),
      ]),
    ),
  ].filter((name) => name in styles.blocks)

/** Frames placeholders, so that nobody takes them for real content. */
const placeholderFrame = '[data-placeholder]{outline:2px dashed #d97706;outline-offset:4px}'

/** Limited because each entry contains the CSS of its blocks. */
const maxCachedAssetTags = 200

/** Inlines the CSS of a page's blocks, so that the page can be painted after one round trip. */
function renderAssetTags(
  { blocks, browser }: PageData,
  site: SiteData,
  assets?: Assets,
): AssetTags {
  const { theme, preview } = site
  const frame = preview ? placeholderFrame : ''
  const base = getBasePath(site)
  const themed = theme ? addBaseToCss(theme.css, base) : ''
  if (!assets) {
    const chunk = { html: wrapInline('style', themed + frame) }
    return { ...noAssets, chunk, inlineScripts: [] }
  }
  const { styles, scripts } = assets
  const blockStyles = new Set(
    listStylesheets({ blocks }, assets).flatMap((name) => styles.blocks[name]!),
  )
  const typefaces = getTypefaceNames(site).flatMap((name) => styles.typefaces[name] ?? [])
  const ownFonts = theme?.ownFonts ?? []
  const fonts = [...typefaces.map(({ url }) => url), ...ownFonts.map((url) => base + url)]
  const preloads = fonts.map(
    (href) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`,
  )
  const css = [...typefaces.map((typeface) => typeface.css), styles.shared, ...blockStyles].join('')
  // Without styles, there is no frame either.
  const inlineStyles = [css && css + frame, themed].filter(Boolean)
  const scriptUrls = scripts
    ? [scripts.loader, ...browser.early.map((name) => scripts.eager[name]!)]
    : []
  const scriptTags = scriptUrls.map((src) => `<script type="module" src="${src}"></script>`)
  // In development there are no documents to prefetch.
  const speculationRules = JSON.stringify(listSpeculationRules(base))
  const html = [
    ...preloads,
    ...inlineStyles.map((css) => wrapInline('style', css)),
    ...scriptTags,
    scripts ? `<script type="speculationrules">${speculationRules}</script>` : '',
  ].join('')
  return {
    chunk: { html },
    scripts: scriptUrls,
    analytics: site.measuring && scripts ? [scripts.analytics] : [],
    application: browser.wakes.includes('') ? (scripts?.application ?? []) : [],
    fonts,
    styles: inlineStyles,
    inlineScripts: scripts ? [speculationRules] : [],
  }
}

/**
 * Returns the script in the head of a page, which runs before the first paint. Empty for pages that
 * need none.
 */
function getInlineScript({ blocks, browser }: PageData): string {
  const has = (name: string) => blocks.some(({ type }) => type === name)
  const hasAnswers = has('faq')
  return (
    (hasAnswers || has('tabs') ? revealTarget : '') +
    (hasAnswers || browser.live.length > 0 ? showKept : '') +
    (hasAnswers ? keepAnswer : '')
  )
}

/**
 * Lets the browser prefetch a document when a visitor is about to follow a link. This speeds up
 * clicks that happen before the application has loaded, which the loader passes on to the browser
 * after a timeout. The application navigates without documents, so it removes these rules
 * (`removeSpeculationRules`) and prefetches page data instead (`prefetch-page.ts`).
 *
 * Prefetch only, no prerender: a prerendered page would run live blocks, request the location and
 * load a booking widget for a visitor who may never come. Files (paths with a dot), links to other
 * windows and downloads are excluded. "source" is optional in the standard, but older validators
 * require it.
 */
const listSpeculationRules = (base: string) => ({
  prefetch: [
    {
      source: 'document',
      where: {
        and: [
          { href_matches: `${base}/*` },
          { not: { href_matches: `${base}/*.*` } },
          { not: { selector_matches: '[target], [download], [href^="#"]' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
})

/** Renders structured data for the head of a document. */
export const renderJsonLd = (things: object[]): string =>
  things
    .map((thing) => `<script type="application/ld+json">${serializeJsonLd(thing)}</script>`)
    .join('')

/** Escapes JSON so that no string can close the script element or open an HTML comment. */
const serializeJsonLd = (thing: object): string =>
  JSON.stringify(thing)
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
