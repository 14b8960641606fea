import { join } from 'node:path'
import { hasErrors } from '../../schema/problem.ts'
import type { Likeness } from '../../schema/rules/likeness.ts'
import { listDrawnFiles } from '../images/site-images.ts'
import type { Excess } from './budgets.ts'
import type { BuildCache } from './build-cache.ts'
import type { Bundle } from './bundle.ts'
import { checkWhole } from './check-whole.ts'
import { drawFiles } from './draw-files.ts'
import { describeBuild } from './last-build.ts'
import { makeSmallPages } from './make-small-pages.ts'
import type { MadeSite } from './make-site.ts'
import type { OutputTree } from './output-tree.ts'
import type { ReadSite } from './read-whole.ts'
import { nameState, remember, type EarlyRecords } from './remember.ts'
import { renderRest } from './render-site.ts'
import { countDrawn, describeEffort, listShown, refuse, showWarnings } from './report-build.ts'
import type { SiteOutput } from './site-output.ts'
import type { SourceRecords } from './source-states.ts'
import type { StartedBuild } from './start-build.ts'
import { newAssetReader, reportBudgets } from './weigh-folder.ts'

/** A build whose pages are made. */
export type MadeBuild = {
  /** The site's folder. */
  dir: string
  out: string
  start: StartedBuild
  read: ReadSite
  tree: OutputTree
  files: SiteOutput
  /** Left out when errors have been found. */
  bundled?: Bundle
  made: MadeSite
  /** What has been left for the next build already. */
  early?: EarlyRecords
  /** What the file system says of the files that were read; left out where it was not asked. */
  sources?: SourceRecords
  /** What was asked for in place of the site's own. */
  origin?: string
}

/** A site as it was built, for a process that goes on from there. */
export type BuiltSite = {
  cache: BuildCache
  read: ReadSite
  made: MadeSite
  files: SiteOutput
  alike: Likeness[]
  bundled: Bundle
  heavy: Excess[]
}

/** Checks the pages against each other, adds what stands for the site as a whole, and puts it all in place. @returns the exit code. */
export async function finishSite(
  { dir, out, start, read, tree, files, bundled, made, early, sources, origin }: MadeBuild,
  onBuilt?: (built: BuiltSite) => void,
): Promise<number> {
  const { started, cache } = start
  const { parts, shared, input, publicFiles, dates } = read
  const { site } = shared
  const publicDir = join(dir, 'public')
  if (bundled) {
    for (const file of publicFiles) files.copy(file, join(publicDir, file))
    for (const file of bundled.files) files.copy(`/${file}`, join(bundled.client, file))
  }
  const small = makeSmallPages({
    shared,
    input,
    ...(bundled && {
      output: { files, bundled, readAsset: newAssetReader(bundled.client, publicDir) },
    }),
  })
  const lastAlike = await cache.readAlike()
  const known =
    lastAlike?.id === nameState(parts.map(({ records }) => records))
      ? { ...lastAlike, changed: made.changed }
      : undefined
  let alike: Likeness[] = []
  const { pages, aliases, problems } = checkWhole({
    shared,
    pages: [...made.pages, ...small.pages],
    notFound: small.notFound,
    publicFiles,
    dates,
    alike: known,
    onAlike: (all) => void (alike = all),
  })
  const found = [...read.problems, ...made.problems, ...small.problems, ...problems]
  const shown = listShown(found)
  if (hasErrors(shown)) {
    await tree.discard()
    return refuse(found, dir)
  }
  showWarnings(shown, dir)

  for (const { path, content } of renderRest({ site: site!, pages, aliases }, bundled!))
    files.put(path, content)
  const shows = {
    cards: [...made.cards, ...small.cards],
    pictures: [...made.pictures, ...small.pictures, ...shared.shell.pictures],
  }
  const drawn = await drawFiles(
    (onDraw) => listDrawnFiles({ dir, site: site!, publicFiles, onDraw, ...shows }),
    files,
  )
  await tree.commit([...files.kept, ...made.kept], [...files.written, ...made.written])
  await remember({ cache, parts, shared, made, files, alike, last: lastAlike, sources, early })
  const weights = [...made.weights, ...small.weights]
  cache.writeLast(
    describeBuild({
      dir,
      start,
      read,
      files,
      made,
      sources,
      origin,
      pages,
      found,
      shown,
      alike,
      weights,
    }),
  )

  console.log(
    `${out}: ${pages.length} pages, ${describeEffort(files.bytes + made.bytes, started)}${countDrawn(drawn)}`,
  )
  // The site is there to be looked at, and is not to be published.
  const heavy = reportBudgets(out, weights)
  onBuilt?.({ cache, read, made, files, alike, bundled: bundled!, heavy })
  return heavy.length === 0 ? 0 : 1
}
