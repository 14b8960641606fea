import { stat } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { describeFileState } from '../../schema/source/file-state.ts'

/**
 * Reads files that were saved, and reads them again if one was saved meanwhile. It may have been
 * empty when it was read, and its pages would be taken for pages that are gone.
 * @param paths real paths of files and folders
 * @throws what `read` throws
 */
export async function readWhenSaved<T>(paths: string[], read: () => Promise<T>): Promise<T> {
  for (;;) {
    await Promise.all(paths.map(waitUntilWritten))
    const before = await describeFiles(paths)
    const result = await read()
    if ((await describeFiles(paths)) === before) return result
  }
}

/** Returns a value that changes when one of the files is written. Folders are ignored. */
async function describeFiles(paths: string[]): Promise<string> {
  const describe = async (path: string) => {
    const stats = await stat(path).catch(() => undefined)
    return stats?.isFile() ? describeFileState(stats) : ''
  }
  return (await Promise.all(paths.map(describe))).join('\n')
}

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
