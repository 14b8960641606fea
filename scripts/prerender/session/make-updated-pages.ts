import { hasErrors } from '../../../schema/problems/problem.ts'
import { preloadImageRenderer } from '../../images/share-image.ts'
import { IncrementalRecords } from '../cache/save-records.ts'
import type { MadePages } from '../make/made-pages.ts'
import { makeSpecialPages } from '../make/make-special-pages.ts'
import type { PagePlan } from '../make/plan-pages.ts'
import type { OutputWriter } from '../output/output-writer.ts'
import type { SiteOutput } from '../output/site-output.ts'
import type { SiteInput } from '../read/site-input.ts'
import type { UpdatedPages, UpdaterOptions } from './update-types.ts'

type PlannedUpdate = {
  input: SiteInput
  plan: PagePlan
  files: SiteOutput
  writer: OutputWriter
  /** Whether this process has not updated the output before. */
  isFirst: boolean
}

/**
 * Makes the planned pages of a site into the folder of a writer, or copies them from where they are
 * finished.
 * @returns why finished pages do not fit the site, if they don't
 */
export async function makeUpdatedPages(
  { session, workspace, pool, getFileStates, onProgress, source }: UpdaterOptions,
  { input, plan, files, writer, isFirst }: PlannedUpdate,
): Promise<UpdatedPages | string> {
  const { cache } = workspace
  const isValid = !hasErrors(input.problems) && input.shared.site !== undefined
  // An error is thrown where an image is drawn.
  if (input.plainInput.drawsShareImages && isValid) preloadImageRenderer().catch(() => {})
  if (isValid) workspace.startBundle(input.shared.merged.settings)
  const bundle = isValid ? await workspace.getBundle() : undefined
  const target = bundle && workspace.getRenderTarget(bundle, writer.folder)
  const copied = source?.copyPages(input, files, writer.folder)
  if (typeof copied === 'string') return copied
  if (copied) Object.assign(plan, { jobs: [], keys: new Map(), kept: copied, previous: copied })
  else pool.setUpEarly({ shared: input.plainInput, output: target })
  const early = target && isFirst ? new IncrementalRecords(cache, input.sources) : undefined
  const result = await session.make(input, plan, {
    target,
    onProgress,
    onSource: (...made) => early?.write(...made),
  })
  const made = source ? toCopiedPages(result) : result
  // Frees the threads' memory for the remaining steps.
  await pool.close()
  const special = makeSpecialPages({
    shared: input.shared,
    input: input.plainInput,
    output: bundle && { files, bundled: bundle, readAsset: workspace.getAssetReader(bundle) },
  })
  const fileStates = getFileStates?.()?.toRecords(made.pages.length)
  return { input, made, special, files, writer, bundle, early, fileStates }
}

/** Copied files are new to the output. */
const toCopiedPages = (made: MadePages): MadePages => ({
  ...made,
  kept: [],
  written: made.kept,
})
