import { getPlainText, writeMarkdown } from './write-markdown.ts'
import type { Block, ContentRules, Piece } from './content.ts'
import type { HtmlNode } from './dom.ts'
import { readContent } from './read-content.ts'

/** The main heading of a page, and its other blocks. */
export type Content = {
  heading?: string
  blocks: Block[]
  /** The ids of headings, with their words. */
  anchors: Map<string, string>
}

/**
 * Converts the content of a page.
 * @param skipped parts of it that are not converted
 * @param known the main heading, if none of the content is one
 */
export function convertContent(
  nodes: HtmlNode[],
  rules: ContentRules,
  skipped: Set<HtmlNode>,
  known?: string,
): Content {
  const pieces = readContent(nodes, rules, skipped)
  const [first] = pieces
  const isMain = ({ node }: Piece) => node?.type === 'heading' && node.depth === 1
  const isKnown = first && [undefined, getTitle(first)].includes(known)
  const main =
    pieces.find((piece) => isMain(piece) && getTitle(piece) !== undefined) ??
    (isKnown && getTitle(first) !== undefined ? first : undefined)
  const heading = main && getTitle(main)
  const others = pieces.filter((piece) => piece !== main)
  return {
    heading: heading && rules.cite(heading),
    blocks: createBlocks(others, rules, heading ?? known ?? rules.title),
    anchors: new Map(
      pieces.flatMap((piece) =>
        (piece.anchors ?? []).map((anchor) => [anchor, getPlainText(piece.node!)] as const),
      ),
    ),
  }
}

/** The text of a heading without a link: a block has none in its heading. */
const getTitle = ({ node }: Piece): string | undefined =>
  node?.type === 'heading' && !node.children.some(({ type }) => type === 'link')
    ? getPlainText(node)
    : undefined

/** Texts between blocks are prose. A block that needs a heading takes the one right above. */
function createBlocks(pieces: Piece[], rules: ContentRules, mainHeading: string): Block[] {
  const blocks: Block[] = []
  const prose: NonNullable<Piece['node']>[] = []
  const endProse = () => {
    const body = rules.cite(writeMarkdown(prose.splice(0)))
    if (body !== '') blocks.push({ type: 'prose', body })
  }
  for (const { node, block } of pieces) {
    if (node)
      prose.push(node.type === 'heading' ? { ...node, depth: node.depth < 3 ? 2 : 3 } : node)
    if (!block) continue
    const joined = prose.length === 0 ? joinBlocks(blocks, block) : undefined
    if (joined) {
      blocks.splice(-1, 1, joined)
      continue
    }
    const { type, heading, ...rest } = block
    const hasHeading = /^(?:faq|fee-table|comparison-table)$/.test(type)
    const above = hasHeading && !heading ? getTitle({ node: prose.at(-1)! }) : undefined
    if (above !== undefined) prose.pop()
    endProse()
    const written = String(heading || (above ?? mainHeading))
    blocks.push({ type, heading: hasHeading ? rules.text(written) : undefined, ...rest })
  }
  endProse()
  return blocks
}

/** Questions that follow each other are one block, and so are pictures: a gallery. */
function joinBlocks(blocks: Block[], { type, ...block }: Block): Block | undefined {
  const last = blocks.at(-1)
  if (type === 'faq' && last?.type === 'faq')
    return { ...last, items: [last.items, block.items].flat() }
  if (type !== 'picture') return undefined
  if (last?.type === 'gallery') return { ...last, pictures: [last.pictures, block].flat() }
  if (last?.type !== 'picture') return undefined
  const { type: _, ...first } = last
  const count = blocks.filter((each) => each.type === 'gallery').length
  const id = count === 0 ? 'gallery' : `gallery-${count + 1}`
  return { type: 'gallery', id, pictures: [first, block] }
}
