import type { Json } from '../../protocol.ts'
import type { ValuePath } from '../form/describe-shape.ts'
import { getAt } from '../../../../schema/util/records.ts'
import { followMove, insertAt, moveAt, removeAt, renameAt, setAt } from '../form/values.ts'

/** An operation, with a path within the value that a form is about. */
type RelativeOperation =
  | { kind: 'set' | 'insert'; path: ValuePath; value: Json }
  | { kind: 'move'; path: ValuePath; to: number }
  | { kind: 'remove'; path: ValuePath }
  | { kind: 'rename-key'; path: ValuePath; name: string }

/**
 * An edit of the value that a form is about.
 * @property value the value after the edit
 * @property selected the selection after the edit; undefined if it stays
 */
export type PlannedEdit = { value: unknown; operation: RelativeOperation; selected?: ValuePath }

export const planSet = (root: unknown, path: ValuePath, value: unknown): PlannedEdit => ({
  value: setAt(root, path, value),
  operation: { kind: 'set', path, value: value as Json },
})

/** Inserts an item in a list, which is created if it doesn't exist. */
export function planInsertion(root: unknown, path: ValuePath, item: unknown): PlannedEdit {
  const list = path.slice(0, -1)
  const value = item as Json
  return {
    value: insertAt(root, path, item),
    operation: Array.isArray(getAt(root, list))
      ? { kind: 'insert', path, value }
      : { kind: 'set', path: list, value: [value] },
    selected: path,
  }
}

/** A selection in the moved entry moves with it. */
export const planMove = (
  root: unknown,
  path: ValuePath,
  to: number,
  selected: ValuePath,
): PlannedEdit => ({
  value: moveAt(root, path, to),
  operation: { kind: 'move', path, to },
  selected: followMove(selected, path, to),
})

/** Selects what takes its place: the next entry, the one before, or what contains it. */
export function planRemoval(root: unknown, path: ValuePath): PlannedEdit {
  const value = removeAt(root, path)
  const [list, index] = [path.slice(0, -1), path.at(-1)]
  const count = (getAt(value, list) as unknown[] | undefined)?.length ?? 0
  const isEntry = typeof index === 'number' && count > 0
  const selected = isEntry ? [...list, Math.min(index, count - 1)] : list
  return { value, operation: { kind: 'remove', path }, selected }
}

export const planRenaming = (root: unknown, path: ValuePath, name: string): PlannedEdit => ({
  value: renameAt(root, path, name),
  operation: { kind: 'rename-key', path, name },
  selected: [...path.slice(0, -1), name],
})
