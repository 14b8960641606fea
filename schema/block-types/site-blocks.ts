import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

const projectBlocks = join(import.meta.dirname, '../../blocks')

/**
 * Returns the folder for a site's own blocks, whether or not it exists.
 * @returns a real path; undefined for this repository's own site, whose blocks every site has
 */
export function locateSiteBlocks(site: string): string | undefined {
  const folder = join(site, 'blocks')
  const path = existsSync(folder) ? realpathSync(folder) : join(realpathSync(site), 'blocks')
  return path === realpathSync(projectBlocks) ? undefined : path
}

/** @returns the real path of the folder with a site's own blocks; undefined if it has none */
export function findSiteBlocks(site: string): string | undefined {
  return existsSync(join(site, 'blocks')) ? locateSiteBlocks(site) : undefined
}

/** Whether Signpost itself has a block of this type. */
export const isProjectBlock = (type: string): boolean => existsSync(join(projectBlocks, type))
