import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { TaskClaims } from './task-claims.ts'
import { hasThreads, startWorker } from './start-worker.ts'
import { createWorkerTasks, type WorkerSetup, type WorkerTasks } from './tasks.ts'

/** Tasks that are done side by side, and threads to be ended when all is done. */
export type WorkerPool = WorkerTasks & {
  /** From now on, tasks go to threads. @param isLarge whether there is so much to do that memory counts more than time. */
  useThreads(isLarge: boolean): void
  /** Of a shard with so many pages: threads are used where they are worth what they take from the shards beside it. */
  limitForShard(pages: number): void
  /** Sets up the threads that there are, while this process has other things to do. `setUp` follows, with the same. */
  setUpEarly(setup: WorkerSetup): void
  /** Ends the threads; what comes later is done in this process, or in new ones. */
  close(): Promise<void>
}

/** What a thread takes to start is worth it for more than this: bytes of YAML, or pages beside those of the largest file, which is one task. */
export const threadThresholds = { bytes: 4_000_000, pages: 40 }
/** With more than this, memory is saved. */
export const largeSite = { bytes: 250_000_000, pages: 30_000 }

/**
 * So many pages of a shard are worth a thread: each compiles the same code for itself, which takes about a second of processor, and beside a
 * shard others run. A build of a whole site has the machine to itself, and is to be done soon.
 */
const shardPagesPerThread = 5000

/** @property joins whether this process takes its share of what is to be made; one that has to answer others leaves it to threads. */
type WorkerPoolOptions = { usesMainThread?: boolean }

/**
 * As many as there are cores do the tasks once `useThreads` has been called, this process among them or not; until then all is done
 * in this process.
 */
export function createWorkerPool({
  usesMainThread: mayJoin = false,
}: WorkerPoolOptions = {}): WorkerPool {
  const here = createWorkerTasks()
  const threads: WorkerThread[] = []
  const claims = new TaskClaims()
  let most = hasThreads ? availableParallelism() : 0
  const queue: QueuedTask[] = []
  /** Given to threads, which may not have begun them, each with its claim. */
  const given = new Map<QueuedTask, number>()
  /** What is being set up already. */
  const ahead = new Map<WorkerThread, Promise<unknown>>()
  let isBusy = false
  let joins = mayJoin
  const takeNext = (): void => {
    for (
      let thread = leastBusy();
      queue.length > 0 && thread && thread.pendingCount < maxQueuedPerThread;
      thread = leastBusy()
    )
      give(queue.shift()!, thread)
    if (!joins || isBusy || queue.length + given.size === 0) return
    isBusy = true
    // After what threads have answered meanwhile: they are to have enough to do first.
    setImmediate(doNext)
  }
  const leastBusy = () => [...threads].sort((a, b) => a.pendingCount - b.pendingCount)[0]
  const give = (next: QueuedTask, thread: WorkerThread) => {
    const claim = claims.create()
    given.set(next, claim)
    thread
      .run(next.task, next.order, claim)
      .then((answer) => answer !== alreadyClaimed && next.resolve(answer), next.reject)
      .finally(() => {
        given.delete(next)
        takeNext()
      })
  }
  const doNext = () => {
    const next = queue.shift() ?? [...given].findLast(([, claim]) => claims.tryClaim(claim))?.[0]
    isBusy = next !== undefined
    if (!next) return
    // As from a thread: what was cut out of a file would keep all of it in memory. Of what is read by indentation, nothing is.
    const done = here[next.task](next.order as never).then(
      (answer) => next.resolve(next.task === 'readUnvalidated' ? answer : structuredClone(answer)),
      next.reject,
    )
    done.finally(() => {
      isBusy = false
      takeNext()
    })
  }
  const inThread = <T>(task: QueuedTask['task'], order: unknown): Promise<T> =>
    new Promise((resolve, reject) => {
      queue.push({ task, order, resolve: resolve as QueuedTask['resolve'], reject })
      takeNext()
    })
  return {
    useThreads(isLarge) {
      joins = mayJoin && !(isLarge && most > 1)
      while (threads.length < (joins ? most - 1 : most)) threads.push(startThread(claims))
    },
    limitForShard(pages) {
      const worth = Math.round(pages / shardPagesPerThread)
      // A single one would only do what this process can do.
      most = worth > 1 ? Math.min(most, worth) : mayJoin ? 1 : 0
    },
    readUnvalidated: (order) =>
      threads.length > 0 ? inThread('readUnvalidated', order) : here.readUnvalidated(order),
    read: (order) => (threads.length > 0 ? inThread('read', order) : here.read(order)),
    setUpEarly(setup) {
      for (const thread of threads) {
        const settingUp = thread.run('setUp', setup)
        // Told when it is asked for.
        settingUp.catch(() => {})
        ahead.set(thread, settingUp)
      }
    },
    async setUp(given) {
      const others = threads.map((thread) => ahead.get(thread) ?? thread.run('setUp', given))
      ahead.clear()
      const ready = Promise.all(others)
      if (!joins && others.length > 0) return void (await ready)
      // A process that works itself need not wait for threads that have only just started. What fails in them, each of their tasks tells.
      ready.catch(() => {})
      await here.setUp(given)
    },
    make: (order) => (threads.length > 0 ? inThread('make', order) : here.make(order)),
    async close() {
      // What no one has begun is wanted by no one any more.
      queue.length = 0
      given.clear()
      ahead.clear()
      await Promise.all(threads.splice(0).map(({ end }) => end()))
    },
  }
}

/** So many tasks keep a thread busy while this process is. */
const maxQueuedPerThread = 2

type QueuedTask = {
  task: 'read' | 'readUnvalidated' | 'make'
  order: unknown
  resolve: (answer: unknown) => void
  reject: (error: Error) => void
}

/** In place of an answer: somebody else has begun the task. */
const alreadyClaimed = Symbol('elsewhere')

/** @property waiting what it has been given, but for its setting up. */
type WorkerThread = {
  isReady: boolean
  pendingCount: number
  run(task: keyof WorkerTasks, order: unknown, claim?: number): Promise<unknown>
  end(): Promise<unknown>
}

type WorkerResponse = {
  isReady?: boolean
  isClaimed?: boolean
  answer?: unknown
  error?: { name: string; message: string; stack?: string }
}

function startThread({ states }: TaskClaims): WorkerThread {
  const worker = startWorker('worker', { workerData: { states } })
  const pending: {
    task: keyof WorkerTasks
    resolve: (answer: unknown) => void
    reject: (error: Error) => void
  }[] = []
  worker.on('message', ({ isReady, isClaimed, answer, error }: WorkerResponse) => {
    if (isReady) {
      thread.isReady = true
      return
    }
    const { task, resolve, reject } = pending.shift()!
    if (task !== 'setUp') thread.pendingCount--
    if (error) reject(Object.assign(new Error(error.message), error))
    else resolve(isClaimed ? alreadyClaimed : answer)
  })
  worker.on('error', (error) => {
    for (const { reject } of pending.splice(0)) reject(error as Error)
  })
  const thread: WorkerThread = {
    isReady: false,
    pendingCount: 0,
    run(task, order, claim) {
      if (task !== 'setUp') thread.pendingCount++
      return new Promise((resolve, reject) => {
        pending.push({ task, resolve, reject })
        worker.postMessage({ task, order, claim })
      })
    },
    // By itself where it has nothing to do, so that it can keep what was compiled.
    end: async () => {
      if (thread.pendingCount > 0 || !thread.isReady) return worker.terminate()
      worker.postMessage({ isShutdown: true })
      return once(worker, 'exit')
    },
  }
  return thread
}
