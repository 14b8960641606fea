/** Short messages at the edge of the screen, one at a time. Whoever has something to say calls `notify`; the shell shows it. */

/** How long one is shown. Milliseconds. */
export const shownFor = 5000

export type Notification = { id: number; text: string }

let count = 0
let waiting: Notification[] = []
const listeners = new Set<() => void>()

function change(next: Notification[]): void {
  waiting = next
  for (const listener of listeners) listener()
}

/** Shows a message, after those that wait already. The same words are not said twice in a row. */
export function notify(text: string): void {
  if (waiting.at(-1)?.text !== text) change([...waiting, { id: ++count, text }])
}

export const dismiss = (id: number): void =>
  change(waiting.filter((notification) => notification.id !== id))

export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The message to show now, if any. */
export const currentNotification = (): Notification | undefined => waiting[0]
