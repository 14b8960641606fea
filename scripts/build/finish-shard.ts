import { hasErrors } from '../../schema/problem.ts'
import { listPageDrawings } from '../images/site-images.ts'
import { drawFiles } from './draw-files.ts'
import type { MadeBuild } from './finish-site.ts'
import { manifestName, writeManifest } from './part-manifest.ts'
import { rememberParts } from './remember.ts'
import { countDrawn, describeEffort, listShown, refuse, showWarnings } from './report-build.ts'
import type { Shard } from './shard.ts'

type MadeShard = MadeBuild & { shard: Shard }

/** Adds the pictures of the pages and what a merge must know, and puts the part in place. @returns the exit code. */
export async function finishShard({
  dir,
  out,
  start: { started, cache, engine },
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
  const shown = listShown(found)
  if (hasErrors(shown)) {
    await tree.discard()
    return refuse(found, dir)
  }
  showWarnings(shown, dir)

  const { cards, pictures } = made
  const drawn = await drawFiles(
    (onDraw) => listPageDrawings({ dir, cards, pictures, onDraw }),
    files,
  )
  const lines = read.parts.filter(({ part }) => part.pages.length > 0)
  const header = {
    ...shard,
    engine,
    node: process.version,
    ...(origin !== undefined && { origin }),
    content: read.content,
    warnings: made.problems.filter(({ severity }) => severity === 'warning'),
    // In an order of their own: they are drawn side by side.
    drawn: Object.fromEntries(
      Object.keys(files.files)
        .sort()
        .map((path) => [path, files.files[path]!.key]),
    ),
  }
  const own = lines.map(({ part }) => ({ part, pages: made.recordsOf(part) }))
  files.put(
    `/${manifestName}`,
    writeManifest({ header: { ...header, files: own.length }, lines: own }),
  )
  await tree.commit([...files.kept, ...made.kept], [...files.written, ...made.written])
  await rememberParts(cache, read.parts, made, early)
  cache.writeFiles(files.files)
  if (sources) cache.writeSources(sources)

  const all = read.shared.merged.pages.size
  console.log(
    `${out}: part ${shard.index} of ${shard.count}, ${made.pages.length} of ${all} pages, ${describeEffort(files.bytes + made.bytes, started)}${countDrawn(drawn)}`,
  )
  return 0
}
