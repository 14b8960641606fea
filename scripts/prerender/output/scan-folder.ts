import { readdirSync, statSync, type Dirent } from 'node:fs'
import { repositoryFolder } from './replace-folder.ts'
import { hasThreads, startWorker } from '../workers/start-worker.ts'

/**
 * The files in a folder, recursively, with their stats. An array for each property, which threads
 * can transfer cheaply. Sizes in bytes.
 */
export type FolderScan = {
  paths: string[]
  sizes: Float64Array
  modifiedMs: Float64Array
  inodes: Float64Array
  /** Identifies the folder itself; see `getFolderId`. */
  folderId: string
}

/**
 * The files of an output with their stats when they were written.
 * @property paths All paths in one string, each terminated by NUL, which is faster to parse and
 * transfer than many strings.
 */
export type OutputListing = { paths: string; sizes: Float64Array; modifiedMs: Float64Array }

/** @returns Paths that start with a slash and are relative to the folder. None if it is missing. */
function scanFolder(folder: string): FolderScan {
  const paths: string[] = []
  const states: number[] = []
  const walk = (dir: string, path: string) => {
    for (const entry of readFolder(dir)) {
      if (path === '' && entry.name === repositoryFolder) continue
      const [file, name] = [`${dir}/${entry.name}`, `${path}/${entry.name}`]
      if (entry.isDirectory()) {
        walk(file, name)
      } else {
        // A broken symbolic link has no stats but is a file of the folder.
        const { size, mtimeMs, ino } = statSync(file, { throwIfNoEntry: false }) ?? {
          size: 0,
          mtimeMs: 0,
          ino: 0,
        }
        paths.push(name)
        states.push(size, mtimeMs, ino)
      }
    }
  }
  const folderId = getFolderId(folder)
  walk(folder, '')
  const pick = (offset: number) =>
    Float64Array.from(paths, (_, index) => states[3 * index + offset]!)
  return { paths, sizes: pick(0), modifiedMs: pick(1), inodes: pick(2), folderId }
}

/**
 * Identifies a folder, also after it was renamed. A new folder may have the inode of a deleted one.
 * @returns an empty text if it is missing
 */
export function getFolderId(folder: string): string {
  const stats = statSync(folder, { throwIfNoEntry: false })
  return stats ? `${stats.ino} ${stats.birthtimeMs}` : ''
}

function readFolder(dir: string): Dirent[] {
  try {
    return readdirSync(dir, { withFileTypes: true })
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code!)) return []
    throw error
  }
}

/** Whether a folder contains exactly the listed files, unchanged. */
function matchesListing({ paths, sizes, modifiedMs }: FolderScan, written: OutputListing): boolean {
  const indexes = new Map(splitListingPaths(written).map((path, index) => [path, index]))
  if (indexes.size !== paths.length) return false
  return paths.every((path, index) => {
    const writtenIndex = indexes.get(path)
    return (
      writtenIndex !== undefined &&
      written.sizes[writtenIndex] === sizes[index] &&
      written.modifiedMs[writtenIndex] === modifiedMs[index]
    )
  })
}

export const splitListingPaths = ({ paths }: Pick<OutputListing, 'paths'>): string[] =>
  paths.split('\0').slice(0, -1)

export const joinListingPaths = (paths: string[]): string =>
  paths.map((path) => `${path}\0`).join('')

/** Scans each folder once, concurrently with other work. */
export type FolderScanner = {
  /** Starts to scan a folder. */
  start(folder: string): void
  scan(folder: string): Promise<FolderScan>
  /**
   * Whether a folder contains exactly the listed files, unchanged. Cheaper than `scan`, because no
   * scan is transferred from the thread.
   */
  matches(folder: string, written: OutputListing): Promise<boolean>
  close(): void
}

/** A request to a scanner, also as a message to its thread. */
export type ScanRequest = {
  task: 'start' | 'scan' | 'matches'
  folder: string
  written?: OutputListing
}

export function createScanCache(): {
  answer(request: ScanRequest): FolderScan | boolean | undefined
} {
  const scans = new Map<string, FolderScan>()
  const scanOnce = (folder: string) => {
    const scan = scans.get(folder) ?? scanFolder(folder)
    scans.set(folder, scan)
    return scan
  }
  return {
    answer({ task, folder, written }) {
      const scan = scanOnce(folder)
      if (task === 'scan') return scan
      return task === 'matches' ? matchesListing(scan, written!) : undefined
    },
  }
}

/** From this number of pages on, scanning in a thread is worth starting one. */
const threadPageCount = 2000

/** @param pageCount The approximate number of pages in each folder. */
export function createFolderScanner(pageCount: number): FolderScanner {
  if (pageCount < threadPageCount || !hasThreads) {
    const scans = createScanCache()
    return {
      start: () => {},
      scan: async (folder) => scans.answer({ task: 'scan', folder }) as FolderScan,
      matches: async (folder, written) =>
        scans.answer({ task: 'matches', folder, written }) as boolean,
      close: () => {},
    }
  }
  const worker = startWorker('scan-worker')
  // Do not keep a build that ends early alive.
  worker.unref()
  const pending: { resolve: (answer: never) => void; reject: (error: unknown) => void }[] = []
  worker.on('message', (answer) => pending.shift()!.resolve(answer as never))
  worker.on('error', (error) => pending.splice(0).forEach(({ reject }) => reject(error)))
  const send = <T>(request: ScanRequest): Promise<T> => {
    const answer = new Promise<T>((resolve, reject) => pending.push({ resolve, reject }))
    worker.postMessage(request)
    // An error is thrown where the scan is awaited. Nothing may await it.
    answer.catch(() => {})
    return answer
  }
  const sendAndWait = async <T>(request: ScanRequest): Promise<T> => {
    worker.ref()
    return send<T>(request).finally(() => worker.unref())
  }
  return {
    start: (folder) => void send({ task: 'start', folder }),
    scan: (folder) => sendAndWait({ task: 'scan', folder }),
    matches: (folder, written) => sendAndWait({ task: 'matches', folder, written }),
    close: () => void worker.terminate(),
  }
}
