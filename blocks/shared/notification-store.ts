/** Short messages at the edge of the screen, one at a time. Whoever has something to say calls `notify`; the shell shows it. */

/** How long one is shown. Milliseconds. */
export const notificationDurationMs = 5000

export type Notification = { id: number; text: string }

let lastId = 0
let queue: Notification[] = []
const queueListeners = new Set<() => void>()

function setQueue(next: Notification[]): void {
  queue = next
  for (const listener of queueListeners) listener()
}

/** Shows a message, after those that wait already. The same words are not said twice in a row. */
export function notify(text: string): void {
  if (queue.at(-1)?.text !== text) setQueue([...queue, { id: ++lastId, text }])
}

export const dismissNotification = (id: number): void =>
  setQueue(queue.filter((notification) => notification.id !== id))

export function subscribeToNotifications(listener: () => void): () => void {
  queueListeners.add(listener)
  return () => queueListeners.delete(listener)
}

/** The message to show now, if any. */
export const getCurrentNotification = (): Notification | undefined => queue[0]
