import { setTimeout } from 'node:timers/promises'

/** An editor writes a file in several steps: so many milliseconds without another one end a save, and so many at most are waited. */
const [quietMs, maxWaitMs] = [8, 60]

/** What has been saved and not been looked at yet. */
export class ChangeQueue {
  #paths = new Set<string>()
  #lastChangeAt = 0
  #wake: (() => void) | undefined

  add(path: string): void {
    this.#paths.add(path)
    this.#lastChangeAt = performance.now()
    this.#wake?.()
  }

  /** Whether there is something to be looked at. */
  get hasChanges(): boolean {
    return this.#paths.size > 0
  }

  /** Whether more is saved right after: what is told of a save may come a little later than the save. */
  async waitForMoreChanges(): Promise<boolean> {
    if (!this.hasChanges) await setTimeout(50)
    return this.hasChanges
  }

  /** All that is there, once there is something; each path is given once. */
  async takeChanges(): Promise<Set<string>> {
    if (!this.hasChanges) await new Promise<void>((resolve) => void (this.#wake = resolve))
    const first = performance.now()
    while (
      performance.now() - this.#lastChangeAt < quietMs &&
      performance.now() - first < maxWaitMs
    )
      await setTimeout(quietMs)
    const paths = this.#paths
    this.#paths = new Set()
    return paths
  }
}
