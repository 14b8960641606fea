import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Icon } from '../../blocks/shared/icon.tsx'
import {
  currentNotification,
  dismiss,
  shownFor,
  subscribe,
} from '../../blocks/shared/notifications.ts'

/** The frame is there from the start: screen readers read out what changes in it, and not what comes with it. */
export function Notifications() {
  const shown = useSyncExternalStore(subscribe, currentNotification, () => undefined)
  const before = useRef<Element>(null)
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => dismiss(shown.id), shownFor)
    return () => clearTimeout(timer)
  }, [shown])
  return (
    <div className="notifications" role="status">
      {shown && (
        <div className="notification" key={shown.id}>
          <p>{shown.text}</p>
          <button
            type="button"
            aria-label="Dismiss"
            // The focus goes back to where it was when the button goes.
            onFocus={({ relatedTarget }) => void (before.current = relatedTarget)}
            onClick={() => {
              if (before.current instanceof HTMLElement)
                before.current.focus({ preventScroll: true })
              dismiss(shown.id)
            }}
          >
            <Icon name="x" size={20} />
          </button>
        </div>
      )}
    </div>
  )
}
