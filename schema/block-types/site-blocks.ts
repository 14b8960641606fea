import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openSource } from '../source/parse-file.ts'
import { asTexts } from '../util/as-text.ts'
import { asRecord } from '../util/records.ts'

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

/**
 * A folder with blocks that a site has besides those of Signpost.
 * @property path a real path
 * @property packageName the package that contains it; undefined for the site's own
 */
export type SiteBlockFolder = { path: string; packageName?: string }

/**
 * Finds the folders that exist: the site's own, and those of the packages that it names.
 * @returns as `missing` the packages that are not installed
 */
export function findSiteBlocks(site: string): { folders: SiteBlockFolder[]; missing: string[] } {
  const own = existsSync(join(site, 'blocks')) ? locateSiteBlocks(site) : undefined
  const folders: SiteBlockFolder[] = own === undefined ? [] : [{ path: own }]
  const missing: string[] = []
  for (const packageName of listBlockPackages(site)) {
    const path = findPackageBlocks(site, packageName)
    if (path === undefined) missing.push(packageName)
    else folders.push({ path, packageName })
  }
  return { folders, missing }
}

/** Reads `site.blockPackages`, which decides what else the files of a site may contain. */
function listBlockPackages(site: string): string[] {
  try {
    const main = openSource(realpathSync(join(site, 'pages.yaml')), 'pages.yaml')
    return asTexts(asRecord(asRecord(main.value).site).blockPackages)
  } catch {
    // That the file cannot be read is reported where the site is.
    return []
  }
}

/** Finds the folder `blocks/` of a package that is installed for a site. */
function findPackageBlocks(site: string, packageName: string): string | undefined {
  for (let folder = realpathSync(site); ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', packageName, 'blocks')
    if (existsSync(found)) return realpathSync(found)
    if (dirname(folder) === folder) return undefined
  }
}

/** Whether Signpost itself has a block of this type. */
export const isProjectBlock = (type: string): boolean => existsSync(join(projectBlocks, type))
