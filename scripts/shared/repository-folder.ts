import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isPackage } from '../launch/commands.mjs'

const projectRoot = join(import.meta.dirname, '../..')

/** Whether a folder is that of Signpost itself. */
export const isSignpost = (folder: string) => !isPackage && folder === realpathSync(projectRoot)

/**
 * @returns the folder at or above a site that is a Git repository, or the site's folder if there is
 *   none.
 */
export function findRepositoryFolder(site: string): string {
  const start = realpathSync(site)
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git')) || isSignpost(folder)) return folder
    if (dirname(folder) === folder) return start
  }
}
