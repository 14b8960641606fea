import type { ReactNode } from 'react'
import { BookingRoutes } from '../blocks/shared/link-event.ts'
import { onceFor } from '../schema/once-for.ts'
import type { PageData, SiteData } from '../schema/page-data.ts'
import type { Block } from '../schema/types.gen.ts'
import { Blocks } from './blocks.tsx'
import { printJsonLd } from './json-ld-script.tsx'
import { PageBody } from './page-body.tsx'
import type { Piece, SharedPiece } from './pieces.ts'
import { printElements } from './print-elements.ts'
import { remember } from './remember.ts'
import { shellVariantOf } from './shell/variant.ts'

/** One of React's: with marks for hydration or, of plain pages, without. The same for all pages of a site. */
export type Rendering = { render: (node: ReactNode) => string; isPlain: boolean }

/** The inside of the root, and what React asks the browser to load ahead for it. */
export type RenderedBody = { pieces: Piece[]; preloads: string }

/** The same of blocks. */
type RenderedBlocks = { html: string; preloads: string }

/**
 * The body of a page, put together from its shell and its blocks. Each distinct block is rendered once for a site, and
 * the shell once for each of its variants; the whole is what React makes of `PageBody`.
 */
export function renderBody(page: PageData, site: SiteData, rendering: Rendering): RenderedBody {
  const pieces = piecesOf(site)
  const shell = remember(pieces.shells, shellVariantOf(page, site), mostRemembered, () =>
    renderShell(page, site, rendering),
  )
  const blocks = groupBlocks(page.blocks, pieces, rendering).map((group) => {
    const [first] = group as [Block]
    const make = () => printBlock(first, pieces, rendering) ?? renderBlocks(group, site, rendering)
    return group.length > 1
      ? renderBlocks(group, site, rendering)
      : rememberBlock(first, pieces, make)
  })
  return {
    pieces: [
      shell.before,
      ...blocks.map(({ html }) => html),
      shell.after,
      ...printJsonLd(page.jsonLd),
    ],
    preloads: [...new Set(blocks.map(({ preloads }) => preloads))].join(''),
  }
}

/** @property intricate types of blocks with something in them that only React can render. */
type Pieces = {
  shells: Map<string, Shell>
  blocks: Map<string, RenderedBlocks>
  habits: Map<string, Habit>
  intricate: Set<string>
}
type Shell = { before: SharedPiece; after: SharedPiece }

const piecesOf = onceFor(
  (_: SiteData): Pieces => ({
    shells: new Map(),
    blocks: new Map(),
    habits: new Map(),
    intricate: new Set(),
  }),
)

/** Enough for what many pages of a site share. */
const mostRemembered = 2000

/** Blocks side by side that are hardly ever like others are rendered in one go, where it is React that renders them. */
function groupBlocks(
  blocks: Block[],
  { habits, intricate }: Pieces,
  { isPlain }: Rendering,
): Block[][] {
  const groups: Block[][] = []
  let wasNovel = false
  for (const block of blocks) {
    const isNovel = isNovelty(habits.get(block.type)) && (!isPlain || intricate.has(block.type))
    if (isNovel && wasNovel) groups.at(-1)!.push(block)
    else groups.push([block])
    wasNovel = isNovel
  }
  return groups
}

type Habit = { asked: number; made: number }

/** Where hardly a block of a type is like another, looking for one is given up. */
const isNovelty = (habit: Habit | undefined) =>
  habit !== undefined && habit.asked >= 200 && habit.made > 0.9 * habit.asked

function rememberBlock(
  block: Block,
  { blocks, habits }: Pieces,
  make: () => RenderedBlocks,
): RenderedBlocks {
  const habit = habits.get(block.type) ?? { asked: 0, made: 0 }
  habits.set(block.type, habit)
  if (isNovelty(habit)) return make()
  habit.asked++
  return remember(blocks, JSON.stringify(block), mostRemembered, () => {
    habit.made++
    return make()
  })
}

const endOfMain = '</main>'

function renderShell(page: PageData, site: SiteData, { render }: Rendering): Shell {
  const html = render(<PageBody page={{ ...page, blocks: [], jsonLd: [] }} site={site} />)
  const end = html.indexOf(endOfMain)
  return { before: { html: html.slice(0, end) }, after: { html: html.slice(end) } }
}

/** @returns undefined where only React can render it: from then on, it renders all of that type. */
function printBlock(
  block: Block,
  { intricate }: Pieces,
  { isPlain }: Rendering,
): RenderedBlocks | undefined {
  if (!isPlain || intricate.has(block.type)) return undefined
  const html = printElements(<Blocks blocks={[block]} isPlain />)
  if (html === undefined) intricate.add(block.type)
  return html === undefined ? undefined : { html, preloads: '' }
}

/** React writes links that load ahead before everything else; in the head they are where browsers find them first. */
const leadingPreloads = /^(?:<link rel="preload"[^>]*>)+/

function renderBlocks(
  blocks: Block[],
  site: SiteData,
  { render, isPlain }: Rendering,
): RenderedBlocks {
  const html = render(
    <BookingRoutes value={site.bookingRoutes}>
      <Blocks blocks={blocks} isPlain={isPlain} />
    </BookingRoutes>,
  )
  const preloads = leadingPreloads.exec(html)?.[0] ?? ''
  return { html: html.slice(preloads.length), preloads }
}
