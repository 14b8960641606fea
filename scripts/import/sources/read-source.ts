import { stat } from 'node:fs/promises'
import { UserError } from '../../shared/user-error.ts'
import type { OldSite } from '../old-site.ts'
import { readWordPress } from './read-wordpress.ts'
import { readUrl } from './read-url.ts'
import { readFolder } from './read-folder.ts'

/**
 * Reads an old site from what the user has named.
 * @throws UserError if it cannot be read
 */
export async function readSource(
  source: string,
  { uploads, limit }: { uploads?: string | undefined; limit: number },
): Promise<OldSite> {
  if (/^https?:\/\//i.test(source)) {
    if (URL.canParse(source)) return readUrl(source, limit)
    throw new UserError(`${source} is not a valid address. Nothing was written.`)
  }
  const info = await stat(source).catch(() => undefined)
  if (!info) throw new UserError(`${source} does not exist. Nothing was written.`)
  if (info.isDirectory()) return readFolder(source)
  if (/\.xml$/i.test(source)) return readWordPress(source, uploads)
  throw new UserError(
    `${source} is neither a folder of HTML files, nor the address of a site, nor an export of WordPress (.xml). Nothing was written.`,
  )
}
