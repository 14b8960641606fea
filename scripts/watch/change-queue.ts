import { setTimeout } from 'node:timers/promises'

/**
 * Editors write a file in several steps. A save ends after `quietMs` without a change, and at the
 * latest after `maxWaitMs`.
 */
const [quietMs, maxWaitMs] = [8, 60]

/** Changed paths that have not been processed yet. */
export class ChangeQueue {
  #paths = new Set<string>()
  #isProcessing = false
  #lastChangeAt = 0
  #wake: (() => void) | undefined

  add(path: string): void {
    this.#paths.add(path)
    this.#lastChangeAt = performance.now()
    this.#wake?.()
  }

  /** Adds files of which everything is known: nothing has to be waited for. */
  addComplete(paths: string[]): void {
    for (const path of paths) this.#paths.add(path)
    this.#wake?.()
  }

  get hasChanges(): boolean {
    return this.#paths.size > 0
  }

  /** Whether there are changes, or those that were taken are still being processed. */
  get isBusy(): boolean {
    return this.hasChanges || this.#isProcessing
  }

  /** Notes that those that were taken have been processed. */
  noteProcessed(): void {
    this.#isProcessing = false
  }

  /** Waits shortly for late events of a save. @returns Whether there are changes. */
  async waitForMoreChanges(): Promise<boolean> {
    if (!this.hasChanges) await setTimeout(50)
    return this.hasChanges
  }

  /** Waits for a change, but not longer than this. */
  async waitForChange(maxMs: number): Promise<void> {
    if (this.hasChanges) return
    await Promise.race([setTimeout(maxMs), new Promise<void>((done) => void (this.#wake = done))])
  }

  /**
   * Waits for a change and removes all changed paths from the queue. Those that were taken before
   * have been processed.
   */
  async takeChanges(): Promise<Set<string>> {
    this.#isProcessing = false
    if (!this.hasChanges) await new Promise<void>((resolve) => void (this.#wake = resolve))
    const first = performance.now()
    while (
      performance.now() - this.#lastChangeAt < quietMs &&
      performance.now() - first < maxWaitMs
    )
      await setTimeout(quietMs)
    const paths = this.#paths
    this.#paths = new Set()
    this.#isProcessing = true
    return paths
  }
}
