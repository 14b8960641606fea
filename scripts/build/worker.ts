/** A thread of the build: does one task after another, as it is told, but for those that somebody else has begun. */
import { parentPort, workerData } from 'node:worker_threads'
import { Claims } from './claims.ts'
import { createTasks } from './tasks.ts'

const tasks = createTasks() as Record<string, (order: unknown) => Promise<unknown>>
const claims = new Claims((workerData as Pick<Claims, 'taken'>).taken)

parentPort!.postMessage({ isReady: true })
parentPort!.on('message', ({ task, order, claim }: { task: string; order: unknown; claim?: number }) => {
  if (claim !== undefined && !claims.take(claim)) return parentPort!.postMessage({ isElsewhere: true })
  tasks[task]!(order).then(
    (answer) => parentPort!.postMessage({ answer }),
    (error: Error) => parentPort!.postMessage({ error: { name: error.name, message: error.message, stack: error.stack } }),
  )
})
