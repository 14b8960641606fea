import type { OutlineNode, PageOutline } from '../../protocol.ts'
import type { Path } from '../../../../schema/source/position-types.ts'
import { followMove } from './paths.ts'

/**
 * Moves an entry of a list in the outline of its page, until the server describes it again.
 * @param path within the entry of the page
 * @param to the new index, counted without the entry
 */
export function moveInOutline(outline: PageOutline, path: Path, to: number): PageOutline {
  const above = outline.page.address.path
  const follow = (node: OutlineNode): OutlineNode => {
    const { address } = node
    const moved = [...above, ...followMove(address.path.slice(above.length), path, to)]
    return {
      ...node,
      address: { ...address, path: moved },
      children: sortEntries(node.children.map(follow)),
    }
  }
  return { ...outline, blocks: sortEntries(outline.blocks.map(follow)) }
}

const sortEntries = (nodes: OutlineNode[]) => nodes.toSorted((a, b) => getIndex(a) - getIndex(b))

/** The lists of a block are addressed by name, not by index, and stay in place. */
function getIndex({ address }: OutlineNode): number {
  const last = address.path.at(-1)
  return typeof last === 'number' ? last : 0
}
