/** A thread of the build; see worker-pool.ts. */
import { deserialize } from 'node:v8'
import { workerData } from 'node:worker_threads'
import { setUnsavedSources, type UnsavedSources } from '../../../schema/source/text/source-bytes.ts'
import { createWorkerTasks, type MakeTask } from './worker-pool.ts'

const tasks = createWorkerTasks()
let setup: number | undefined
// tinypool passes the data of its own, then that of the pool.
setUnsavedSources((workerData as [unknown, UnsavedSources])[1])

export const { read } = tasks

export async function make({ job, setup: { id, bytes } }: MakeTask) {
  if (setup !== id) {
    tasks.setUp(deserialize(bytes))
    setup = id
  }
  return tasks.make(job)
}
