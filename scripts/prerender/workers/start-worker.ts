import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** The folder of the bundles of scripts/run.mjs; undefined if the sources run unbundled. */
const bundleDir = (import.meta as { bundleDir?: string }).bundleDir

/** Threads need bundles, since tsx compiles sources in the main thread only. */
export const hasThreads = bundleDir !== undefined

const workerScript = join(import.meta.dirname, '../../launch/bundle-worker.mjs')

/** Starts a thread. Requires `hasThreads`. @param name a module of scripts/run.mjs. */
export const startWorker = (name: 'worker', options: WorkerOptions = {}): Worker =>
  new Worker(workerScript, { ...options, argv: [bundleDir, name] })

/**
 * Starts a child process of the build. Requires `hasThreads`. It does not inherit the memory
 * options of this process. What it prints to stderr is left to the caller.
 */
export const startProcess = (name: 'bundle-process', args: string[]): ChildProcess =>
  fork(workerScript, [bundleDir!, name, ...args], {
    execArgv: [],
    stdio: ['inherit', 'inherit', 'pipe', 'ipc'],
    // Rolldown's threads would get huge pages, and clearing them takes longer than it saves.
    env: { MIMALLOC_ALLOW_THP: '0', ...process.env },
  })
