import { stat } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'

// On a busy machine, a write may take many times longer than the usual few milliseconds.
const maxAttempts = 200
const attemptDelayMs = 5

/**
 * Waits until a file is not empty. Many programs save by truncating a file and then writing it, so
 * that it may be empty at a watcher's first event.
 * @returns false if the file is still empty after all attempts, and is probably meant to be empty
 */
export async function waitUntilWritten(path: string): Promise<boolean> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const stats = await stat(path).catch(() => undefined)
    if (!stats?.isFile() || stats.size > 0) return true
    await setTimeout(attemptDelayMs)
  }
  return false
}
