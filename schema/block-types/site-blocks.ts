import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openSource } from '../source/parse-file.ts'
import { tryReadSourceBytes } from '../source/text/source-bytes.ts'
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

/** Lists the folders that exist: the site's own, and those of the packages that it names. */
export function findSiteBlocks(site: string): SiteBlockFolder[] {
  const own = existsSync(join(site, 'blocks')) ? locateSiteBlocks(site) : undefined
  const packages = listBlockPackages(site).flatMap((packageName) => {
    const path = findPackageBlocks(site, packageName)
    return path === undefined ? [] : [{ path, packageName }]
  })
  return [...(own === undefined ? [] : [{ path: own }]), ...packages]
}

/** Reads `site.blockPackages`, which decides what else the files of a site may contain. */
export function listBlockPackages(site: string): string[] {
  const file = 'pages.yaml'
  const path = join(site, file)
  const bytes = tryReadSourceBytes(path)
  // Most sites name none, and reading the bytes is much faster than parsing them.
  if (bytes instanceof Error || !bytes.includes('blockPackages')) return []
  const { blockPackages } = asRecord(asRecord(openSource(path, file).value).site)
  return Array.isArray(blockPackages)
    ? blockPackages.filter((name) => typeof name === 'string')
    : []
}

/** Finds the folder `blocks/` of a package that is installed for a site. */
export function findPackageBlocks(site: string, packageName: string): string | undefined {
  for (let folder = realpathSync(site); ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', packageName, 'blocks')
    if (existsSync(found)) return realpathSync(found)
    if (dirname(folder) === folder) return undefined
  }
}

/** Whether Signpost itself has a block of this type. */
export const isProjectBlock = (type: string): boolean => existsSync(join(projectBlocks, type))
