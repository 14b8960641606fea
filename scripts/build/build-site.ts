import { join } from 'node:path'
import { hasErrors } from '../../schema/problem.ts'
import { prepareDrawing } from '../images/share-image.ts'
import { buildEdited } from './build-edited.ts'
import { findUnusable } from './check-out.ts'
import { collectEarly } from './collect-early.ts'
import { finishShard } from './finish-shard.ts'
import { finishSite, type BuiltSite } from './finish-site.ts'
import { KnownOutlines } from './known-outlines.ts'
import { makeSite, UnfitFile } from './make-site.ts'
import { openOutput } from './output-tree.ts'
import { planPages } from './plan-pages.ts'
import { outlineReader } from './read-outlines.ts'
import { wholeReader } from './read-parts.ts'
import { readWhole } from './read-whole.ts'
import { EarlyRecords } from './remember.ts'
import { refuse, showProgress } from './report-build.ts'
import type { Shard } from './shard.ts'
import { SiteOutput } from './site-output.ts'
import { SourceStates } from './source-states.ts'
import { schemaFile, startBuild } from './start-build.ts'
import { createPool, large, type Pool } from './worker-pool.ts'

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
  const pool = createPool({ joins: true })
  try {
    return await build(options, pool, true)
  } catch (error) {
    if (!(error instanceof UnfitFile)) throw error
    return await build(options, pool, false)
  } finally {
    await pool.close()
  }
}

/** @param mayWait whether files may be checked by those who make their pages. */
async function build(
  { site: dir, out, origin, shard, onBuilt }: BuildOptions,
  pool: Pool,
  mayWait: boolean,
): Promise<number> {
  const start = await startBuild(dir, out)
  const { cache, onSettings } = start
  // Who goes on from here needs all that a whole build knows.
  const code =
    shard || onBuilt || !mayWait ? undefined : await buildEdited({ dir, out, origin, start })
  if (code !== undefined) return code
  const looked = start.look()
  let states: SourceStates | undefined
  const readAll = (pictures: string[]) => {
    states = new SourceStates(start.lastSources, pictures)
    return wholeReader({ cache, pool, schemaFile, states, mayWait }, pictures)
  }
  const readOwn = (pictures: string[], pages: number) => {
    pool.limitForShard(pages)
    return readAll(pictures)
  }
  const lastOutlines = shard && (await cache.readOutlines())
  let outlines: KnownOutlines | undefined
  const readOutlines = (pictures: string[]) => {
    outlines = new KnownOutlines(pictures, lastOutlines)
    return outlineReader(outlines)
  }
  const reading = shard
    ? { reader: readOutlines, shard: { ...shard, reader: readOwn } }
    : { reader: readAll }
  const read = await readWhole({ dir, origin, schemaFile, sets: cache, onSettings, ...reading })
  const newOutlines = outlines?.toRecords()
  if (newOutlines) cache.writeOutlines(newOutlines)
  if (!read.parts) return refuse(read.problems, dir)
  const { parts, shared, input, problems } = read
  const publicDir = join(dir, 'public')
  const unusable = await findUnusable(publicDir)
  if (unusable !== undefined && !hasErrors(problems)) return refuse(unusable)

  const tree = await openOutput(out, cache.spare, looked)
  const found = await looked.out
  try {
    const files = new SiteOutput(found, tree.folder, await cache.readFiles())
    // Told where it is drawn.
    if (input.draws && !hasErrors(problems)) prepareDrawing().catch(() => {})
    const bundled =
      shared.site !== undefined && !hasErrors(problems) && unusable === undefined
        ? await start.bundled()
        : undefined
    const output = bundled && {
      folder: tree.folder,
      renderer: bundled.module,
      assets: bundled.assets,
      files: [bundled.client, publicDir],
    }
    pool.setUpAhead({ shared: input, output })
    const plan = planPages({
      sources: parts,
      merged: shared.merged,
      shared: input,
      out: found,
      entries: cache.entries,
    })
    if (plan.keys.size + plan.kept.size > large.pages) collectEarly()
    const early = output && new EarlyRecords(cache, parts)
    const made = await makeSite({
      plan,
      shared,
      input,
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
