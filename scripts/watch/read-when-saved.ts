import { stat } from 'node:fs/promises'
import { waitUntilWritten } from '../../renderer/dev/wait-until-written.ts'

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
    return stats?.isFile() ? `${stats.mtimeMs} ${stats.size}` : ''
  }
  return (await Promise.all(paths.map(describe))).join('\n')
}
