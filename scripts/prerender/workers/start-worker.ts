import { join } from 'node:path'

/** The folder of the bundles of scripts/run.mjs; undefined if the sources run unbundled. */
const bundleDir = (import.meta as { bundleDir?: string }).bundleDir

/** Threads need bundles, since tsx compiles sources in the main thread only. */
export const canUseThreads = bundleDir !== undefined

export const locateModule = (name: string) => join(bundleDir!, `${name}.mjs`)
