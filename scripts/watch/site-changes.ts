import { realpath } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { createWatchFilter, watchFolder } from './watch-folder.ts'

/**
 * Editors write a file in several steps. A save ends after `quietMs` without a change, and at the
 * latest after `maxWaitMs`.
 */
const [quietMs, maxWaitMs] = [8, 60]

/** What has changed in the folder of a site, and is processed one save after the other. */
export class SiteChanges {
  #paths = new Set<string>()
  /** Those that are being processed. */
  #taken = new Set<string>()
  #lastChangeAt = 0
  #wake: (() => void) | undefined

  /** Watches the folder of a site. @param out a folder that does not belong to it */
  async watch(site: string, out: string): Promise<{ close(): void }> {
    const folder = await realpath(site)
    return watchFolder(folder, {
      ...createWatchFilter(folder, [out]),
      onChange: (path) => this.add(path),
    })
  }

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
    return this.hasChanges || this.#taken.size > 0
  }

  /** Notes that those that were taken have been processed. */
  noteProcessed(): void {
    this.#taken = new Set()
  }

  /** Calls `update` with the paths that have changed, one call after the other. */
  async follow(update: (changed: Set<string>) => Promise<void>): Promise<never> {
    for (;;) {
      await update(await this.#take())
      this.noteProcessed()
    }
  }

  /** Calls `update`, and `onError` if it fails though nothing has changed meanwhile. */
  async attempt(
    update: () => Promise<void>,
    onError: (error: Error) => void | Promise<void>,
  ): Promise<void> {
    try {
      await update()
    } catch (error) {
      // A late event of a save.
      if (!this.hasChanges) await setTimeout(50)
      if (!this.hasChanges) return onError(error as Error)
      // A file was saved while it was read. The next round reads all of them again.
      for (const path of this.#taken) this.#paths.add(path)
    }
  }

  /** Waits for a change, but not longer than this. */
  async waitForChange(maxMs: number): Promise<void> {
    if (this.hasChanges) return
    await Promise.race([setTimeout(maxMs), new Promise<void>((done) => void (this.#wake = done))])
  }

  /** Waits for a change and removes all changed paths. */
  async #take(): Promise<Set<string>> {
    if (!this.hasChanges) await new Promise<void>((resolve) => void (this.#wake = resolve))
    const first = performance.now()
    while (
      performance.now() - this.#lastChangeAt < quietMs &&
      performance.now() - first < maxWaitMs
    )
      await setTimeout(quietMs)
    const paths = this.#paths
    this.#paths = new Set()
    this.#taken = paths
    return paths
  }
}
