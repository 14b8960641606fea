import { availableParallelism } from 'node:os'
import { serialize } from 'node:v8'
import { Tinypool } from 'tinypool'
import { getUnsavedSources } from '../../../schema/source/text/source-bytes.ts'
import type { RenderJob } from '../make/page-types.ts'
import { canUseThreads, locateModule } from './start-worker.ts'
import { createWorkerTasks, type WorkerTasks } from './tasks.ts'

/** Runs tasks in this process, or in parallel in threads that `close` ends. */
export type WorkerPool = WorkerTasks & {
  /** Lets threads run all later tasks. */
  useThreads(): void
  /** Ends the threads. Later tasks run in this process, or in new threads after `useThreads`. */
  close(): Promise<void>
}

/**
 * Threads start for more work than this: bytes of YAML to read, or pages to render or only to check,
 * not counting those of the largest file, since a file is one task. Starting them takes as long as
 * checking hundreds of pages, and 100 MB.
 */
export const threadThresholds = { bytes: 4_000_000, rendered: 40, checked: 400 }

/**
 * What threads get to make pages.
 * @property setup serialized once, in memory that all threads read. The first task with a new id
 * sets a thread up.
 */
export type MakeTask = { job: RenderJob; setup: { id: number; bytes: Uint8Array } }

export function createWorkerPool(): WorkerPool {
  const local = createWorkerTasks()
  let threads: Tinypool | undefined
  let setup: MakeTask['setup'] = { id: 0, bytes: new Uint8Array() }
  return {
    useThreads() {
      if (!canUseThreads) return
      const count = availableParallelism()
      threads ??= new Tinypool({
        filename: locateModule('worker'),
        runtime: 'worker_threads',
        minThreads: count,
        maxThreads: count,
        isolateWorkers: false,
        workerData: getUnsavedSources(),
      })
    },
    read: (job) => (threads ? threads.run(job, { name: 'read' }) : local.read(job)),
    setUp(next) {
      if (!threads) return local.setUp(next)
      const bytes = serialize(next)
      setup = { id: setup.id + 1, bytes: new Uint8Array(new SharedArrayBuffer(bytes.length)) }
      setup.bytes.set(bytes)
    },
    make: (job) => (threads ? threads.run({ job, setup }, { name: 'make' }) : local.make(job)),
    async close() {
      await threads?.destroy()
      threads = undefined
    },
  }
}
