import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Icon } from '../../blocks/shared/icon.tsx'
import {
  getCurrentNotification,
  dismissNotification,
  notificationDurationMs,
  subscribeToNotifications,
} from '../../blocks/shared/notification-store.ts'
import type { ShellWords } from '../../schema/types.gen.ts'

/**
 * Shows the notification queue. The live region is always rendered, because screen readers only
 * announce changes of an existing one.
 */
export function Notifications({ words }: { words: ShellWords }) {
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
            aria-label={words.dismiss}
            // Remember which element had the focus, to restore it when the button disappears.
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
