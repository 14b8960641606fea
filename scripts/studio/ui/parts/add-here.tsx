import { useRef } from 'react'
import { Dialog, Popover } from 'react-aria-components'
import { BlockList, useBlockSearch } from './block-list.tsx'

/** A place on the screen, in pixels. */
export type ScreenPlace = { left: number; top: number }

/**
 * Finds where the list opens: below what has the focus, and in the page below what is selected.
 * @param focused an element of the studio, or of the page in the preview
 */
export function findAddPlace(focused: Element): ScreenPlace {
  const frame = document.querySelector<HTMLIFrameElement>('.preview iframe')
  const ownPlace = focused.closest('.outline [role="row"], textarea')
  const selected = ownPlace ? undefined : frame && findSelected(frame)
  const { left, bottom } = selected ?? (ownPlace ?? focused).getBoundingClientRect()
  // The list needs some room below.
  return { left, top: Math.max(0, Math.min(bottom, innerHeight - 240)) }
}

/** What is selected in the page, where the screen shows it. */
function findSelected(frame: HTMLIFrameElement): { left: number; bottom: number } | undefined {
  const host = frame.contentDocument?.querySelector('signpost-studio')
  const box = host?.shadowRoot?.querySelector('.selected')?.getBoundingClientRect()
  if (!box || box.height === 0) return undefined
  const shown = frame.getBoundingClientRect()
  const scale = shown.width / frame.offsetWidth
  return { left: shown.left + box.left * scale, bottom: shown.top + box.bottom * scale }
}

/** The blocks to add, in a small list where `/` was pressed. */
export function AddHere({ place, onClose }: { place: ScreenPlace; onClose: () => void }) {
  const anchor = useRef<HTMLSpanElement>(null)
  return (
    <>
      <span ref={anchor} className="add-anchor" style={place} />
      <Popover
        className="popover add-here"
        triggerRef={anchor}
        placement="bottom start"
        isOpen
        onOpenChange={(isOpen) => !isOpen && onClose()}
      >
        <Dialog aria-label="Add a block below">
          <FoundBlocks onClose={onClose} />
        </Dialog>
      </Popover>
    </>
  )
}

function FoundBlocks({ onClose }: { onClose: () => void }) {
  const found = useBlockSearch(onClose)
  return (
    <div
      onKeyDownCapture={(event) => {
        // Otherwise it would clear the search first.
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <BlockList found={found} />
    </div>
  )
}
