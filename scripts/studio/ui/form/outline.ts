import type { NodeAddress } from '../../../edit/source-address.ts'
import type { OutlineNode, PageOutline } from '../../describe/outline-page.ts'
import type { Path } from '../../../../schema/problems/position.ts'
import { toKey, followMove } from './paths.ts'

/** A row of the outline. */
export type OutlineRow = Pick<OutlineNode, 'label' | 'days' | 'errors' | 'warnings'> & {
  /** The key of the path within the entry of the page. */
  key: string
  path: Path
  /** The type of a block, or the name of a list. */
  note: string
  rows: OutlineRow[]
}

/**
 * Lists the rows of the outline: the page and its blocks. The entries of the only list of a block
 * are directly below it.
 */
export function listOutline({ page, blocks }: PageOutline): OutlineRow[] {
  const toRow = (node: OutlineNode): OutlineRow => {
    const path = toRelativePath(node.address, page.address)
    return {
      key: toKey(path),
      path,
      label: node.label,
      note: node.type ?? (node.kind === 'list' ? String(node.count ?? '') : ''),
      ...(node.days !== undefined && { days: node.days }),
      errors: node.errors,
      warnings: node.warnings,
      rows: liftOnlyList(node.children).map(toRow),
    }
  }
  const rows = blocks.map(toRow)
  const settings = {
    ...toRow({ ...page, children: [] }),
    key: 'page',
    label: 'Page settings',
    note: '',
    // Problems of blocks are counted in the rows of the blocks.
    errors: page.errors - sum(rows.map(({ errors }) => errors)),
    warnings: page.warnings - sum(rows.map(({ warnings }) => warnings)),
  }
  return [settings, ...rows]
}

const sum = (numbers: number[]): number => numbers.reduce((total, each) => total + each, 0)

const liftOnlyList = (children: OutlineNode[]): OutlineNode[] =>
  children.length === 1 && children[0]!.kind === 'list' ? children[0]!.children : children

const toRelativePath = ({ path }: NodeAddress, page: NodeAddress): Path =>
  path.slice(page.path.length)

/** The deepest row that contains a path; the page itself if no block does. */
export function findRow(rows: OutlineRow[], path: Path): OutlineRow | undefined {
  const trail = findTrail(rows, path)
  return trail.at(-1) ?? rows[0]
}

/** The rows from a block down to the one that contains a path. */
export function findTrail(rows: OutlineRow[], path: Path): OutlineRow[] {
  const key = toKey(path)
  const row = rows.find((each) => each.path.length > 0 && contains(each.key, key))
  return row ? [row, ...findTrail(row.rows, path)] : []
}

const contains = (outer: string, key: string) => key === outer || key.startsWith(`${outer}.`)

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
