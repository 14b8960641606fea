import { parseKey, toKey } from '../form/paths.ts'
import { moveEntry } from '../state/move-entry.ts'
import { isPageOpen } from '../state/studio-state.ts'
import type { StudioStore } from '../state/studio-store.ts'
import { fieldSelector, focusSoon, itemSelector, rowSelector } from './move-focus.ts'

/**
 * Moves the block or the entry of a list that has the focus, in the outline or in the form. The
 * focus goes with it.
 * @param step -1 for up, 1 for down
 */
export function moveFocused(store: StudioStore, focused: Element, step: 1 | -1): void {
  const row = focused.closest<HTMLElement>('.outline [role="row"]')
  const item = focused.closest<HTMLElement>('.form [data-item]')
  const key = row?.dataset.key ?? item?.dataset.item
  const { open } = store.getState()
  if (key === undefined || !open) return
  const path = parseKey(key)
  if (row && !isPageOpen(open)) store.selectInPage(path, 'outline')
  const moved = moveEntry(store, path, Number(path.at(-1)) + step)
  if (!moved) return
  const next = toKey(moved)
  if (row) {
    store.select(moved, 'outline')
    focusSoon(rowSelector(next))
  } else {
    const field = focused.closest<HTMLElement>('[data-field]')?.dataset.field ?? ''
    const action = focused.getAttribute('data-action')
    focusSoon(
      action === null ? fieldSelector(next + field.slice(key.length)) : itemSelector(next, action),
      itemSelector(next, 'open'),
      itemSelector(next, step < 0 ? 'down' : 'up'),
    )
  }
}
