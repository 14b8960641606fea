import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { defaultCacheFolder } from '../../schema/util/cache-folders.ts'
import { root } from './run-npm-script.ts'

/**
 * Creates a cache, for SIGNPOST_CACHE, that knows nothing of any site. It shares what is made of the
 * program's own code, which takes long: bundles, compiled schemas and generated fonts.
 */
export function createOwnCache(folder: string): string {
  mkdirSync(folder, { recursive: true })
  for (const [name, shared] of [
    ['compiled', join(root, 'node_modules/.signpost')],
    ['generated-fonts', join(defaultCacheFolder, 'generated-fonts')],
  ] as const) {
    mkdirSync(shared, { recursive: true })
    symlinkSync(shared, join(folder, name))
  }
  return folder
}
