import type { ReactNode } from 'react'
import { BookingRoutesContext } from '../blocks/shared/links/link-event.ts'
import { memoizeByObject } from '../schema/util/memoize-by-object.ts'
import type { PageData, SiteData } from '../schema/page-data.ts'
import type { Block } from '../schema/types.gen.ts'
import { Blocks } from './blocks.tsx'
import { JsonLd } from './json-ld/json-ld-script.tsx'
import { PageBody } from './page-body.tsx'
import type { HtmlChunk, SharedChunk } from './html-chunks.ts'
import { memoize } from './memoize.ts'
import { getShellVariant } from './shell/shell-variant.ts'

/**
 * How to render: `isPlain` pages are never hydrated, and `render` omits the hydration markers for
 * them. The same for all pages of a site.
 */
export type RenderMode = { render: (node: ReactNode) => string; isPlain: boolean }

/** The content of the root element, and the preload links that React generates for it. */
export type RenderedBody = { chunks: HtmlChunk[]; preloads: string }

/**
 * Renders the body of a page from its shell and its blocks. The shell is rendered once for each of
 * its variants. The result equals React's output for `PageBody`.
 */
export function renderBody(page: PageData, site: SiteData, mode: RenderMode): RenderedBody {
  const shell = memoize(getShellCache(site), getShellVariant(page, site), maxShells, () =>
    renderShell(page, site, mode),
  )
  const { html, preloads } = renderBlocks(page.blocks, site, mode)
  const jsonLd = mode.render(<JsonLd things={page.jsonLd} />)
  return { chunks: [shell.before, html, shell.after, jsonLd], preloads }
}

type ShellChunks = { before: SharedChunk; after: SharedChunk }

const getShellCache = memoizeByObject((_: SiteData) => new Map<string, ShellChunks>())

const maxShells = 2000

const mainClosingTag = '</main>'

function renderShell(page: PageData, site: SiteData, { render }: RenderMode): ShellChunks {
  const html = render(<PageBody page={{ ...page, blocks: [], jsonLd: [] }} site={site} />)
  const end = html.indexOf(mainClosingTag)
  return { before: { html: html.slice(0, end) }, after: { html: html.slice(end) } }
}

/** React writes preload links before everything else. They move to the head, to be found sooner. */
const leadingPreloads = /^(?:<link rel="preload"[^>]*>)+/

function renderBlocks(
  blocks: Block[],
  site: SiteData,
  { render, isPlain }: RenderMode,
): { html: string; preloads: string } {
  const html = render(
    <BookingRoutesContext value={site.bookingRoutes}>
      <Blocks blocks={blocks} isPlain={isPlain} />
    </BookingRoutesContext>,
  )
  const preloads = leadingPreloads.exec(html)?.[0] ?? ''
  return { html: html.slice(preloads.length), preloads }
}
