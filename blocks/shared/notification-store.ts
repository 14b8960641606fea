/** A queue of short messages that the shell shows at the edge of the screen, one at a time. */

/** How long a notification is shown, in milliseconds. */
export const notificationDurationMs = 5000

type Notification = { id: number; text: string }

let lastId = 0
let queue: Notification[] = []
const queueListeners = new Set<() => void>()

function setQueue(next: Notification[]): void {
  queue = next
  for (const listener of queueListeners) listener()
}

/** Queues a message, unless it repeats the last one in the queue. */
export function notify(text: string): void {
  if (queue.at(-1)?.text !== text) setQueue([...queue, { id: ++lastId, text }])
}

export const dismissNotification = (id: number): void =>
  setQueue(queue.filter((notification) => notification.id !== id))

/** @returns a function that unsubscribes the listener */
export function subscribeToNotifications(listener: () => void): () => void {
  queueListeners.add(listener)
  return () => queueListeners.delete(listener)
}

/** Returns the notification to show now, if any. */
export const getCurrentNotification = (): Notification | undefined => queue[0]
