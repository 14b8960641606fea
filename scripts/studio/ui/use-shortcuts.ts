import { flushSync } from 'react-dom'
import { useEffect, useRef } from 'react'
import { focusNextPart } from './focus/screen-parts.ts'
import { redo, undo } from './state/draft-commands.ts'
import { useStore } from './state/use-studio.ts'
import { parseKey, toKey } from './form/paths.ts'
import { isPageOpen } from './state/studio-state.ts'
import type { StudioStore } from './state/studio-store.ts'
import { keepFocusOn } from './focus/move-focus.ts'

/** Lists that are opened by Alt and an arrow key. */
const opensByArrow = '[role="combobox"], select, .select-button'

const takesText = 'input:not([type=checkbox]), textarea'

/** What takes letters itself. */
const takesLetters = 'input, textarea, select, [contenteditable]'

/**
 * Undo, redo and save as everywhere, F6 from part to part of the screen, and Alt with an arrow key
 * for what is moved in its list. `/` adds a block, and `?` shows the keys, unless a text is typed.
 * @param onShowLeft unfolds pages and outline
 */
export function useShortcuts(onShowLeft: () => void): void {
  const store = useStore()
  const latest = useRef(onShowLeft)
  latest.current = onShowLeft
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
      if (key === 'F6')
        return () => {
          // At once, so that the next key finds the focus there.
          flushSync(() => latest.current())
          focusNextPart(shiftKey ? -1 : 1)
        }
      if (altKey) return findMove(event)
      if (!ctrlKey && !metaKey) {
        const isOpener = key === '/' && store.getState().open && opensBlocks(target as Element)
        if (isOpener) return () => store.openDialog({ name: 'palette' })
        const isFree = key === '?' && !(target as Element).matches(takesLetters)
        return isFree && !document.querySelector('.modal')
          ? () => store.openDialog({ name: 'keys' })
          : undefined
      }
      const name = key.toLowerCase()
      const focused = target as Element
      // Other dialogs cover what would change.
      const isCovered = document.querySelector('.modal:not(.rows-modal, .steps-modal)') !== null
      // A text has an undo of its own there, since it is not a step yet.
      const isText = focused.matches(takesText) && (focused as HTMLInputElement).value !== ''
      const isDraft = isText && focused.closest('.steps-modal') !== null
      if (name !== 's' && (isCovered || isDraft)) return undefined
      if (name === 's') return () => store.openDialog({ name: 'save' })
      // The editor handles undo in text that is not applied yet.
      if (focused.closest?.('.yaml[data-edited]')) return undefined
      if (name === 'z') return () => void (shiftKey ? redo(store) : undo(store))
      return name === 'y' ? () => void redo(store) : undefined
    }
    addEventListener('keydown', handle, true)
    return () => removeEventListener('keydown', handle, true)
  }, [store])
}

/**
 * Whether `/` is for the list of blocks: nothing is typed there, or the cursor is before a text, where
 * a click in the page puts it. In an empty text of one line, such as the unit of a price, it is typed.
 */
const opensBlocks = (focused: Element): boolean => {
  if (!focused.closest('.workspace')) return false
  if (!focused.matches(takesLetters)) return true
  if (!focused.matches('.form [data-text]')) return false
  return isAtStart(focused) && (readControl(focused) !== '' || focused.matches('.long'))
}

const readControl = (control: Element) =>
  control instanceof HTMLTextAreaElement ? control.value : control.textContent

function isAtStart(control: Element): boolean {
  if (control instanceof HTMLTextAreaElement) return control.selectionEnd === 0
  const selection = getSelection()!
  if (!selection.isCollapsed || !control.contains(selection.anchorNode)) return false
  const before = document.createRange()
  before.setEnd(selection.anchorNode!, selection.anchorOffset)
  before.setStart(control, 0)
  return before.toString() === ''
}

/**
 * Moves the block or the entry of a list that has the focus, in the outline or in the form. The
 * focus goes with it.
 * @param step -1 for up, 1 for down
 */
function moveFocused(store: StudioStore, focused: Element, step: 1 | -1): void {
  const row = focused.closest<HTMLElement>('.outline [role="row"]')
  const item = focused.closest<HTMLElement>('.form [data-item]')
  const key = row?.dataset.key ?? item?.dataset.item
  const { open } = store.getState()
  if (key === undefined || !open) return
  const path = parseKey(key)
  if (row && !isPageOpen(open)) store.selectInPage(path, 'outline')
  const moved = store.moveEntry(path, Number(path.at(-1)) + step)
  if (!moved) return
  if (row) store.select(moved, 'outline')
  keepFocusOn(focused, (each) => (toKey(each) === key ? moved : each))
}
