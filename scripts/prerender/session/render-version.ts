import type { Problem } from '../../../schema/problems/types.ts'
import { createFolderSink } from './folder-sink.ts'
import { run, type CheckedRun } from './run.ts'
import { Session } from './session.ts'
import { openWorkspace } from './workspace.ts'

/**
 * Renders the documents of a site into a folder, to compare them with those of another version.
 * Draws no images, runs no rules across pages, and leaves out only pages that cannot be rendered,
 * so that versions of a site with mistakes can be compared, too.
 * @param options the folder of the site, the one for its documents, and the moment: see
 *   `MomentOptions`
 * @returns only the problems if the site's files have errors
 */
export async function renderVersion({
  site,
  out,
  now,
}: {
  site: string
  out: string
  now: string
}): Promise<CheckedRun | { problems: Problem[] }> {
  const workspace = openWorkspace(site, out)
  const session = new Session({
    site,
    edition: { moment: { now } },
    known: workspace.cache,
    forComparison: true,
  })
  const result = await run(session, { sink: createFolderSink(session, workspace) })
  if (result.status === 'done') return result
  return { problems: result.status === 'failed' ? (result.problems as Problem[]) : [] }
}
