import { createStatReader } from '../read/read-sources.ts'
import { InvalidFileError } from '../make/make-all-pages.ts'
import { createWorkerPool, type WorkerPool } from '../workers/worker-pool.ts'
import { retryIfReplaced } from '../output/concurrent-builds.ts'
import { reportUpdate, showProgress } from './report-build.ts'
import { Session } from './session.ts'
import type { BuildOptions } from './update-types.ts'
import { Updater } from './updater.ts'
import { openWorkspace, type Workspace } from './workspace.ts'

/**
 * Builds a site, reusing everything of the last build that is still valid. @returns the exit code.
 */
export async function buildSite(options: BuildOptions): Promise<number> {
  const { outcome, workspace } = await runFirstUpdate(options)
  const violations = reportUpdate(outcome, { ...options, startedAt: workspace.startedAt })
  return violations?.length === 0 ? 0 : 1
}

/**
 * Opens a session and brings its output up to date.
 * @param stays whether the process keeps running, to update the output again.
 */
export async function runFirstUpdate(options: BuildOptions, stays = false) {
  const pool = createWorkerPool({ usesMainThread: true })
  try {
    const run = async (deferValidation: boolean) => {
      const workspace = await openWorkspace(options.site, options.out)
      const updater = openUpdater(options, workspace, pool, { deferValidation, stays })
      return { workspace, updater, outcome: await updater.update() }
    }
    return await retryIfReplaced(() =>
      run(true).catch((error: Error) => {
        // A file is invalid: now all files are validated first, so that every problem is reported.
        if (error instanceof InvalidFileError) return run(false)
        throw error
      }),
    )
  } finally {
    await pool.close()
  }
}

export function openUpdater(
  { site, edition, hosts }: BuildOptions,
  workspace: Workspace,
  pool: WorkerPool,
  { deferValidation, stays }: { deferValidation: boolean; stays: boolean },
): Updater {
  const { cache, fileStates, startBundle } = workspace
  const { reader, getFileStates } = createStatReader(fileStates, {
    site,
    cache,
    pool,
    deferValidation,
  })
  const session = new Session({
    site,
    edition,
    cache,
    pool,
    locatesLater: true,
    firstRead: { reader, onSettings: startBundle },
  })
  const onProgress = stays ? undefined : showProgress
  return new Updater({
    site,
    edition,
    hosts,
    session,
    workspace,
    pool,
    getFileStates,
    stays,
    onProgress,
  })
}
