import { hasErrors } from '../../../schema/problems/problem.ts'
import { listPageImages } from '../../images/site-images.ts'
import { drawMissingImages } from '../output/draw-images.ts'
import type { MadeBuild } from '../session/finish-site.ts'
import { manifestName, serializeManifest } from './shard-manifest.ts'
import { saveSourceRecords } from '../cache/save-records.ts'
import {
  formatDrawnCount,
  formatBuildSummary,
  listReportedProblems,
  reportFailure,
  printWarnings,
} from '../session/report-build.ts'
import type { Shard } from './shard.ts'

type MadeShard = MadeBuild & { shard: Shard }

/** Adds the pictures of the pages and what a merge must know, and puts the part in place. @returns the exit code. */
export async function finishShard({
  dir,
  out,
  start: { started, cache, sourceHash },
  read,
  tree,
  files,
  made,
  early,
  sources,
  shard,
  origin,
}: MadeShard): Promise<number> {
  const found = [...read.problems, ...made.problems]
  const shown = listReportedProblems(found)
  if (hasErrors(shown)) {
    await tree.discard()
    return reportFailure(found, dir)
  }
  printWarnings(shown, dir)

  const { shareCards, pictures } = made
  const drawn = await drawMissingImages(
    (onCacheMiss) => listPageImages({ dir, cards: shareCards, pictures, onCacheMiss }),
    files,
  )
  const lines = read.sources.filter(({ summary }) => summary.pages.length > 0)
  const header = {
    ...shard,
    sourceHash,
    nodeVersion: process.version,
    ...(origin !== undefined && { origin }),
    content: read.content,
    warnings: made.problems.filter(({ severity }) => severity === 'warning'),
    // In an order of their own: they are drawn side by side.
    images: Object.fromEntries(
      Object.keys(files.files)
        .sort()
        .map((path) => [path, files.files[path]!.key]),
    ),
  }
  const own = lines.map(({ summary }) => ({ summary, pages: made.recordsOf(summary) }))
  files.put(
    `/${manifestName}`,
    serializeManifest({ header: { ...header, lineCount: own.length }, lines: own }),
  )
  await tree.commit([...files.kept, ...made.kept], [...files.written, ...made.written])
  await saveSourceRecords(cache, read.sources, made, early)
  cache.writeOutputFiles(files.files)
  if (sources) cache.writeFileStates(sources)

  const all = read.shared.merged.pages.size
  console.log(
    `${out}: part ${shard.index} of ${shard.count}, ${made.pages.length} of ${all} pages, ${formatBuildSummary(files.bytes + made.bytes, started)}${formatDrawnCount(drawn)}`,
  )
  return 0
}
