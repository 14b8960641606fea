import { useEffect, useRef } from 'react'
import { redo, undo } from './state/draft-commands.ts'
import { useStore } from './state/use-studio.ts'

/** The parts of the screen that F6 goes through. */
const parts = ['.top-bar', '.pages', '.outline', '.form', '.bottom']
const focusable = 'button:not([disabled]), input, textarea, select, [tabindex="0"]'

/** Undo, redo and save as everywhere, and F6 from part to part of the screen. */
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
    const findAction = ({ key, ctrlKey, metaKey, shiftKey, target }: KeyboardEvent) => {
      if (key === 'F6') return () => focusNextPart(shiftKey ? -1 : 1)
      if (!ctrlKey && !metaKey) return undefined
      const name = key.toLowerCase()
      // A dialog covers what would change.
      if (name !== 's' && document.querySelector('.modal')) return undefined
      if (name === 's') return () => latestSave.current()
      // A text that is not used yet is undone by its editor.
      if ((target as Element).closest?.('.yaml[data-edited]')) return undefined
      if (name === 'z') return () => void (shiftKey ? redo(store) : undo(store))
      return name === 'y' ? () => void redo(store) : undefined
    }
    addEventListener('keydown', handle, true)
    return () => removeEventListener('keydown', handle, true)
  }, [store])
}

function focusNextPart(step: number): void {
  const shown = parts
    .map((part) => document.querySelector(part))
    .filter((element) => element !== null)
  const current = shown.findIndex((element) => element.contains(document.activeElement))
  const next = shown[(current + step + shown.length) % shown.length]
  next?.querySelector<HTMLElement>(focusable)?.focus()
}
