import type { Path } from '../../../../schema/problems/location.ts'
import { getAt } from '../../../../schema/util/records.ts'
import { type JsonValue, nestValue, type Edit } from '../../../edit/yaml-operations.ts'
import { followMove } from './paths.ts'

/**
 * An edit of the value that a form is about.
 * @property operation with a path within that value
 * @property selected the selection after the edit; undefined if it stays
 */
export type FormEdit = { operation: Edit; selected?: Path }

/**
 * @param root what the form is about: a field may be shown before the group around it is written
 * @param value undefined to remove it
 */
export const planValue = (root: unknown, path: Path, value: unknown): FormEdit => ({
  operation:
    value === undefined ? { kind: 'remove', path } : nestValue(root, path, value as JsonValue),
})

/** Inserts an item in a list, which is created if it doesn't exist. */
export function planInsertion(root: unknown, path: Path, item: unknown): FormEdit {
  const list = path.slice(0, -1)
  const value = item as JsonValue
  return {
    operation: Array.isArray(getAt(root, list))
      ? { kind: 'insert', path, value }
      : { kind: 'set', path: list, value: [value] },
    selected: path,
  }
}

/** A selection in the moved entry moves with it. */
export const planMove = (path: Path, to: number, selected: Path): FormEdit => ({
  operation: { kind: 'move', path, to },
  selected: followMove(selected, path, to),
})

/** Selects what takes its place: the next entry, the one before, or what contains it. */
export function planRemoval(root: unknown, path: Path): FormEdit {
  const [list, index] = [path.slice(0, -1), path.at(-1)]
  const entries = getAt(root, list)
  const last = Array.isArray(entries) ? entries.length - 2 : -1
  const selected = typeof index === 'number' && last >= 0 ? [...list, Math.min(index, last)] : list
  return { operation: { kind: 'remove', path }, selected }
}

export const planRenaming = (path: Path, name: string): FormEdit => ({
  operation: { kind: 'rename-key', path, name },
  selected: [...path.slice(0, -1), name],
})
