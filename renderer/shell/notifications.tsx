import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Icon } from '../../blocks/shared/icon.tsx'
import {
  getCurrentNotification,
  dismissNotification,
  notificationDurationMs,
  subscribeToNotifications,
} from '../../blocks/shared/notification-store.ts'

/** The frame is there from the start: screen readers read out what changes in it, and not what comes with it. */
export function Notifications() {
  const notification = useSyncExternalStore(
    subscribeToNotifications,
    getCurrentNotification,
    () => undefined,
  )
  const previousFocus = useRef<Element>(null)
  useEffect(() => {
    if (!notification) return
    const timer = setTimeout(() => dismissNotification(notification.id), notificationDurationMs)
    return () => clearTimeout(timer)
  }, [notification])
  return (
    <div className="notifications" role="status">
      {notification && (
        <div className="notification" key={notification.id}>
          <p>{notification.text}</p>
          <button
            type="button"
            aria-label="Dismiss"
            // The focus goes back to where it was when the button goes.
            onFocus={({ relatedTarget }) => void (previousFocus.current = relatedTarget)}
            onClick={() => {
              if (previousFocus.current instanceof HTMLElement)
                previousFocus.current.focus({ preventScroll: true })
              dismissNotification(notification.id)
            }}
          >
            <Icon name="x" size={20} />
          </button>
        </div>
      )}
    </div>
  )
}
