/** Commands for the fields of a page of a set. */
import type { JsonValue } from '../../../edit/yaml-operations.ts'
import type { RowCell } from '../../protocol.ts'
import type { Path } from '../../../../schema/source/position-types.ts'
import { describeOrigin, type EditTarget, planReset } from '../form/set-edits.ts'
import { toKey } from '../form/paths.ts'
import type { StudioStore } from './studio-store.ts'

/** Chooses where edits of a field go. */
export function chooseEditTarget(store: StudioStore, path: Path, target: EditTarget): void {
  const { set } = store.getState().open ?? {}
  if (!set) return
  const { place } = describeOrigin(set, path)
  const chosen = { ...set.chosen, [toKey(place.steps)]: target }
  store.editSet({ set: { ...set, chosen }, operations: [] })
}

/** Takes the value of the template again. @param path of what is overridden */
export function resetOverride(store: StudioStore, path: Path): void {
  const { set } = store.getState().open ?? {}
  if (set) store.editSet(planReset(set, { path }))
}

/** Sets a cell of the row. @param group edits of the same group are undone together */
export function setCell(
  store: StudioStore,
  { column, address }: RowCell,
  value: JsonValue,
  group: string,
): void {
  const { set } = store.getState().open ?? {}
  if (!set || !address) return
  const cells = set.cells.map((cell) => (cell.column === column ? { ...cell, value } : cell))
  store.editSet({ set: { ...set, cells }, operations: [{ kind: 'set', ...address, value }] }, group)
}
