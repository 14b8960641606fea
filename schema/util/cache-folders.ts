import { join } from 'node:path'

const packages = join(import.meta.dirname, '../../node_modules')

/**
 * Returns the folder of everything that can be recreated, such as drawn images. `scripts/run.mjs`
 * sets the variable for `--cache-dir DIR`, and if `node_modules` cannot be written.
 */
export const getCacheFolder = (): string => process.env.SIGNPOST_CACHE ?? defaultCacheFolder

const defaultCacheFolder = join(packages, '.cache/signpost')

/**
 * Returns the folder of what is made of the program itself, such as the bundles of
 * `scripts/run.mjs`. It is outside of `.cache`, so that deleting the caches keeps it.
 */
export const getProgramCacheFolder = (): string =>
  process.env.SIGNPOST_CACHE === undefined
    ? defaultProgramCacheFolder
    : join(process.env.SIGNPOST_CACHE, 'compiled')

/** May contain usable files even if it cannot be written. */
export const defaultProgramCacheFolder = join(packages, '.signpost')
