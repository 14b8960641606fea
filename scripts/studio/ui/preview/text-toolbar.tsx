import { Check } from 'lucide-react'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { Button, Toolbar } from 'react-aria-components'
import { FormatTools } from '../parts/format-tools.tsx'
import { LinkForm } from '../fields/link-form.tsx'
import type { TextEditing } from './edit-in-place.ts'

type TextToolbarProps = {
  editing: TextEditing
  toolbar: RefObject<HTMLDivElement | null>
  frame: RefObject<HTMLIFrameElement | null>
  /** How much the page is shrunk. */
  scale: number
  isLinking: boolean
  onLinking: (isLinking: boolean) => void
}

/** The tools beside a Markdown text that is edited in the page. */
export function TextToolbar({
  editing,
  toolbar,
  frame,
  scale,
  isLinking,
  onLinking,
}: TextToolbarProps) {
  const [place, setPlace] = useState({ left: 0, top: 0 })
  useLayoutEffect(() => {
    const update = () => {
      if (toolbar.current && frame.current)
        setPlace(placeToolbar(toolbar.current, frame.current, editing.host, scale))
    }
    update()
    const page = editing.host.ownerDocument
    page.addEventListener('scroll', update, true)
    const observer = new ResizeObserver(update)
    observer.observe(toolbar.current!)
    return () => {
      page.removeEventListener('scroll', update, true)
      observer.disconnect()
    }
  }, [editing, scale, toolbar, frame])
  return (
    <div
      className="text-toolbar"
      ref={toolbar}
      style={place}
      onBlur={({ relatedTarget }) => {
        const isElsewhere = relatedTarget && !toolbar.current?.contains(relatedTarget)
        if (isElsewhere && relatedTarget !== frame.current) editing.end(true)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onLinking(false)
        editing.focus()
      }}
    >
      {isLinking ? (
        <LinkForm
          before={editing.getLink() ?? ''}
          onSet={(href) => {
            onLinking(false)
            editing.setLink(href)
          }}
        />
      ) : (
        // A press leaves the focus in the text.
        <Toolbar aria-label="Format the text" onMouseDown={(event) => event.preventDefault()}>
          <FormatTools
            formats={editing.formats}
            onFormat={editing.format}
            onLink={() => onLinking(true)}
          />
          <Button className="small-button" onPress={() => editing.end(true)}>
            <Check size={14} aria-hidden /> Done
          </Button>
        </Toolbar>
      )}
    </div>
  )
}

/** Above the text, or at the top edge while that is not visible. */
function placeToolbar(
  toolbar: HTMLElement,
  frame: HTMLElement,
  host: HTMLElement,
  scale: number,
): { left: number; top: number } {
  const text = host.getBoundingClientRect()
  const { width, height } = toolbar.getBoundingClientRect()
  const stage = toolbar.parentElement!.getBoundingClientRect()
  const shown = frame.getBoundingClientRect()
  const left = shown.left - stage.left + text.left * scale
  const top = shown.top - stage.top + text.top * scale - height - 6
  return {
    left: Math.max(0, Math.min(left, stage.width - width)),
    top: Math.max(4, Math.min(top, stage.height - height)),
  }
}
