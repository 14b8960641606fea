import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** Where the bundles of scripts/run.mjs lie; undefined when the sources run as they are. */
const bundleDir = (import.meta as { bundleDir?: string }).bundleDir

/** A thread cannot run sources: what compiles them in this process does not do so in others. */
export const hasThreads = bundleDir !== undefined

const workerScript = join(import.meta.dirname, '../../launch/bundle-worker.mjs')

/** Starts a thread of the build, where there are any. @param name of its module in this folder. */
export const startWorker = (name: 'worker' | 'scan-worker', options: WorkerOptions = {}): Worker =>
  new Worker(workerScript, { ...options, argv: [bundleDir, name] })

/**
 * Starts a child process of the build, where threads are possible. It does not inherit the memory
 * options of this process.
 */
export const startProcess = (name: 'bundle-process', args: string[]): ChildProcess =>
  fork(workerScript, [bundleDir!, name, ...args], { execArgv: [] })
