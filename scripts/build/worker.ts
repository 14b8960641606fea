/** A thread of the build: does one task after another, as it is told, but for those that somebody else has begun. */
import { parentPort, workerData } from 'node:worker_threads'
import { Claims } from './claims.ts'
import { createTasks } from './tasks.ts'

const tasks = createTasks() as Record<string, (order: unknown) => Promise<unknown>>
const claims = new Claims((workerData as Pick<Claims, 'taken'>).taken)

type Message = { task: string; order: unknown; claim?: number; isEnd?: boolean }

async function answer({ task, order, claim }: Message): Promise<void> {
  if (claim !== undefined && !claims.take(claim))
    return parentPort!.postMessage({ isElsewhere: true })
  await tasks[task]!(order).then(
    (answer) => parentPort!.postMessage({ answer }),
    (error: Error) =>
      parentPort!.postMessage({
        error: { name: error.name, message: error.message, stack: error.stack },
      }),
  )
}

/** Answers are told from one another by their order. */
let last = Promise.resolve()

parentPort!.postMessage({ isReady: true })
parentPort!.on('message', (message: Message) => {
  if (message.isEnd) process.exit()
  last = last.then(() => answer(message))
})
