import type { FieldMark } from '../../../renderer/dev/studio/page-marks.ts'
import type { Block } from '../../../schema/types.gen.ts'
import type { JsonValue } from '../../edit/yaml-operations.ts'
import type { Path } from '../../../schema/source/position-types.ts'
import { findElements, listShown, type MarkedElement } from './find-elements.ts'
import { listTextPaths, removeTokens, wrapTexts } from './wrap-texts.ts'

/** Marks of a block, with paths below it. */
export type BlockMarks = {
  elements: number
  fields: (Pick<FieldMark, 'at' | 'tag'> & { path: Path })[]
}

/**
 * Finds the elements that show the values of a block: it is rendered again with its texts wrapped.
 * A text is left out if wrapping it changes anything else, such as an id that is made from it.
 * @param raw the block as written
 * @param render renders a block by itself
 */
export function markBlock(
  raw: JsonValue,
  resolved: Block,
  render: (block: Block) => string,
): BlockMarks {
  const plain = render(resolved)
  const paths = listTextPaths(raw, resolved)
  const renderWith = (ids: number[]) => {
    const html = render(wrapTexts(resolved, paths, ids))
    return removeTokens(html) === plain ? html : undefined
  }
  const usable = findUsable(
    paths.map((_, id) => id),
    (ids) => renderWith(ids) !== undefined,
  )
  const elements = findElements(renderWith(usable) ?? plain)
  return { elements: elements.length, fields: placeMarks(elements, paths) }
}

/** Bisects the texts to leave out those whose wrapping changes something else. */
function findUsable(ids: number[], test: (ids: number[]) => boolean): number[] {
  if (ids.length === 0 || test(ids)) return ids
  if (ids.length === 1) return []
  const half = ids.length >> 1
  const found = [ids.slice(0, half), ids.slice(half)].flatMap((part) => findUsable(part, test))
  return test(found) ? found : []
}

/**
 * Marks the outermost element that shows only one value, and then the entries of lists in the same
 * way.
 */
function placeMarks(elements: MarkedElement[], paths: Path[]): BlockMarks['fields'] {
  const fields: BlockMarks['fields'] = []
  const visit = (element: MarkedElement, at: number[], marked: Path, isTop: boolean) => {
    const shown = [...listShown(element)].map((id) => paths[id]!)
    const common = isTop ? undefined : findCommonPath(shown)
    const isNew = common !== undefined && common.length > marked.length
    if (isNew) fields.push({ at, tag: element.tag, path: common })
    element.children.forEach((child, index) =>
      visit(child, [...at, index], isNew ? common : marked, false),
    )
  }
  elements.forEach((element, index) => visit(element, [index], [], true))
  return fields
}

/** The path that all paths begin with, up to an entry of a list or a whole text. */
function findCommonPath(paths: Path[]): Path | undefined {
  const [first, ...others] = paths
  if (!first) return undefined
  if (others.length === 0) return first
  let length = 0
  while (length < first.length && others.every((path) => path[length] === first[length])) length++
  const common = first.slice(0, length)
  return typeof common.at(-1) === 'number' || length === first.length ? common : undefined
}
