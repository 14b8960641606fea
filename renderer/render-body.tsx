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
import { fastRenderToStaticMarkup } from './fast/fast-static-markup.ts'
import { memoize } from './memoize.ts'
import { withFastPath } from '../schema/util/fast-paths.ts'
import { getShellVariant } from './shell/shell-variant.ts'

/**
 * How to render a page. The mode is the same for all pages of a site.
 * @property render writes hydration markers, unless the pages are plain
 * @property isPlain whether the pages are never hydrated
 * @property throwsBlockErrors false in development, where the browser shows the errors of
 * components
 */
export type RenderMode = {
  render: (node: ReactNode) => string
  isPlain: boolean
  throwsBlockErrors: boolean
}

/** The content of the root element, and the preload links that React generates for it. */
export type RenderedBody = { chunks: HtmlChunk[]; preloads: string }

/** The HTML and the preload links of one or several blocks. */
type RenderedBlocks = { html: string; preloads: string }

/**
 * Renders the body of a page from its shell and its blocks. The shell is rendered once for each of
 * its variants. The result equals React's output for `PageBody`.
 */
export function renderBody(page: PageData, site: SiteData, mode: RenderMode): RenderedBody {
  const cache = getRenderCache(site)
  const shell = memoize(cache.shells, getShellVariant(page, site), maxShells, () =>
    renderShell(page, site, mode),
  )
  const blocks = groupBlocks(page.blocks, cache, mode).map((group) => {
    const html = group.length === 1 ? fastRenderBlock(group[0]!, cache, mode) : undefined
    return html === undefined ? renderBlocks(group, site, mode) : { html, preloads: '' }
  })
  return {
    chunks: [
      shell.before,
      ...blocks.map(({ html }) => html),
      shell.hasAddress ? mainClosingTag + renderAddress(page) : mainClosingTag,
      shell.after,
    ],
    preloads: [...new Set(blocks.map(({ preloads }) => preloads))].join(''),
  }
}

/**
 * The renderer's cache for a site.
 * @property reactOnlyTypes the types of blocks that contain something only React can render
 */
type RenderCache = { shells: Map<string, ShellChunks>; reactOnlyTypes: Set<string> }
/**
 * The shell as HTML before and after the blocks.
 * @property hasAddress whether the address of the page follows its main element
 */
type ShellChunks = { before: SharedChunk; after: SharedChunk; hasAddress: boolean }

const getRenderCache = memoizeByObject(
  (_: SiteData): RenderCache => ({ shells: new Map(), reactOnlyTypes: new Set() }),
)

const maxShells = 2000

/**
 * Groups adjacent blocks that need React, since one call of React for several blocks takes less
 * time than one call for each.
 */
function groupBlocks(
  blocks: Block[],
  { reactOnlyTypes }: RenderCache,
  { isPlain }: RenderMode,
): Block[][] {
  const groups: Block[][] = []
  let previousNeedsReact = false
  for (const block of blocks) {
    const needsReact = !isPlain || reactOnlyTypes.has(block.type)
    if (needsReact && previousNeedsReact) groups.at(-1)!.push(block)
    else groups.push([block])
    previousNeedsReact = needsReact
  }
  return groups
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

const tryStaticMarkup = withFastPath(fastRenderToStaticMarkup, () => undefined)

/**
 * @returns undefined if the block needs React; from then on, every block of its type is left to
 * React
 */
function fastRenderBlock(
  block: Block,
  { reactOnlyTypes }: RenderCache,
  { isPlain }: RenderMode,
): string | undefined {
  if (!isPlain || reactOnlyTypes.has(block.type)) return undefined
  const html = tryStaticMarkup(<Blocks blocks={[block]} isPlain />)
  if (html === undefined) reactOnlyTypes.add(block.type)
  return html
}

/** React does not throw an error of a component within a boundary, but writes this marker. */
const failedBoundary = '<!--$!-->'

/**
 * React writes preload links before the markup. They move to the head, where browsers find them
 * sooner.
 */
const leadingPreloads = /^(?:<link rel="preload"[^>]*>)+/

function renderBlocks(blocks: Block[], site: SiteData, mode: RenderMode): RenderedBlocks {
  const renderWith = (render: RenderMode['render'], shown: Block[], isPlain: boolean) =>
    render(
      <BookingRoutesContext value={site.bookingRoutes}>
        <Blocks blocks={shown} isPlain={isPlain} />
      </BookingRoutesContext>,
    )
  const html = renderWith(mode.render, blocks, mode.isPlain)
  // Rendered again without boundaries, the component throws its error.
  if (mode.throwsBlockErrors && html.includes(failedBoundary))
    for (const block of blocks) renderWith(renderToStaticMarkup, [block], true)
  const preloads = leadingPreloads.exec(html)?.[0] ?? ''
  return { html: html.slice(preloads.length), preloads }
}
