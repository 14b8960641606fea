import { realpathSync } from 'node:fs'
import { basename, relative } from 'node:path'
import { UsageError } from '../shared/command.ts'
import { findRepositoryFolder, isSignpost } from '../shared/repository-folder.ts'
import { assertSiteFolder } from '../shared/site-folders.ts'
import { ciHosts, createCiFiles, describeCiSetup, type CiHost } from './ci-template.ts'
import { writeNewFiles } from '../edit/write-new-files.ts'

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
  const repository = findRepositoryFolder(site)
  const workflow = {
    host,
    site: relative(repository, folder),
    isSignpost: isSignpost(repository),
    name: basename(repository),
  }
  return writeNewFiles(repository, createCiFiles(workflow))
}
