import { hasErrors } from '../../../schema/problems/problem.ts'
import type { Problem } from '../../../schema/problems/types.ts'
import { saveSourceRecords } from '../cache/save-records.ts'
import type { MadePages } from '../make/made-pages.ts'
import { makeSpecialPages, type SpecialPages } from '../make/make-special-pages.ts'
import { SiteOutput } from '../output/site-output.ts'
import { retryIfReplaced } from '../output/concurrent-builds.ts'
import { stageOutput } from '../output/stage-output.ts'
import { createStatReader } from '../read/read-sources.ts'
import type { SiteInput } from '../read/site-input.ts'
import { createWorkerPool, type WorkerPool } from '../workers/worker-pool.ts'
import { Session } from './session.ts'
import { openWorkspace } from './workspace.ts'

/** A site whose documents were rendered for a comparison. */
export type RenderedSite = {
  input: SiteInput
  made: MadePages
  special: SpecialPages
  /** The folder with the documents. */
  out: string
  problems: Problem[]
}

type RenderOptions = { site: string; out: string; now: string }

/**
 * Renders the documents of a site into a folder, and keeps those that have not changed. Draws no
 * images, runs no rules across pages, and leaves out only pages that cannot be rendered, so that
 * versions of a site with mistakes can be compared, too.
 * @param options the folder of the site, the one for its documents, and the moment: see
 *   `MomentOptions`
 * @returns only the problems if the site's files have errors
 */
export async function renderPages(
  options: RenderOptions,
): Promise<RenderedSite | { problems: Problem[] }> {
  const pool = createWorkerPool({ usesMainThread: true })
  try {
    return await retryIfReplaced(() => renderWithPool(options, pool))
  } finally {
    await pool.close()
  }
}

async function renderWithPool(
  { site, out, now }: RenderOptions,
  pool: WorkerPool,
): Promise<RenderedSite | { problems: Problem[] }> {
  const workspace = await openWorkspace(site, out)
  const { cache, fileStates } = workspace
  const scans = workspace.scanOutputs()
  const { reader, getFileStates } = createStatReader(fileStates, { site, cache, pool })
  const session = new Session({
    site,
    edition: { moment: { now } },
    cache,
    pool,
    forComparison: true,
    firstRead: { reader, onSettings: workspace.startBundle },
  })
  const input = await session.read()
  const current = await scans.out
  if (!input.sources || hasErrors(input.problems) || !input.shared.site)
    return { problems: input.problems }
  const plan = session.plan(input, current)
  const writer = await stageOutput(out, cache.spareOutput, () => scans)
  try {
    const bundle = await workspace.getBundle()
    const made = await session.make(input, plan, {
      target: workspace.getRenderTarget(bundle, writer.folder),
    })
    await pool.close()
    const files = new SiteOutput(current, writer.folder, await cache.readOutputFiles())
    const special = makeSpecialPages({
      shared: input.shared,
      input: input.plainInput,
      output: {
        files,
        bundled: bundle,
        readAsset: workspace.getAssetReader(bundle),
      },
    })
    const [kept, written] = [
      [...files.kept, ...made.kept],
      [...files.written, ...made.written],
    ]
    if (written.length === 0 && kept.length === current.paths.length) await writer.discard()
    else await writer.commit(kept, written)
    await saveSourceRecords(cache, input.sources, made)
    cache.writeOutputFiles(files.files)
    const states = getFileStates()
    if (states) cache.writeFileStates(states.toRecords(made.pages.length))
    const problems = [...input.problems, ...made.problems, ...special.problems]
    return { input, made, special, out, problems }
  } catch (error) {
    await pool.close()
    await writer.discard()
    throw error
  }
}
