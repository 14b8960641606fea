import { join } from 'node:path'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** Starts a thread of the build. @param name of its module in this folder. */
export function startWorker(name: 'worker' | 'scan-worker', options: WorkerOptions = {}): Worker {
  // Where the bundle of scripts/run.mjs lies; undefined when the sources run as they are.
  const engine = (import.meta as { engine?: string }).engine
  if (engine === undefined) return new Worker(new URL(`./${name}.ts`, import.meta.url), options)
  return new Worker(join(import.meta.dirname, '../thread.mjs'), { ...options, argv: [engine, name] })
}
