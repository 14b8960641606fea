import { stat } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'

/** So often, and so many milliseconds apart, an empty file is looked at again. */
const [maxAttempts, attemptDelayMs] = [20, 5]

/**
 * Waits for what stands in a file. Many programs save by emptying a file and then writing it, and who is told of the first step would find
 * nothing there.
 * @returns false where it stays empty, and was meant so.
 */
export async function waitUntilWritten(path: string): Promise<boolean> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const stats = await stat(path).catch(() => undefined)
    if (stats?.size !== 0) return true
    await setTimeout(attemptDelayMs)
  }
  return false
}
