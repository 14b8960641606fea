import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { formatCommand } from '../launch/commands.mjs'
import { toSiteArgs } from './usage.ts'
import { UserError } from './user-error.ts'

/** @throws UserError if a folder is not a site. */
export function assertSiteFolder(dir: string): void {
  if (!existsSync(join(dir, 'pages.yaml')))
    throw new UserError(
      `There is no pages.yaml in ${resolve(dir)}. Set --site to the folder of a site, or create pages.yaml there.`,
    )
}

/** Explains that a folder has no built site. @param site The folder of the site. */
export const explainMissingBuild = (dir: string, site: string): string =>
  `There is no built site in ${dir}. Run: ${formatCommand('build', toSiteArgs(site))}`
