import { once } from 'node:events'
import { readdirSync, statSync, type Dirent } from 'node:fs'
import { hasThreads, startWorker } from './start-worker.ts'

/** The files below a folder and what the file system says of each, one list for each property; plain data, which threads can send. */
export type TreeScan = { paths: string[]; sizes: Float64Array; modified: Float64Array; inodes: Float64Array }

/** @returns all files, with paths from the root; none where there is no folder. */
export function scanTree(folder: string): TreeScan {
  const paths: string[] = []
  const states: number[] = []
  const walk = (dir: string, path: string) => {
    for (const entry of list(dir)) {
      const [file, name] = [`${dir}/${entry.name}`, `${path}/${entry.name}`]
      if (entry.isDirectory()) {
        walk(file, name)
      } else {
        // A link that leads nowhere is there all the same.
        const { size, mtimeMs, ino } = statSync(file, { throwIfNoEntry: false }) ?? { size: 0, mtimeMs: 0, ino: 0 }
        paths.push(name)
        states.push(size, mtimeMs, ino)
      }
    }
  }
  walk(folder, '')
  const pick = (offset: number) => Float64Array.from(paths, (_, index) => states[3 * index + offset]!)
  return { paths, sizes: pick(0), modified: pick(1), inodes: pick(2) }
}

function list(dir: string): Dirent[] {
  try {
    return readdirSync(dir, { withFileTypes: true })
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code!)) return []
    throw error
  }
}

/** With so many pages, a thread of its own looks at them while this one does other things. */
const worthAThread = 2000

/** Looks at folders one after the other. @param pages about how many are in each. */
export function scanTrees(folders: string[], pages: number): Promise<TreeScan>[] {
  if (pages < worthAThread || !hasThreads) return folders.map(async (folder) => scanTree(folder))
  const worker = startWorker('scan-worker')
  // A build that ends early does not wait for it.
  worker.unref()
  const ask = async (folder: string): Promise<TreeScan> => {
    worker.postMessage(folder)
    const [scan] = (await once(worker, 'message')) as [TreeScan]
    return scan
  }
  let last: Promise<unknown> = Promise.resolve()
  const scans = folders.map((folder) => {
    const scan = last.then(() => ask(folder))
    // Told where it is waited for.
    scan.catch(() => {})
    last = scan
    return scan
  })
  const end = () => worker.terminate()
  last.then(end, end)
  return scans
}
