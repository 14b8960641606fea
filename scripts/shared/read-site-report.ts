import { toSiteArgs } from './usage.ts'
import { formatCommand } from '../launch/commands.mjs'
import type { MomentOptions } from '../../schema/days/moment.ts'
import { hasErrors } from '../../schema/problems/problem.ts'
import type { Problem } from '../../schema/problems/types.ts'
import { readSitePages, readWholeSite } from '../prerender/run/inspect-site.ts'
import { assertSiteFolder } from './site-folders.ts'
import { refuse } from './user-error.ts'

/**
 * Reads a site for a report that is useful even if the site has errors, and then says so.
 * @throws UserError if there is nothing to report on
 */
export const readReportedSite = (dir: string, moment?: MomentOptions) =>
  read(dir, () => readWholeSite(dir, { moment }))

/**
 * The same, with a summary of each page, which is faster.
 * @param moment which moment of the site is read
 * @throws UserError if there is nothing to report on
 */
export const readReportedPages = (dir: string, moment?: MomentOptions) =>
  read(dir, () => readSitePages(dir, { moment }))

async function read<T extends { problems: Problem[] }>(
  dir: string,
  readSite: () => Promise<T | undefined>,
): Promise<T> {
  assertSiteFolder(dir)
  const check = formatCommand('check', toSiteArgs(dir))
  const site = (await readSite()) ?? refuse(`The site cannot be read. Run: ${check}`)
  if (hasErrors(site.problems))
    console.error(`The site has errors, so this may be incomplete. Run: ${check}\n`)
  return site
}
