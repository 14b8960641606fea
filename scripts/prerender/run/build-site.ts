import type { HostName } from '../hosts/hosts.ts'
import type { SiteEdition } from '../../../schema/site-edition.ts'
import { openFolderRun, type FolderRun } from './folder-run.ts'
import { reportRun } from './report-build.ts'
import { withProgress } from './show-progress.ts'
import { createSiteContents } from './site-contents.ts'

export type BuildOptions = {
  /** The site's folder. */
  site: string
  /** The output folder, which is replaced. */
  out: string
  edition?: SiteEdition
  /** Replaces the site's own hosts. */
  hosts?: HostName[]
  /** Prints figures about the output. */
  isVerbose?: boolean
}

/**
 * Builds a site, reusing everything of the last build that is still valid. @returns the exit code.
 */
export async function buildSite(options: BuildOptions): Promise<number> {
  const { update, startedAt } = openBuild(options)
  const result = await withProgress((onProgress) => update({ hooks: { onProgress } }))
  const violations = reportRun(result, { ...options, startedAt })
  return violations?.length === 0 ? 0 : 1
}

export const openBuild = ({ site, out, edition, hosts }: BuildOptions): FolderRun =>
  openFolderRun({ site, out, edition, locatesLater: true }, createSiteContents(site, out, hosts))
