import { ArrowDown, ArrowUp, Copy, Trash2 } from 'lucide-react'
import { Button, Toolbar } from 'react-aria-components'
import type { Path } from '../../../../schema/source/position-types.ts'
import { getAt } from '../../../../schema/util/records.ts'
import { toKey } from '../form/paths.ts'
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
      <Button
        className="icon-button quiet"
        data-action="up"
        aria-label={`Move ${label} up`}
        isDisabled={index === 0}
        onPress={() => move(index - 1, 'up', 'down')}
      >
        <ArrowUp size={14} aria-hidden />
      </Button>
      <Button
        className="icon-button quiet"
        data-action="down"
        aria-label={`Move ${label} down`}
        isDisabled={index >= count - 1}
        onPress={() => move(index + 1, 'down', 'up')}
      >
        <ArrowDown size={14} aria-hidden />
      </Button>
      <Button
        className="icon-button quiet"
        data-action="duplicate"
        aria-label={`Duplicate ${label}`}
        isDisabled={count >= maximum}
        onPress={duplicate}
      >
        <Copy size={14} aria-hidden />
      </Button>
      <Button
        className="icon-button quiet"
        data-action="remove"
        aria-label={`Remove ${label}`}
        isDisabled={count <= minimum}
        onPress={remove}
      >
        <Trash2 size={14} aria-hidden />
      </Button>
    </Toolbar>
  )
}
