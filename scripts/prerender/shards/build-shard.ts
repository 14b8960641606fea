import { listDatedParts } from '../../../schema/days/coming-changes.ts'
import { collectPageImages, listPageImages } from '../../images/site-images.ts'
import { drawMissingImages } from '../output/draw-images.ts'
import {
  type BuildOptions,
  formatDuration,
  formatFigures,
  printWarnings,
  reportFailure,
} from '../run/build-site.ts'
import { openFolderRun, type OpenFolder } from '../run/folder-run.ts'
import type { CheckedRun } from '../run/run.ts'
import { withProgress } from '../run/show-progress.ts'
import { serializeManifest, shardManifestPath, type Shard } from './shard.ts'

type ShardOptions = BuildOptions & { shard: Shard }

/** Builds one shard of a site's pages. @returns the exit code */
export async function buildShard(options: ShardOptions): Promise<number> {
  const { site, out, edition, shard, isVerbose } = options
  const { startedAt, update } = openFolderRun(
    { site, out, edition, locatesLater: true },
    { write: (built, folder) => writeShardFiles(built, folder, options) },
  )
  const result = await withProgress((onProgress) =>
    update({ filter: shard, hooks: { onProgress } }),
  )
  if (result.status === 'interrupted') return 1
  if (result.status !== 'done') return reportFailure(result, site)
  const { problems, pages, input, published } = result
  printWarnings(problems, site)
  const count = `${pages.length} of ${input.resolved.site.pages.size} pages`
  const name = `shard ${shard.index} of ${shard.count}`
  console.log(`${out}: ${name}, ${count}, ${formatDuration(startedAt)}`)
  if (isVerbose) console.log(formatFigures(published!))
  return 0
}

/** Writes the images of the shard's pages, and what `merge` must know. */
async function writeShardFiles(
  { input, made }: CheckedRun,
  { site, codeHash, files, onDrawn }: OpenFolder,
  { shard, edition: { origin, launch } = {} }: ShardOptions,
): Promise<void> {
  const images = collectPageImages(made.records)
  await drawMissingImages(listPageImages({ dir: site, ...images }), files, onDrawn)
  const { resolved, content } = input
  const hasDays = listDatedParts(resolved.site, made.pages).length > 0
  const sources = input.sources
    .map(({ record }) => made.updateRecord(record))
    .filter(({ records }) => Object.keys(records).length > 0)
  // Sorted, since images are drawn in parallel and finish in any order.
  const keys = Object.keys(files.files)
    .sort()
    .map((path) => [path, files.files[path]!.key])
  const header = {
    ...shard,
    codeHash,
    nodeVersion: process.version,
    options: { origin, launch },
    ...(hasDays && { now: new Date(resolved.context.moment.now).toISOString() }),
    content,
    images: Object.fromEntries(keys) as Record<string, string>,
  }
  files.put(shardManifestPath, serializeManifest({ header, sources }))
}
