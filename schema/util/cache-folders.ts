import { join } from 'node:path'

const packages = join(import.meta.dirname, '../../node_modules')

/**
 * The folder of everything that can be created again, such as drawn images. `scripts/run.mjs` sets
 * the variable for `--cache-dir DIR`, and if `node_modules` cannot be written.
 */
export const getCacheFolder = (): string => process.env.SIGNPOST_CACHE ?? defaultCacheFolder

/** May hold something useful even if it cannot be written. */
export const defaultCacheFolder = join(packages, '.cache/signpost')

/**
 * The folder of compiled code of the program itself, such as the bundles of `scripts/run.mjs`.
 * Outside `.cache`, so that it survives deleting the caches.
 */
export const getCompiledFolder = (): string =>
  process.env.SIGNPOST_CACHE === undefined
    ? join(packages, '.signpost')
    : join(process.env.SIGNPOST_CACHE, 'compiled')
