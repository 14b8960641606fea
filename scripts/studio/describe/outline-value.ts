import { isRecord } from '../../../schema/util/records.ts'
import type { JsonValue } from '../../edit/yaml-operations.ts'
import { nameValue, toLabel } from '../operations/name-value.ts'
import { type NodeAddress, isWithin } from '../source-address.ts'
import type { OutlineNode, StudioProblem } from '../protocol.ts'

/** Counts of the problems of a value and of what is in it. */
export type CountProblems = (address: NodeAddress) => { errors: number; warnings: number }

export function createProblemCounter(problems: StudioProblem[]): CountProblems {
  const located = problems.filter(({ address }) => address !== undefined)
  return (outer) => {
    const below = located.filter(({ address }) => isWithin(address!, outer))
    const count = (severity: StudioProblem['severity']) =>
      below.filter((problem) => problem.severity === severity).length
    return { errors: count('error'), warnings: count('warning') }
  }
}

export type OutlineContext = {
  count: CountProblems
  /** Query parameters with which a block shows another state. */
  listQueries: (type: string) => string[]
}

/** Outlines a block with the lists in it. @param shown the block as the page prints it, if known */
export function outlineBlock(
  block: JsonValue,
  address: NodeAddress,
  context: OutlineContext,
  shown?: unknown,
): OutlineNode {
  const type = isRecord(block) && typeof block.type === 'string' ? block.type : 'unknown'
  const queries = context.listQueries(type)
  return {
    address,
    kind: 'block',
    label: nameValue(block, shown) ?? toLabel(type),
    type,
    ...context.count(address),
    ...(queries.length > 0 && { queries }),
    children: outlineLists(block, address, context, shown),
  }
}

/** A list of texts is edited as a whole. A list of maps has an entry for each map. */
function outlineLists(
  value: JsonValue,
  { file, path }: NodeAddress,
  context: OutlineContext,
  shown: unknown,
): OutlineNode[] {
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, child]) => {
    const address = { file, path: [...path, key] }
    const shownChild = isRecord(shown) ? shown[key] : undefined
    if (isRecord(child)) return outlineLists(child, address, context, shownChild)
    if (!Array.isArray(child) || !child.some(isRecord)) return []
    const children = child.map((item, index): OutlineNode => {
      const place = { file, path: [...address.path, index] }
      const shownItem: unknown = Array.isArray(shownChild) ? shownChild[index] : undefined
      return {
        address: place,
        kind: 'item',
        label: nameValue(item, shownItem) ?? `${index + 1}`,
        ...context.count(place),
        children: outlineLists(item, place, context, shownItem),
      }
    })
    const node: OutlineNode = {
      address,
      kind: 'list',
      label: toLabel(key),
      count: child.length,
      ...context.count(address),
      children,
    }
    return [node]
  })
}
