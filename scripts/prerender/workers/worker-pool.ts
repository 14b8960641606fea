import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { getUnsavedSources, type UnsavedSources } from '../../../schema/source/text/source-bytes.ts'
import { TaskClaims } from './task-claims.ts'
import { hasThreads, startWorker } from './start-worker.ts'
import { createWorkerTasks, type WorkerTasks } from './tasks.ts'

/** Runs tasks in parallel, in threads that `close` ends. */
export type WorkerPool = WorkerTasks & {
  /**
   * Starts threads, which run all later tasks.
   * @param isLarge whether memory matters more than time: this process then leaves all tasks to the
   * threads, unless there is only one core.
   */
  useThreads(isLarge: boolean): void
  /** Ends the threads. Later tasks run in this process, or in new threads after `useThreads`. */
  close(): Promise<void>
}

/**
 * Threads start for more work than this: bytes of YAML to read, or pages to make, not counting those
 * of the largest file, since a file is one task.
 */
export const threadThresholds = { bytes: 4_000_000, pages: 40 }
/** Beyond this, memory matters more than time. */
export const largeSite = { bytes: 250_000_000, pages: 30_000 }

/**
 * @property usesMainThread whether this process runs tasks too. A server leaves them to threads.
 */
type WorkerPoolOptions = { usesMainThread?: boolean }

/**
 * Creates a pool that runs all tasks in this process until `useThreads` is called, and from then
 * on as many tasks at a time as there are cores.
 */
export function createWorkerPool({
  usesMainThread: mayUseMainThread = false,
}: WorkerPoolOptions = {}): WorkerPool {
  const localTasks = createWorkerTasks()
  const threads: WorkerThread[] = []
  const claims = new TaskClaims()
  const maxParallel = hasThreads ? availableParallelism() : 0
  const queue: QueuedTask[] = []
  /** Tasks that were sent to threads and may not have begun there, with their claims. */
  const sent = new Map<QueuedTask, number>()
  let isMainThreadBusy = false
  let usesMainThread = mayUseMainThread
  const dispatch = (): void => {
    for (
      let thread = findLeastBusyThread();
      queue.length > 0 && thread && thread.pendingCount < maxQueuedPerThread;
      thread = findLeastBusyThread()
    )
      send(queue.shift()!, thread)
    if (!usesMainThread || isMainThreadBusy || queue.length + sent.size === 0) return
    isMainThreadBusy = true
    // After pending answers of threads, so that threads get their next tasks first.
    setImmediate(runNextHere)
  }
  const findLeastBusyThread = () => [...threads].sort((a, b) => a.pendingCount - b.pendingCount)[0]
  const send = (next: QueuedTask, thread: WorkerThread) => {
    const claim = claims.create()
    sent.set(next, claim)
    thread
      .run(next.task, next.order, claim)
      .then((answer) => answer !== alreadyClaimed && next.resolve(answer), next.reject)
      .finally(() => {
        sent.delete(next)
        dispatch()
      })
  }
  const runNextHere = () => {
    const next = queue.shift() ?? [...sent].findLast(([, claim]) => claims.tryClaim(claim))?.[0]
    isMainThreadBusy = next !== undefined
    if (!next) return
    // Slices of a file's text would keep all of it in memory, so the answer is copied, as from a
    // thread.
    const done = localTasks[next.task](next.order as never).then(
      (answer) => next.resolve(structuredClone(answer)),
      next.reject,
    )
    done.finally(() => {
      isMainThreadBusy = false
      dispatch()
    })
  }
  const runInThread = <T>(task: QueuedTask['task'], order: unknown): Promise<T> =>
    new Promise((resolve, reject) => {
      queue.push({ task, order, resolve: resolve as QueuedTask['resolve'], reject })
      dispatch()
    })
  return {
    useThreads(isLarge) {
      usesMainThread = mayUseMainThread && !(isLarge && maxParallel > 1)
      while (threads.length < (usesMainThread ? maxParallel - 1 : maxParallel))
        threads.push(startThread(claims))
    },
    read: (order) => (threads.length > 0 ? runInThread('read', order) : localTasks.read(order)),
    async setUp(setup) {
      const others = threads.map((thread) => thread.run('setUp', setup))
      const ready = Promise.all(others)
      if (!usesMainThread && others.length > 0) return void (await ready)
      // This process need not wait for threads that are still starting. If their setup fails, so
      // does each of their tasks.
      ready.catch(() => {})
      await localTasks.setUp(setup)
    },
    make: (order) => (threads.length > 0 ? runInThread('make', order) : localTasks.make(order)),
    async close() {
      // Nothing waits for tasks that have not begun.
      queue.length = 0
      sent.clear()
      await Promise.all(threads.splice(0).map(({ end }) => end()))
    },
  }
}

/** Enough to keep a thread busy while this process is. */
const maxQueuedPerThread = 2

type QueuedTask = {
  task: 'read' | 'make'
  order: unknown
  resolve: (answer: unknown) => void
  reject: (error: Error) => void
}

/** The answer of a thread to a task that this process has claimed. */
const alreadyClaimed = Symbol('already claimed')

/** @property pendingCount the number of unanswered tasks, without `setUp`. */
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

/** The data that a thread starts with. */
export type WorkerData = Pick<TaskClaims, 'states'> & { unsaved: UnsavedSources }

function startThread({ states }: TaskClaims): WorkerThread {
  const worker = startWorker('worker', {
    workerData: { states, unsaved: getUnsavedSources() } satisfies WorkerData,
  })
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
    // An idle thread exits by itself, so that it can save its code cache.
    end: async () => {
      if (thread.pendingCount > 0 || !thread.isReady) return worker.terminate()
      worker.postMessage({ isShutdown: true })
      return once(worker, 'exit')
    },
  }
  return thread
}
