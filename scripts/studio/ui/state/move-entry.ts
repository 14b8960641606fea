import type { Path } from '../../../../schema/source/position-types.ts'
import { canMove } from '../form/move-place.ts'
import { getAt } from '../../../../schema/util/records.ts'
import type { StudioStore } from './studio-store.ts'

/**
 * Moves an entry of a list, and says where it is then.
 * @param path within what the form is about
 * @param to the new index, counted without the entry
 * @returns its new path; undefined if there is no such index, or it is there already
 */
export function moveEntry(
  store: StudioStore,
  path: Path,
  to: number,
  label = 'It',
): Path | undefined {
  const list = path.slice(0, -1)
  const entries = getAt(store.getState().open?.entry.value, list)
  const count = Array.isArray(entries) ? entries.length : 0
  if (!canMove(path) || to < 0 || to >= count || to === path.at(-1)) return undefined
  store.moveItem(path, to)
  store.notify(`${label} is now ${to + 1} of ${count}. Undo puts it back.`)
  return [...list, to]
}
