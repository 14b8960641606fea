import { join } from 'node:path'
import { hasErrors } from '../../../schema/problems/problem.ts'
import { preloadImageRenderer } from '../../images/share-image.ts'
import { buildEdited } from './build-edited.ts'
import { findUnusablePublicFile } from '../output/check-output-folder.ts'
import { finishShard } from '../shards/finish-shard.ts'
import { finishSite, type BuiltSite } from './finish-site.ts'
import { OutlineCache } from '../read/outline-cache.ts'
import { makeAllPages, InvalidFileError } from '../make/make-all-pages.ts'
import { stageOutput } from '../output/stage-output.ts'
import { planPages } from '../make/plan-pages.ts'
import { createOutlineReader } from '../read/read-outlines.ts'
import { createCachedReader } from '../read/read-sources.ts'
import { loadSiteInput } from '../read/load-site-input.ts'
import { IncrementalRecords } from '../cache/save-records.ts'
import { reportFailure, showProgress } from './report-build.ts'
import type { Shard } from '../shards/shard.ts'
import { SiteFiles } from '../output/site-output.ts'
import { FileStates } from '../read/file-states.ts'
import { schemaFile, startBuild } from './start-build.ts'
import { createWorkerPool, type WorkerPool } from '../workers/worker-pool.ts'

export type BuildOptions = {
  /** The site's folder. */
  site: string
  /** The folder that is replaced. */
  out: string
  /** Takes the place of the site's own. */
  origin?: string
  /** The pages that are made; all when left out. */
  shard?: Shard
  /** Told of what was built, by a process that goes on from there. */
  onBuilt?: (built: BuiltSite) => void
}

/** Builds a site; what the last build left is used again where nothing of it has changed. @returns the exit code. */
export async function buildSite(options: BuildOptions): Promise<number> {
  const pool = createWorkerPool({ usesMainThread: true })
  try {
    return await build(options, pool, true)
  } catch (error) {
    if (!(error instanceof InvalidFileError)) throw error
    return await build(options, pool, false)
  } finally {
    await pool.close()
  }
}

/** @param mayWait whether files may be checked by those who make their pages. */
async function build(
  { site: dir, out, origin, shard, onBuilt }: BuildOptions,
  pool: WorkerPool,
  deferValidation: boolean,
): Promise<number> {
  const start = await startBuild(dir, out)
  const { cache, onSettings } = start
  // Who goes on from here needs all that a whole build knows.
  const code =
    shard || onBuilt || !deferValidation
      ? undefined
      : await buildEdited({ dir, out, origin, start })
  if (code !== undefined) return code
  const looked = start.scanOutputs()
  let states: FileStates | undefined
  const readAll = (pictures: string[]) => {
    states = new FileStates(start.lastSources, pictures)
    return createCachedReader({ cache, pool, schemaFile, states, deferValidation }, pictures)
  }
  const readOwn = (pictures: string[], pages: number) => {
    pool.limitForShard(pages)
    return readAll(pictures)
  }
  const lastOutlines = shard && (await cache.readOutlines())
  let outlines: OutlineCache | undefined
  const readOutlines = (pictures: string[]) => {
    outlines = new OutlineCache(pictures, lastOutlines)
    return createOutlineReader(outlines)
  }
  const reading = shard
    ? { reader: readOutlines, shard: { ...shard, reader: readOwn } }
    : { reader: readAll }
  const read = await loadSiteInput({ dir, origin, schemaFile, sets: cache, onSettings, ...reading })
  const newOutlines = outlines?.toRecords()
  if (newOutlines) cache.writeOutlines(newOutlines)
  if (!read.sources) return reportFailure(read.problems, dir)
  const { sources, shared, plainInput, problems } = read
  const publicDir = join(dir, 'public')
  const unusable = await findUnusablePublicFile(publicDir)
  if (unusable !== undefined && !hasErrors(problems)) return reportFailure(unusable)

  const tree = await stageOutput(out, cache.spareOutput, looked)
  const found = await looked.out
  try {
    const files = new SiteFiles(found, tree.folder, await cache.readOutputFiles())
    // Told where it is drawn.
    if (plainInput.drawsShareImages && !hasErrors(problems)) preloadImageRenderer().catch(() => {})
    const bundled =
      shared.site !== undefined && !hasErrors(problems) && unusable === undefined
        ? await start.getBundle()
        : undefined
    const output = bundled && {
      folder: tree.folder,
      renderer: bundled.rendererModule,
      assets: bundled.assets,
      files: [bundled.clientDir, publicDir],
    }
    pool.setUpEarly({ shared: plainInput, output })
    const plan = planPages({
      sources,
      merged: shared.merged,
      shared: plainInput,
      out: found,
      entries: cache.setEntries,
    })
    const early = output && new IncrementalRecords(cache, sources)
    const made = await makeAllPages({
      plan,
      shared,
      input: plainInput,
      pool,
      onProgress: showProgress,
      onFile: (...made) => early?.write(...made),
      output,
    })
    // What threads hold is not needed for what is left.
    await pool.close()
    const work = {
      dir,
      out,
      origin,
      start,
      read,
      tree,
      files,
      bundled,
      made,
      early,
      sources: states?.toRecords(made.pages.length),
    }
    return await (shard ? finishShard({ ...work, shard }) : finishSite(work, onBuilt))
  } catch (error) {
    // Threads that go on writing would fill the folder again.
    await pool.close()
    await tree.discard()
    throw error
  }
}
