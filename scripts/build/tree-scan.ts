import { readdirSync, statSync, type Dirent } from 'node:fs'
import { hasThreads, startWorker } from './start-worker.ts'

/** The files below a folder and what the file system says of each, one list for each property; plain data, which threads can send. */
export type TreeScan = {
  paths: string[]
  sizes: Float64Array
  modified: Float64Array
  inodes: Float64Array
}

/** Files as they were written. @property paths one behind the other, each with a NUL at its end: many texts take longer to be read and sent than one. */
export type WrittenFiles = { paths: string; sizes: Float64Array; modified: Float64Array }

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

/** Whether these files were found, as they were written, and no others. */
export function isAsWritten({ paths, sizes, modified }: TreeScan, written: WrittenFiles): boolean {
  const places = new Map(splitPaths(written).map((path, index) => [path, index]))
  if (places.size !== paths.length) return false
  return paths.every((path, index) => {
    const place = places.get(path)
    return (
      place !== undefined &&
      written.sizes[place] === sizes[index] &&
      written.modified[place] === modified[index]
    )
  })
}

export const splitPaths = ({ paths }: Pick<WrittenFiles, 'paths'>): string[] =>
  paths.split('\0').slice(0, -1)

/** Folders that are looked at once each, beside everything else. */
export type TreeScanner = {
  /** Begins to look at a folder. */
  begin(folder: string): void
  scan(folder: string): Promise<TreeScan>
  /** See `isAsWritten`: to hear that takes less than to be told of all files. */
  holds(folder: string, written: WrittenFiles): Promise<boolean>
  /** Nothing more is asked. */
  end(): void
}

/** What can be asked of a scanner, and in which words a thread is asked. */
export type ScanOrder = { task: 'begin' | 'scan' | 'holds'; folder: string; written?: WrittenFiles }

export function createScans(): { answer(order: ScanOrder): TreeScan | boolean | undefined } {
  const scans = new Map<string, TreeScan>()
  const scanOnce = (folder: string) => {
    const scan = scans.get(folder) ?? scanTree(folder)
    scans.set(folder, scan)
    return scan
  }
  return {
    answer({ task, folder, written }) {
      const scan = scanOnce(folder)
      return task === 'scan' ? scan : task === 'holds' ? isAsWritten(scan, written!) : undefined
    },
  }
}

/** With so many pages, a thread of its own looks at them while this one does other things. */
const worthAThread = 2000

/** @param pages about how many are in each folder. */
export function createScanner(pages: number): TreeScanner {
  if (pages < worthAThread || !hasThreads) {
    const scans = createScans()
    return {
      begin: () => {},
      scan: async (folder) => scans.answer({ task: 'scan', folder }) as TreeScan,
      holds: async (folder, written) => scans.answer({ task: 'holds', folder, written }) as boolean,
      end: () => {},
    }
  }
  const worker = startWorker('scan-worker')
  // A build that ends early does not wait for it.
  worker.unref()
  const waiting: { resolve: (answer: never) => void; reject: (error: unknown) => void }[] = []
  worker.on('message', (answer) => waiting.shift()!.resolve(answer as never))
  worker.on('error', (error) => waiting.splice(0).forEach(({ reject }) => reject(error)))
  const ask = <T>(order: ScanOrder): Promise<T> => {
    const answer = new Promise<T>((resolve, reject) => waiting.push({ resolve, reject }))
    worker.postMessage(order)
    // Told where it is waited for.
    answer.catch(() => {})
    return answer
  }
  const wait = async <T>(order: ScanOrder): Promise<T> => {
    worker.ref()
    return ask<T>(order).finally(() => worker.unref())
  }
  return {
    begin: (folder) => void ask({ task: 'begin', folder }),
    scan: (folder) => wait({ task: 'scan', folder }),
    holds: (folder, written) => wait({ task: 'holds', folder, written }),
    end: () => void worker.terminate(),
  }
}
