import type { ReactNode } from 'react'
import { BookingRoutes } from '../blocks/shared/link-event.ts'
import type { PageData, SiteData } from '../schema/page-data.ts'
import type { Block } from '../schema/types.gen.ts'
import { Blocks } from './blocks.tsx'
import { printJsonLd } from './json-ld-script.tsx'
import { PageBody } from './page-body.tsx'
import { shellVariantOf } from './shell/variant.ts'

/** One of React's: with marks for hydration or, of plain pages, without. The same for all pages of a site. */
export type Rendering = { render: (node: ReactNode) => string; isPlain: boolean }

/** The inside of the root, and what React asks the browser to load ahead for it. */
export type RenderedBody = { html: string; preloads: string }

/**
 * The body of a page, put together from its shell and its blocks. Each distinct block is rendered once for a site, and
 * the shell once for each of its variants; the whole is what React makes of `PageBody`.
 */
export function renderBody(page: PageData, site: SiteData, rendering: Rendering): RenderedBody {
  const pieces = piecesOf(site)
  const shell = remember(pieces.shells, shellVariantOf(page, site), () => renderShell(page, site, rendering))
  const blocks = groupBlocks(page.blocks, pieces).map((group) =>
    group.length > 1 ? renderBlocks(group, site, rendering) : rememberBlock(group[0]!, pieces, () => renderBlocks(group, site, rendering)),
  )
  const jsonLd = printJsonLd(page.jsonLd)
  return {
    html: shell.before + blocks.map(({ html }) => html).join('') + shell.after + jsonLd,
    preloads: [...new Set(blocks.map(({ preloads }) => preloads))].join(''),
  }
}

type Pieces = { shells: Map<string, Shell>; blocks: Map<string, RenderedBody>; habits: Map<string, Habit> }
type Shell = { before: string; after: string }

const known = new WeakMap<SiteData, Pieces>()

function piecesOf(site: SiteData): Pieces {
  const pieces = known.get(site) ?? { shells: new Map(), blocks: new Map(), habits: new Map() }
  known.set(site, pieces)
  return pieces
}

/** Enough for what many pages of a site share. */
const mostRemembered = 2000

function remember<T>(pieces: Map<string, T>, key: string, make: () => T): T {
  const made = pieces.get(key)
  if (made !== undefined) return made
  if (pieces.size >= mostRemembered) pieces.clear()
  const piece = make()
  pieces.set(key, piece)
  return piece
}

/** Blocks side by side that are hardly ever like others are rendered in one go. */
function groupBlocks(blocks: Block[], { habits }: Pieces): Block[][] {
  const groups: Block[][] = []
  let wasNovel = false
  for (const block of blocks) {
    const isNovel = isNovelty(habits.get(block.type))
    if (isNovel && wasNovel) groups.at(-1)!.push(block)
    else groups.push([block])
    wasNovel = isNovel
  }
  return groups
}

type Habit = { asked: number; made: number }

/** Where hardly a block of a type is like another, looking for one is given up. */
const isNovelty = (habit: Habit | undefined) => habit !== undefined && habit.asked >= 200 && habit.made > 0.9 * habit.asked

function rememberBlock(block: Block, { blocks, habits }: Pieces, make: () => RenderedBody): RenderedBody {
  const habit = habits.get(block.type) ?? { asked: 0, made: 0 }
  habits.set(block.type, habit)
  if (isNovelty(habit)) return make()
  habit.asked++
  return remember(blocks, JSON.stringify(block), () => {
    habit.made++
    return make()
  })
}

const endOfMain = '</main>'

function renderShell(page: PageData, site: SiteData, { render }: Rendering): Shell {
  const html = render(<PageBody page={{ ...page, blocks: [], jsonLd: [] }} site={site} />)
  const end = html.indexOf(endOfMain)
  return { before: html.slice(0, end), after: html.slice(end) }
}

/** React writes links that load ahead before everything else; in the head they are where browsers find them first. */
const leadingPreloads = /^(?:<link rel="preload"[^>]*>)+/

function renderBlocks(blocks: Block[], site: SiteData, { render, isPlain }: Rendering): RenderedBody {
  const html = render(
    <BookingRoutes value={site.bookingRoutes}>
      <Blocks blocks={blocks} isPlain={isPlain} />
    </BookingRoutes>,
  )
  const preloads = leadingPreloads.exec(html)?.[0] ?? ''
  return { html: html.slice(preloads.length), preloads }
}
