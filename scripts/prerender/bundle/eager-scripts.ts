import { basename } from 'node:path'
import { globSync } from 'tinyglobby'

/**
 * Lists the scripts of blocks that load with a page.
 * @returns Source files by name. The bundle of an eager script contains the modules that it shares
 * with the application, which imports them from there.
 */
export const listEagerScripts = (root: string): Record<string, string> =>
  nameEagerScripts(globSync('blocks/*/eager/*.ts', { cwd: root }))

/** @returns the files by the names of their scripts. */
export const nameEagerScripts = (files: string[]): Record<string, string> =>
  Object.fromEntries(files.sort().map((file) => [basename(file, '.ts'), file]))
