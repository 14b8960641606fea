import { useEffect, useSyncExternalStore } from 'react'
import { Icon } from '../../blocks/shared/icon.tsx'
import { currentNotification, dismiss, shownFor, subscribe } from '../../blocks/shared/notifications.ts'

/** The frame is there from the start: screen readers read out what changes in it, and not what comes with it. */
export function Notifications() {
  const shown = useSyncExternalStore(subscribe, currentNotification, () => undefined)
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
          <button type="button" aria-label="Dismiss" onClick={() => dismiss(shown.id)}>
            <Icon name="x" size={20} />
          </button>
        </div>
      )}
    </div>
  )
}
