import { watch, type FSWatcher } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { untilWritten } from '../../renderer/dev/until-written.ts'

type Options = {
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
  { hasFolder, hasFile, onChange }: Options,
): Promise<{ close(): void }> {
  const watchers = new Map<string, FSWatcher>()
  const leave = (folder: string) => {
    watchers.get(folder)?.close()
    watchers.delete(folder)
  }
  const look = async (folder: string, isNew: boolean): Promise<void> => {
    if (watchers.has(folder)) return
    try {
      watchers.set(
        folder,
        watch(
          folder,
          (_, name) => void (name === null ? onChange(folder) : notice(join(folder, name))),
        ).on('error', () => leave(folder)),
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
        if (hasFolder(path)) await look(path, isNew)
        // Written before its folder was watched.
      } else if (isNew && hasFile(path)) onChange(path)
    }
  }
  const notice = async (path: string): Promise<void> => {
    const found = await stat(path).catch(() => undefined)
    if (found?.isDirectory()) {
      if (!hasFolder(path)) return
      onChange(path)
      return look(path, true).catch((error: Error) => console.error(error.message))
    }
    // Of what is written into it then, we are told as well.
    if (found?.size === 0 && (await untilWritten(path))) return
    const gone = found
      ? []
      : [...watchers.keys()].filter((known) => known === path || known.startsWith(path + sep))
    gone.forEach(leave)
    if (gone.length > 0 || hasFile(path)) onChange(path)
  }
  await look(root, false)
  return { close: () => [...watchers.keys()].forEach(leave) }
}
