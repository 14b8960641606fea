import { watch, type FSWatcher } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { waitUntilWritten } from '../../renderer/dev/wait-until-written.ts'

type WatchOptions = {
  /** Whether a folder is looked into. @param path absolute, as all are. */
  hasFolder: (path: string) => boolean
  /** Whether a file is spoken of. */
  hasFile: (path: string) => boolean
  /** Told of every such file and folder that has come, gone or changed. */
  onChange: (path: string) => void
}

/**
 * Watches a folder and all below it. Each folder is watched as a whole, so that a file which an editor replaces is noticed like one
 * that it writes. What is told is a hint: whether something is other than before, the reader finds out.
 * (Node's own recursive watching looks at each file on Linux, and loses one that is replaced.)
 */
export async function watchFolder(
  root: string,
  { hasFolder, hasFile, onChange }: WatchOptions,
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
      // It has gone again.
      if (code === 'ENOENT') return
      throw new Error(
        `${folder} cannot be watched (${code}): the system may watch no more folders than it does.`,
        { cause: error },
      )
    }
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) {
        if (hasFolder(path)) await watchRecursively(path, isNew)
        // Written before its folder was watched.
      } else if (isNew && hasFile(path)) onChange(path)
    }
  }
  const handleChange = async (path: string): Promise<void> => {
    const stats = await stat(path).catch(() => undefined)
    if (stats?.isDirectory()) {
      if (!hasFolder(path)) return
      onChange(path)
      return watchRecursively(path, true).catch((error: Error) => console.error(error.message))
    }
    // Of what is written into it then, we are told as well.
    if (stats?.size === 0 && (await waitUntilWritten(path))) return
    const removedFolders = stats
      ? []
      : [...watchers.keys()].filter((watched) => watched === path || watched.startsWith(path + sep))
    removedFolders.forEach(unwatch)
    if (removedFolders.length > 0 || hasFile(path)) onChange(path)
  }
  await watchRecursively(root, false)
  return { close: () => [...watchers.keys()].forEach(unwatch) }
}
