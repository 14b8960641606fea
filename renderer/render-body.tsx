import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { BookingRoutesContext } from '../blocks/shared/links/link-event.ts'
import { memoizeByObject } from '../schema/util/memoize-by-object.ts'
import type { PageData, SiteData } from '../schema/page-data.ts'
import type { Block } from '../schema/types.gen.ts'
import { Blocks } from './blocks.tsx'
import { PageBody } from './page-body.tsx'
import { PrintedAddress } from './printed-address.tsx'
import type { HtmlChunk, SharedChunk } from './html-chunks.ts'
import { memoize } from './memoize.ts'
import { getPath, toRoute } from './routes.ts'
import { isLinkTo } from './shell/phone-bar.tsx'

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
