import { stat } from 'node:fs/promises'
import { UserError } from '../../shared/user-error.ts'
import type { OldSite } from '../old-site.ts'
import { readWordPress } from './read-wordpress.ts'
import { readFolder } from './read-folder.ts'

/**
 * Reads an old site from what the user has named.
 * @throws UserError if it cannot be read
 */
export async function readSource(source: string, uploads?: string): Promise<OldSite> {
  const info = await stat(source).catch(() => undefined)
  if (!info) throw new UserError(`${source} does not exist. Nothing was written.`)
  if (info.isDirectory()) return readFolder(source)
  if (/\.xml$/i.test(source)) return readWordPress(source, uploads)
  throw new UserError(
    `${source} is neither a folder of HTML files nor an export of WordPress (.xml). Nothing was written.`,
  )
}
