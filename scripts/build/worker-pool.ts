import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { createTasks, type Tasks } from './tasks.ts'

/** Tasks that are done side by side, and threads to be ended when all is done. */
export type Pool = Omit<Tasks, 'readUnchecked'> & {
  /** Of a thread that has little to do; undefined at once where there is none, so that others may do it themselves. */
  readUnchecked(...order: Parameters<Tasks['readUnchecked']>): ReturnType<Tasks['readUnchecked']> | undefined
  /** From now on, tasks go to threads. @param isLarge whether there is so much to do that memory counts more than time. */
  useThreads(isLarge: boolean): void
  /** Of a shard with so many pages: threads are used where they are worth what they take from the shards beside it. */
  limitForShard(pages: number): void
  /** Ends the threads; what comes later is done in this process, or in new ones. */
  close(): Promise<void>
}

/** What a thread takes to start is worth it for more than this: bytes of YAML, or pages. */
export const worthThreads = { bytes: 4_000_000, pages: 400 }
/** With more than this, memory is saved. */
export const large = { bytes: 250_000_000, pages: 30_000 }

/**
 * So many pages of a shard are worth a thread: each compiles the same code for itself, which takes about a second of processor, and beside a
 * shard others run. A build of a whole site has the machine to itself, and is to be done soon.
 */
const shardPagesPerThread = 5000

/**
 * One thread for each core once `useThreads` has been called; until then all is done in this process.
 */
export function createPool(): Pool {
  const here = createTasks()
  const threads: Thread[] = []
  let most = availableParallelism()
  /** What no thread has been given yet: one that is done sooner takes more. */
  const queue: (() => void)[] = []
  const takeNext = () => {
    if (threads.some(({ waiting }) => waiting < enough)) queue.shift()?.()
  }
  const inThread = <T>(task: keyof Tasks, order: unknown): Promise<T> =>
    new Promise((resolve, reject) => {
      queue.push(() => {
        const idle = threads.reduce((least, thread) => (thread.waiting < least.waiting ? thread : least))
        idle.run(task, order).then(resolve as (answer: unknown) => void, reject).finally(takeNext)
      })
      takeNext()
    })
  return {
    useThreads(isLarge) {
      if (threads.length === 0) threads.push(...Array.from({ length: most }, () => startThread(isLarge ? youngSpace.large : youngSpace.usual)))
    },
    limitForShard(pages) {
      const worth = Math.round(pages / shardPagesPerThread)
      // A single one would only do what this process can do.
      most = worth > 1 ? Math.min(most, worth) : 0
    },
    readUnchecked(order) {
      const thread = threads.find(({ isReady, waiting }) => isReady && waiting < enough)
      return thread?.run('readUnchecked', order) as ReturnType<Tasks['readUnchecked']> | undefined
    },
    read: (order) => (threads.length > 0 ? inThread('read', order) : here.read(order)),
    async setUp(given) {
      await Promise.all(threads.length > 0 ? threads.map((thread) => thread.run('setUp', given)) : [here.setUp(given)])
    },
    make: (order) => (threads.length > 0 ? inThread('make', order) : here.make(order)),
    async close() {
      await Promise.all(threads.splice(0).map(({ end }) => end()))
    },
  }
}

/**
 * MiB of a thread for what has just been made, of which nearly all is gone with the next page. Less takes more of the processor's time to collect;
 * Node's own choice takes a third more memory.
 */
const youngSpace = { usual: 40, large: 24 }

/** So many tasks keep a thread busy while this process is. */
const enough = 2

type Thread = { isReady: boolean; waiting: number; run(task: keyof Tasks, order: unknown): Promise<unknown>; end(): Promise<unknown> }

function startThread(maxYoungGenerationSizeMb: number): Thread {
  // Where the bundle of scripts/run.mjs lies; undefined when the sources run as they are.
  const engine = (import.meta as { engine?: string }).engine
  const worker = new Worker(engine === undefined ? new URL('./worker.ts', import.meta.url) : join(engine, 'worker.js'), { resourceLimits: { maxYoungGenerationSizeMb } })
  const pending: { resolve: (answer: unknown) => void; reject: (error: Error) => void }[] = []
  worker.on('message', ({ isReady, answer, error }: { isReady?: boolean; answer?: unknown; error?: { name: string; message: string; stack?: string } }) => {
    if (isReady) {
      thread.isReady = true
      return
    }
    const { resolve, reject } = pending.shift()!
    thread.waiting--
    if (error) reject(Object.assign(new Error(error.message), error))
    else resolve(answer)
  })
  worker.on('error', (error) => {
    for (const { reject } of pending.splice(0)) reject(error as Error)
  })
  const thread: Thread = {
    isReady: false,
    waiting: 0,
    run(task, order) {
      thread.waiting++
      return new Promise((resolve, reject) => {
        pending.push({ resolve, reject })
        worker.postMessage({ task, order })
      })
    },
    end: () => worker.terminate(),
  }
  return thread
}
