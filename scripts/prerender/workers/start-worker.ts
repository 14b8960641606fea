import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'

/** The folder of the bundles of scripts/run.mjs; undefined if the sources run unbundled. */
const bundleDir = (import.meta as { bundleDir?: string }).bundleDir

/** Threads need bundles, since tsx compiles sources in the main thread only. */
export const canUseThreads = bundleDir !== undefined

export const locateModule = (name: string) => join(bundleDir!, `${name}.mjs`)

/**
 * Starts a child process of the build. Requires `canUseThreads`. It does not inherit the memory
 * options of this process. What it prints to stderr is left to the caller.
 */
export const startProcess = (name: 'bundle-process', args: string[]): ChildProcess =>
  fork(locateModule(name), args, {
    execArgv: [],
    stdio: ['inherit', 'inherit', 'pipe', 'ipc'],
  })
