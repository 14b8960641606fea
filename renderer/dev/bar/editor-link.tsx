import { useEffect, useState } from 'react'
import type { DevLocation } from '../dev-page.ts'

const noticeMs = 6000

/** A file and line, which opens in the editor. */
export function EditorLink({ location: { label, editorUrl } }: { location: DevLocation }) {
  const [isOpening, setOpening] = useState(false)
  const fileStart = label.lastIndexOf('/') + 1
  useEffect(() => {
    if (!isOpening) return
    const timer = setTimeout(() => setOpening(false), noticeMs)
    return () => clearTimeout(timer)
  }, [isOpening])
  return (
    <span className="place">
      <a
        href={editorUrl}
        title={`Open ${label} in the editor`}
        onClick={(event) => {
          event.preventDefault()
          setOpening(true)
          void fetch(editorUrl)
        }}
      >
        <span className="folder">{label.slice(0, fileStart)}</span>
        {label.slice(fileStart)}
      </a>
      <span role="status" className="notice">
        {isOpening && 'Opening. If nothing happens, start your editor first, or set EDITOR.'}
      </span>
    </span>
  )
}
