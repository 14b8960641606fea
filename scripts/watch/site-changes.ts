import { watch, type FSWatcher, existsSync } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join, basename, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { locateSiteBlocks } from '../../schema/block-types/site-blocks.ts'
import { isOutsideFolder } from '../../schema/util/site-paths.ts'
import { rulesFile } from '../prerender/hosts/hosting-rules.ts'
import { manifestName } from '../prerender/shards/shard.ts'
import { waitUntilWritten } from '../shared/read-when-saved.ts'
import { UserError } from '../shared/user-error.ts'

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

type WatchOptions = {
  /** Whether to watch a folder. All paths are absolute. */
  includesFolder: (path: string) => boolean
  /** Whether to report changes of a file. */
  includesFile: (path: string) => boolean
  /** Called with each file and folder that was created, deleted or changed. */
  onChange: (path: string) => void
}

/**
 * Watches a folder recursively. Reported changes are hints: the contents may be the same as before.
 * Each folder has one watcher, which also notices a file that an editor replaces. On Linux, Node's
 * own recursive mode watches single files and loses those.
 * @throws UserError if the system does not allow more watchers.
 */
async function watchFolder(
  root: string,
  { includesFolder, includesFile, onChange }: WatchOptions,
): Promise<{ close(): void }> {
  const watchers = new Map<string, FSWatcher>()
  const unwatch = (folder: string) => {
    watchers.get(folder)?.close()
    watchers.delete(folder)
  }
  const watchRecursively = async (folder: string, isNew: boolean): Promise<void> => {
    if (watchers.has(folder)) return
    try {
      watchers.set(
        folder,
        watch(
          folder,
          (_, name) => void (name === null ? onChange(folder) : handleChange(join(folder, name))),
        ).on('error', () => unwatch(folder)),
      )
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // It was deleted in the meantime.
      if (code === 'ENOENT') return
      throw new UserError(
        `${folder} cannot be watched (${code}): the system's limit of watched folders is reached.`,
      )
    }
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) {
        if (includesFolder(path)) await watchRecursively(path, isNew)
        // A file of a new folder may have been written before the folder was watched.
      } else if (isNew && includesFile(path)) onChange(path)
    }
  }
  const handleChange = async (path: string): Promise<void> => {
    const stats = await stat(path).catch(() => undefined)
    if (stats?.isDirectory()) {
      if (!includesFolder(path)) return
      onChange(path)
      return watchRecursively(path, true).catch((error: Error) => console.error(error.message))
    }
    // The write that fills an empty file causes another event.
    if (stats?.size === 0 && (await waitUntilWritten(path))) return
    const removedFolders = stats
      ? []
      : [...watchers.keys()].filter((watched) => !isOutsideFolder(path, watched))
    removedFolders.forEach(unwatch)
    if (removedFolders.length > 0 || includesFile(path)) onChange(path)
  }
  await watchRecursively(root, false)
  return { close: () => [...watchers.keys()].forEach(unwatch) }
}

/**
 * Selects what to watch in a site's folder: everything that may belong to the site.
 * @param root The real path of the folder, without symbolic links.
 * @param excludedFolders Folders in it that do not belong to the site, such as the output.
 */
export function createWatchFilter(root: string, excludedFolders: string[]) {
  const blocks = locateSiteBlocks(root)
  const excluded = new Set(excludedFolders.map((folder) => resolve(folder)))
  const isInBlocks = (path: string) => blocks !== undefined && !isOutsideFolder(blocks, path)
  const isInPublic = (path: string) => !isOutsideFolder(join(root, 'public'), path)
  return {
    includesFolder: (path: string) =>
      isInPublic(path) ||
      !(
        excluded.has(path) ||
        basename(path) === 'node_modules' ||
        basename(path).startsWith('.') ||
        isOutput(path)
      ),
    includesFile: (path: string) =>
      isInPublic(path) ||
      isInBlocks(path) ||
      (/\.(ya?ml|csv|tsv|json|woff2?|ttf|otf)$/.test(path) && !basename(path).startsWith('.')),
  }
}

/** Whether a command has written a folder: a build, one of its shards, or the catalogue. */
const isOutput = (folder: string) =>
  ['404.html', rulesFile, manifestName].some((file) => existsSync(join(folder, file)))

/** The folders of the project whose changes the development server shows. */
const projectFolders = ['blocks', 'renderer', 'schema', 'scripts']

/**
 * Selects what Vite does not watch: everything else in the project, such as an output folder, whose
 * documents would reload the page one by one during a build.
 */
export function createViteWatchFilter(root: string) {
  const watched = [...projectFolders, 'vite.config.ts'].map((name) => join(root, name))
  return (path: string) =>
    path !== root &&
    !isOutsideFolder(root, path) &&
    watched.every((folder) => isOutsideFolder(folder, path))
}
