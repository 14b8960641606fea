import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { defaultProgramCacheFolder } from '../../schema/util/cache-folders.ts'

/**
 * Creates a cache, for SIGNPOST_CACHE, that knows nothing of any site. It shares what is made of the
 * program's own code, which takes long: bundles, compiled schemas and fonts.
 */
export function createOwnCache(folder: string): string {
  mkdirSync(folder, { recursive: true })
  mkdirSync(defaultProgramCacheFolder, { recursive: true })
  symlinkSync(defaultProgramCacheFolder, join(folder, 'compiled'))
  return folder
}
