import type { ReactNode } from 'react'
import { BookingRoutesContext } from '../blocks/shared/links/link-event.ts'
import { memoizeByObject } from '../schema/util/memoize-by-object.ts'
import type { PageData, SiteData } from '../schema/page-data.ts'
import type { Block } from '../schema/types.gen.ts'
import { Blocks } from './blocks.tsx'
import { fastRenderJsonLd } from './json-ld/json-ld-script.tsx'
import { PageBody } from './page-body.tsx'
import type { HtmlChunk, SharedChunk } from './html-chunks.ts'
import { fastRenderToStaticMarkup } from './fast/render-to-static-markup.ts'
import { memoize } from './memoize.ts'
import { getShellVariant } from './shell/shell-variant.ts'

/** One of React's: with marks for hydration or, of plain pages, without. The same for all pages of a site. */
export type RenderMode = { render: (node: ReactNode) => string; isPlain: boolean }

/** The inside of the root, and what React asks the browser to load ahead for it. */
export type RenderedBody = { chunks: HtmlChunk[]; preloads: string }

/** The same of blocks. */
type RenderedBlocks = { html: string; preloads: string }

/**
 * The body of a page, put together from its shell and its blocks. Each distinct block is rendered once for a site, and
 * the shell once for each of its variants; the whole is what React makes of `PageBody`.
 */
export function renderBody(page: PageData, site: SiteData, rendering: RenderMode): RenderedBody {
  const pieces = getRenderCache(site)
  const shell = memoize(pieces.shells, getShellVariant(page, site), maxCacheEntries, () =>
    renderShell(page, site, rendering),
  )
  const blocks = groupBlocks(page.blocks, pieces, rendering).map((group) => {
    const [first] = group as [Block]
    const make = () =>
      fastRenderBlock(first, pieces, rendering) ?? renderBlocks(group, site, rendering)
    return group.length > 1
      ? renderBlocks(group, site, rendering)
      : memoizeBlock(first, pieces, make)
  })
  return {
    chunks: [
      shell.before,
      ...blocks.map(({ html }) => html),
      shell.after,
      ...fastRenderJsonLd(page.jsonLd),
    ],
    preloads: [...new Set(blocks.map(({ preloads }) => preloads))].join(''),
  }
}

/** @property intricate types of blocks with something in them that only React can render. */
type RenderCache = {
  shells: Map<string, ShellChunks>
  blocks: Map<string, RenderedBlocks>
  stats: Map<string, CacheStats>
  reactOnlyTypes: Set<string>
}
type ShellChunks = { before: SharedChunk; after: SharedChunk }

const getRenderCache = memoizeByObject(
  (_: SiteData): RenderCache => ({
    shells: new Map(),
    blocks: new Map(),
    stats: new Map(),
    reactOnlyTypes: new Set(),
  }),
)

/** Enough for what many pages of a site share. */
const maxCacheEntries = 2000

/** Blocks side by side that are hardly ever like others are rendered in one go, where it is React that renders them. */
function groupBlocks(
  blocks: Block[],
  { stats, reactOnlyTypes }: RenderCache,
  { isPlain }: RenderMode,
): Block[][] {
  const groups: Block[][] = []
  let wasNovel = false
  for (const block of blocks) {
    const isNovel =
      isRarelyCached(stats.get(block.type)) && (!isPlain || reactOnlyTypes.has(block.type))
    if (isNovel && wasNovel) groups.at(-1)!.push(block)
    else groups.push([block])
    wasNovel = isNovel
  }
  return groups
}

type CacheStats = { lookups: number; misses: number }

/** Where hardly a block of a type is like another, looking for one is given up. */
const isRarelyCached = (habit: CacheStats | undefined) =>
  habit !== undefined && habit.lookups >= 200 && habit.misses > 0.9 * habit.lookups

function memoizeBlock(
  block: Block,
  { blocks, stats }: RenderCache,
  make: () => RenderedBlocks,
): RenderedBlocks {
  const habit = stats.get(block.type) ?? { lookups: 0, misses: 0 }
  stats.set(block.type, habit)
  if (isRarelyCached(habit)) return make()
  habit.lookups++
  return memoize(blocks, JSON.stringify(block), maxCacheEntries, () => {
    habit.misses++
    return make()
  })
}

const mainClosingTag = '</main>'

function renderShell(page: PageData, site: SiteData, { render }: RenderMode): ShellChunks {
  const html = render(<PageBody page={{ ...page, blocks: [], jsonLd: [] }} site={site} />)
  const end = html.indexOf(mainClosingTag)
  return { before: { html: html.slice(0, end) }, after: { html: html.slice(end) } }
}

/** @returns undefined where only React can render it: from then on, it renders all of that type. */
function fastRenderBlock(
  block: Block,
  { reactOnlyTypes }: RenderCache,
  { isPlain }: RenderMode,
): RenderedBlocks | undefined {
  if (!isPlain || reactOnlyTypes.has(block.type)) return undefined
  const html = fastRenderToStaticMarkup(<Blocks blocks={[block]} isPlain />)
  if (html === undefined) reactOnlyTypes.add(block.type)
  return html === undefined ? undefined : { html, preloads: '' }
}

/** React writes links that load ahead before everything else; in the head they are where browsers find them first. */
const leadingPreloads = /^(?:<link rel="preload"[^>]*>)+/

function renderBlocks(
  blocks: Block[],
  site: SiteData,
  { render, isPlain }: RenderMode,
): RenderedBlocks {
  const html = render(
    <BookingRoutesContext value={site.bookingRoutes}>
      <Blocks blocks={blocks} isPlain={isPlain} />
    </BookingRoutesContext>,
  )
  const preloads = leadingPreloads.exec(html)?.[0] ?? ''
  return { html: html.slice(preloads.length), preloads }
}
