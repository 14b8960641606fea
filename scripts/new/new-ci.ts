import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { UsageError } from '../shared/command.ts'
import { assertSiteFolder } from '../shared/site-folders.ts'
import { ciHosts, createCiFiles, describeCiSetup, type CiHost } from './ci-template.ts'
import { writeNewFiles } from './write-new-files.ts'

const projectRoot = join(import.meta.dirname, '../..')

/**
 * `npm run new -- ci HOST`: writes a workflow into the repository of a site. @returns the exit
 * code.
 */
export async function newCi(host: string, { site = '.' }: { site?: string }): Promise<number> {
  if (!ciHosts.includes(host as CiHost))
    throw new UsageError(`The host must be ${ciHosts.join(' or ')}, not "${host}"`)
  assertSiteFolder(site)
  const steps = await writeWorkflow(host as CiHost, site)
  for (const step of steps ?? []) console.log(step)
  return steps ? 0 : 1
}

/**
 * Writes a workflow into the repository of a site.
 * @returns what remains to be done by hand; undefined if there is a workflow already.
 */
export async function writeWorkflow(host: CiHost, site: string): Promise<string[] | undefined> {
  const folder = realpathSync(site)
  const repository = findRepositoryFolder(folder)
  const workflow = {
    host,
    site: relative(repository, folder),
    hasSignpost: repository === realpathSync(projectRoot),
  }
  const isNew = await writeNewFiles(repository, createCiFiles(workflow))
  return isNew ? describeCiSetup(workflow) : undefined
}

/**
 * @returns the folder at or above a site that is a Git repository, or the site's folder if there is
 *   none.
 */
function findRepositoryFolder(site: string): string {
  for (let folder = site; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git')) || folder === realpathSync(projectRoot)) return folder
    if (dirname(folder) === folder) return site
  }
}
