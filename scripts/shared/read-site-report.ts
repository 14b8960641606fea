import { toSiteArgs } from './usage.ts'
import { formatCommand } from '../launch/commands.mjs'
import type { MomentOptions } from '../../schema/days/moment.ts'
import { hasErrors } from '../../schema/problems/problem.ts'
import type { Problem } from '../../schema/problems/types.ts'
import type { WholeSite } from '../../schema/resolve/resolve-site.ts'
import { readSitePages, readWholeSite, type SiteReport } from '../prerender/run/inspect-site.ts'
import { assertSiteFolder } from './site-folders.ts'
import { UserError } from './user-error.ts'

/** A whole site that can be reported on. */
export type ReportedSite = SiteReport & { resolvedSite: WholeSite }

/**
 * Reads a site for a report that is useful even if the site has errors, and then says so.
 * @throws UserError if there is nothing to report on
 */
export async function readReportedSite(dir: string, moment?: MomentOptions): Promise<ReportedSite> {
  assertSiteFolder(dir)
  const { resolvedSite, ...rest } = await readWholeSite(dir, { moment })
  return { ...rest, resolvedSite: assertReportable(resolvedSite, rest.problems, dir) }
}

/**
 * The same, with a summary of each page, which is faster.
 * @param moment which moment of the site is read
 * @throws UserError if there is nothing to report on
 */
export async function readReportedPages(dir: string, moment?: MomentOptions) {
  assertSiteFolder(dir)
  const site = await readSitePages(dir, { moment })
  return assertReportable(site, site?.problems ?? [], dir)
}

function assertReportable<T>(site: T | undefined, problems: Problem[], dir: string): T {
  const check = formatCommand('check', toSiteArgs(dir))
  if (!site) throw new UserError(`The site cannot be read. Run: ${check}`)
  if (hasErrors(problems))
    console.error(`The site has errors, so this may be incomplete. Run: ${check}\n`)
  return site
}
