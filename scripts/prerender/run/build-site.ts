import type { HostName } from '../hosts/hosts.ts'
import type { SiteEdition } from '../../../schema/site-edition.ts'
import { createFolderSink } from './folder-sink.ts'
import { reportRun } from './report-build.ts'
import { run, type RunHooks, type RunResult } from './run.ts'
import { Session } from './session.ts'
import { withProgress } from './show-progress.ts'
import { createSiteContents } from './site-contents.ts'
import { openWorkspace, type Workspace } from './workspace.ts'

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
  const { update, workspace } = openBuild(options)
  const result = await withProgress((onProgress) => update({ hooks: { onProgress } }))
  const violations = reportRun(result, { ...options, startedAt: workspace.startedAt })
  return violations?.length === 0 ? 0 : 1
}

/** Opens the folder of a site, which can then be brought up to date again and again. */
export function openBuild({ site, out, edition, hosts }: BuildOptions): {
  workspace: Workspace
  /** @param changed paths that may have changed since the last update; everything when left out */
  update(options?: { changed?: Set<string>; hooks?: RunHooks }): Promise<RunResult>
} {
  const workspace = openWorkspace(site, out)
  const session = new Session({
    site,
    edition,
    known: workspace.cache,
    locatesLater: true,
  })
  const sink = createFolderSink(session, workspace, createSiteContents(site, workspace, hosts))
  return { workspace, update: (options = {}) => run(session, { ...options, sink }) }
}
