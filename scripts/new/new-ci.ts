import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { isPackage } from '../launch/commands.mjs'
import { UsageError } from '../shared/command.ts'
import { assertSiteFolder } from '../shared/site-folders.ts'
import { ciHosts, createCiFiles, describeCiSetup, type CiHost } from './ci-template.ts'
import { writeNewFiles } from '../edit/write-new-files.ts'

const projectRoot = join(import.meta.dirname, '../..')

/**
 * `npm run new -- ci HOST`: writes the settings of a host into the repository of a site.
 * @returns the exit code.
 */
export async function newCi(host: string, { site = '.' }: { site?: string }): Promise<number> {
  if (!ciHosts.includes(host as CiHost))
    throw new UsageError(`The host must be ${ciHosts.join(', ')}, not "${host}"`)
  assertSiteFolder(site)
  const isNew = await writeWorkflow(host as CiHost, site)
  const step = describeCiSetup(host as CiHost)
  if (isNew && step !== undefined) console.log(step)
  return isNew ? 0 : 1
}

/**
 * Writes the settings of a host into the repository of a site.
 * @returns whether they were written: nothing is replaced.
 */
export async function writeWorkflow(host: CiHost, site: string): Promise<boolean> {
  const folder = realpathSync(site)
  const repository = findRepositoryFolder(folder)
  const workflow = {
    host,
    site: relative(repository, folder),
    isSignpost: isSignpost(repository),
    name: basename(repository),
  }
  return writeNewFiles(repository, createCiFiles(workflow))
}

const isSignpost = (folder: string) => !isPackage && folder === realpathSync(projectRoot)

/**
 * @returns the folder at or above a site that is a Git repository, or the site's folder if there is
 *   none.
 */
function findRepositoryFolder(site: string): string {
  for (let folder = site; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git')) || isSignpost(folder)) return folder
    if (dirname(folder) === folder) return site
  }
}
