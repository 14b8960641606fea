/** A thread of the build. It runs tasks in order, except those that the main thread has claimed. */
import { parentPort, workerData } from 'node:worker_threads'
import { TaskClaims } from './task-claims.ts'
import { setUnsavedSources } from '../../../schema/source/text/source-bytes.ts'
import { createWorkerTasks } from './tasks.ts'
import type { WorkerData } from './worker-pool.ts'

const tasks = createWorkerTasks() as Record<string, (order: unknown) => Promise<unknown>>
const { states, unsaved } = workerData as WorkerData
const claims = new TaskClaims(states)
setUnsavedSources(unsaved)

type WorkerRequest = { task: string; order: unknown; claim?: number; isShutdown?: boolean }

async function respond({ task, order, claim }: WorkerRequest): Promise<void> {
  if (claim !== undefined && !claims.tryClaim(claim))
    return parentPort!.postMessage({ isClaimed: true })
  await tasks[task]!(order).then(
    (answer) => parentPort!.postMessage({ answer }),
    (error: Error) =>
      parentPort!.postMessage({
        error: { name: error.name, message: error.message, stack: error.stack },
      }),
  )
}

/** Answers carry no ids, so they are sent in the order of the requests. */
let lastResponse = Promise.resolve()

parentPort!.postMessage({ isReady: true })
parentPort!.on('message', (message: WorkerRequest) => {
  if (message.isShutdown) process.exit()
  lastResponse = lastResponse.then(() => respond(message))
})
