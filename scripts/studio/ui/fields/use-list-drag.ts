import { type DragEvent, useState } from 'react'
import type { Path } from '../../../../schema/problems/position.ts'
import { findGap, toKey } from '../form/paths.ts'
import { focusSoon, itemSelector } from '../focus/move-focus.ts'
import { useStore } from '../state/use-studio.ts'

/**
 * What is dragged, and where it would be dropped.
 * @property gap 0 is above the first entry
 */
type Drag = { from: number; gap: number }

/**
 * Lets the entries of a list be dragged by mouse. Their buttons and Alt with an arrow key do the
 * same.
 * @param path of the list
 * @returns attributes of the list, of its entries and of their handles
 */
export function useListDrag(path: Path) {
  const store = useStore()
  const [drag, setDrag] = useState<Drag>()
  const drop = ({ from, gap }: Drag) => {
    const moved = store.moveEntry([...path, from], gap > from ? gap - 1 : gap)
    if (moved) focusSoon(itemSelector(toKey(moved), 'open'))
  }
  return {
    list: {
      onDragOver(event: DragEvent<HTMLElement>) {
        // An entry of another list cannot be dropped here.
        if (!drag) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'move'
        const boxes = [...event.currentTarget.children].map((each) => each.getBoundingClientRect())
        const gap = findGap(boxes, event.clientY)
        if (gap !== drag.gap) setDrag({ ...drag, gap })
      },
      onDrop(event: DragEvent<HTMLElement>) {
        if (!drag) return
        event.preventDefault()
        setDrag(undefined)
        drop(drag)
      },
    },
    getHandle: (from: number) => ({
      draggable: true,
      onDragStart(event: DragEvent<HTMLElement>) {
        const entry = event.currentTarget.closest('li')
        // Firefox drags nothing without data.
        event.dataTransfer.setData('text/plain', '')
        event.dataTransfer.effectAllowed = 'move'
        if (entry) event.dataTransfer.setDragImage(entry, 12, 12)
        setDrag({ from, gap: from })
      },
      onDragEnd: () => setDrag(undefined),
    }),
    getEntry: (index: number) => ({
      'data-dragged': drag?.from === index || undefined,
      'data-drop': drag && describeDrop(drag, index),
    }),
  }
}

/** At which edge of an entry a line shows where the dragged one would be. */
function describeDrop({ from, gap }: Drag, index: number): 'above' | 'below' | undefined {
  // Dropped there, it would stay where it is.
  if (gap === from || gap === from + 1) return undefined
  if (gap < from) return gap === index ? 'above' : undefined
  return gap === index + 1 ? 'below' : undefined
}

export type ListDrag = ReturnType<typeof useListDrag>
