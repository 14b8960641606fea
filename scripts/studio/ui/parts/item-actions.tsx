import { ArrowDown, ArrowUp, Copy, Trash2 } from 'lucide-react'
import { Toolbar } from 'react-aria-components'
import type { Path } from '../../../../schema/problems/location.ts'
import { getAt } from '../../../../schema/util/records.ts'
import { toKey } from '../form/paths.ts'
import { IconButton } from './icon-button.tsx'
import { useStore } from '../state/use-studio.ts'
import { fieldSelector, focusSoon, itemSelector } from '../focus/move-focus.ts'

type ItemActionsProps = {
  /** The path of an entry of a list. */
  path: Path
  /** What the entry is called. */
  label: string
  minimum: number
  maximum: number
}

/** Moves, duplicates and removes an entry of a list, each by a button. */
export function ItemActions({ path, label, minimum, maximum }: ItemActionsProps) {
  const store = useStore()
  const list = path.slice(0, -1)
  const index = Number(path.at(-1))
  const entries = getAt(store.getState().open?.entry.value, list)
  const count = Array.isArray(entries) ? entries.length : 0
  const move = (to: number, action: string, other: string) => {
    const moved = store.moveEntry(path, to, label)
    if (!moved) return
    const key = toKey(moved)
    focusSoon(itemSelector(key, action), itemSelector(key, other))
  }
  const duplicate = () => {
    const copy = structuredClone(getAt(store.getState().open?.entry.value, path))
    // Two entries must not have the same anchor.
    if (typeof copy === 'object' && copy !== null) delete (copy as { id?: unknown }).id
    store.insertItem([...list, index + 1], copy)
    store.notify(`${label} was duplicated.`)
    focusSoon(itemSelector(toKey([...list, index + 1]), 'open'))
  }
  const remove = () => {
    store.removeValue(path)
    store.notify(`${label} was removed. Undo brings it back.`)
    const next = toKey([...list, Math.min(index, count - 2)])
    focusSoon(itemSelector(next, 'open'), `${fieldSelector(toKey(list))} [data-action="add"]`)
  }
  return (
    <Toolbar className="item-actions" aria-label={`${label}: actions`}>
      <IconButton
        data-action="up"
        label={`Move ${label} up`}
        Icon={ArrowUp}
        isDisabled={index === 0}
        onPress={() => move(index - 1, 'up', 'down')}
      />
      <IconButton
        data-action="down"
        label={`Move ${label} down`}
        Icon={ArrowDown}
        isDisabled={index >= count - 1}
        onPress={() => move(index + 1, 'down', 'up')}
      />
      <IconButton
        data-action="duplicate"
        label={`Duplicate ${label}`}
        Icon={Copy}
        isDisabled={count >= maximum}
        onPress={duplicate}
      />
      <IconButton
        data-action="remove"
        label={`Remove ${label}`}
        Icon={Trash2}
        isDisabled={count <= minimum}
        onPress={remove}
      />
    </Toolbar>
  )
}
