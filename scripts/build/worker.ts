/** A thread of the build: does one task after another, as it is told. */
import { parentPort } from 'node:worker_threads'
import { createTasks } from './tasks.ts'

const tasks = createTasks() as Record<string, (order: unknown) => Promise<unknown>>

parentPort!.postMessage({ isReady: true })
parentPort!.on('message', ({ task, order }: { task: string; order: unknown }) => {
  tasks[task]!(order).then(
    (answer) => parentPort!.postMessage({ answer }),
    (error: Error) => parentPort!.postMessage({ error: { name: error.name, message: error.message, stack: error.stack } }),
  )
})
