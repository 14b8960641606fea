import { useEffect, useRef } from 'react'
import { moveFocused } from './focus/move-focused.ts'
import { focusNextPart } from './focus/screen-parts.ts'
import { redo, undo } from './state/draft-commands.ts'
import { useStore } from './state/use-studio.ts'

/** Lists that are opened by Alt and an arrow key. */
const opensByArrow = '[role="combobox"], select, .select-button'

/**
 * Undo, redo and save as everywhere, F6 from part to part of the screen, and Alt with an arrow key
 * for what is moved in its list.
 */
export function useShortcuts({ onSave }: { onSave: () => void }): void {
  const store = useStore()
  const latestSave = useRef(onSave)
  latestSave.current = onSave
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      const act = findAction(event)
      if (!act) return
      event.preventDefault()
      event.stopPropagation()
      act()
    }
    const findMove = ({ key, target }: KeyboardEvent) => {
      const step = ({ ArrowUp: -1, ArrowDown: 1 } as const)[key]
      if (step === undefined || (target as Element).matches(opensByArrow)) return undefined
      return () => void moveFocused(store, target as Element, step)
    }
    const findAction = (event: KeyboardEvent) => {
      const { key, altKey, ctrlKey, metaKey, shiftKey, target } = event
      if (key === 'F6') return () => focusNextPart(shiftKey ? -1 : 1)
      if (altKey) return findMove(event)
      if (!ctrlKey && !metaKey) return undefined
      const name = key.toLowerCase()
      // A dialog covers what would change.
      if (name !== 's' && document.querySelector('.modal')) return undefined
      if (name === 's') return () => latestSave.current()
      // The editor handles undo in text that is not applied yet.
      if ((target as Element).closest?.('.yaml[data-edited]')) return undefined
      if (name === 'z') return () => void (shiftKey ? redo(store) : undo(store))
      return name === 'y' ? () => void redo(store) : undefined
    }
    addEventListener('keydown', handle, true)
    return () => removeEventListener('keydown', handle, true)
  }, [store])
}
