import { readdirSync, statSync, type Dirent } from 'node:fs'
import { hasThreads, startWorker } from '../workers/start-worker.ts'

/** The files below a folder and what the file system says of each, one list for each property; plain data, which threads can send. */
export type FolderScan = {
  paths: string[]
  sizes: Float64Array
  modifiedMs: Float64Array
  inodes: Float64Array
}

/** Files as they were written. @property paths one behind the other, each with a NUL at its end: many texts take longer to be read and sent than one. */
export type OutputListing = { paths: string; sizes: Float64Array; modifiedMs: Float64Array }

/** @returns all files, with paths from the root; none where there is no folder. */
function scanFolder(folder: string): FolderScan {
  const paths: string[] = []
  const states: number[] = []
  const walk = (dir: string, path: string) => {
    for (const entry of readFolder(dir)) {
      const [file, name] = [`${dir}/${entry.name}`, `${path}/${entry.name}`]
      if (entry.isDirectory()) {
        walk(file, name)
      } else {
        // A link that leads nowhere is there all the same.
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
  walk(folder, '')
  const pick = (offset: number) =>
    Float64Array.from(paths, (_, index) => states[3 * index + offset]!)
  return { paths, sizes: pick(0), modifiedMs: pick(1), inodes: pick(2) }
}

function readFolder(dir: string): Dirent[] {
  try {
    return readdirSync(dir, { withFileTypes: true })
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code!)) return []
    throw error
  }
}

/** Whether these files were found, as they were written, and no others. */
function matchesListing({ paths, sizes, modifiedMs }: FolderScan, written: OutputListing): boolean {
  const places = new Map(splitListingPaths(written).map((path, index) => [path, index]))
  if (places.size !== paths.length) return false
  return paths.every((path, index) => {
    const place = places.get(path)
    return (
      place !== undefined &&
      written.sizes[place] === sizes[index] &&
      written.modifiedMs[place] === modifiedMs[index]
    )
  })
}

export const splitListingPaths = ({ paths }: Pick<OutputListing, 'paths'>): string[] =>
  paths.split('\0').slice(0, -1)

/** Folders that are looked at once each, beside everything else. */
export type FolderScanner = {
  /** Begins to look at a folder. */
  start(folder: string): void
  scan(folder: string): Promise<FolderScan>
  /** See `isAsWritten`: to hear that takes less than to be told of all files. */
  matches(folder: string, written: OutputListing): Promise<boolean>
  /** Nothing more is asked. */
  close(): void
}

/** What can be asked of a scanner, and in which words a thread is asked. */
export type ScanRequest = {
  task: 'begin' | 'scan' | 'holds'
  folder: string
  written?: OutputListing
}

export function createScanCache(): {
  answer(order: ScanRequest): FolderScan | boolean | undefined
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
      return task === 'scan' ? scan : task === 'holds' ? matchesListing(scan, written!) : undefined
    },
  }
}

/** With so many pages, a thread of its own looks at them while this one does other things. */
const threadPageCount = 2000

/** @param pages about how many are in each folder. */
export function createFolderScanner(pages: number): FolderScanner {
  if (pages < threadPageCount || !hasThreads) {
    const scans = createScanCache()
    return {
      start: () => {},
      scan: async (folder) => scans.answer({ task: 'scan', folder }) as FolderScan,
      matches: async (folder, written) =>
        scans.answer({ task: 'holds', folder, written }) as boolean,
      close: () => {},
    }
  }
  const worker = startWorker('scan-worker')
  // A build that ends early does not wait for it.
  worker.unref()
  const waiting: { resolve: (answer: never) => void; reject: (error: unknown) => void }[] = []
  worker.on('message', (answer) => waiting.shift()!.resolve(answer as never))
  worker.on('error', (error) => waiting.splice(0).forEach(({ reject }) => reject(error)))
  const ask = <T>(order: ScanRequest): Promise<T> => {
    const answer = new Promise<T>((resolve, reject) => waiting.push({ resolve, reject }))
    worker.postMessage(order)
    // Told where it is waited for.
    answer.catch(() => {})
    return answer
  }
  const wait = async <T>(order: ScanRequest): Promise<T> => {
    worker.ref()
    return ask<T>(order).finally(() => worker.unref())
  }
  return {
    start: (folder) => void ask({ task: 'begin', folder }),
    scan: (folder) => wait({ task: 'scan', folder }),
    matches: (folder, written) => wait({ task: 'holds', folder, written }),
    close: () => void worker.terminate(),
  }
}
