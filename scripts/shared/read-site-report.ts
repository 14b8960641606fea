import { toSiteArgs } from './usage.ts'
import { formatCommand, localizeCommands } from '../launch/commands.mjs'
import type { MomentOptions } from '../../schema/days/moment.ts'
import { formatProblems } from '../../schema/problems/format-problems.ts'
import { hasErrors, type Problem } from '../../schema/problems/problem.ts'
import { readSitePages, readWholeSite, type WholeSite } from '../prerender/run/inspect-site.ts'
import { assertSiteFolder } from './site-folders.ts'
import { refuse } from './user-error.ts'

/**
 * Reads a site for a report that is useful even if the site has errors, and then says so.
 * @throws UserError if there is nothing to report on
 */
export const readReportedSite = (dir: string, moment?: MomentOptions) =>
  read(dir, () => readWholeSite(dir, { moment }))

/**
 * Reads a site for a report, with a summary of each page, which is faster than whole pages.
 * @param moment which moment of the site is read
 * @throws UserError if there is nothing to report on
 */
export const readReportedPages = (dir: string, moment?: MomentOptions) =>
  read(dir, () => readSitePages(dir, { moment }))

/**
 * Reads a site that a command is about to change.
 * @param done what happens to it, for messages: `renamed`
 * @throws UserError that lists its errors, if it has some
 */
export async function readCorrectSite(
  dir: string,
  done: string,
  moment?: MomentOptions,
): Promise<WholeSite> {
  assertSiteFolder(dir)
  const resolved = await readWholeSite(dir, { moment })
  const check = formatCommand('check', toSiteArgs(dir))
  assertNoErrors(resolved.problems, done, () => `\n\nCorrect them, then run: ${check}`, 'has')
  return resolved
}

/**
 * @param explain what is said below the errors
 * @throws UserError if there is an error
 */
export function assertNoErrors(
  problems: Problem[],
  done: string,
  explain: (errors: Problem[]) => string = () => '',
  has = 'would have',
): void {
  const errors = problems.filter(({ severity }) => severity === 'error')
  if (errors.length > 0)
    refuse(
      `Nothing was ${done}, because the site ${has} these errors:\n\n${localizeCommands(formatProblems(errors))}${explain(errors)}`,
    )
}

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
