import { join } from 'node:path'
import { hasErrors } from '../../../schema/problems/problem.ts'
import type { SimilarPages } from '../../../schema/rules/similarity.ts'
import { listDerivedFiles } from '../../images/site-images.ts'
import type { BudgetViolation } from '../budgets/budgets.ts'
import type { BuildCache } from '../cache/build-cache.ts'
import type { Bundle } from '../bundle/bundle.ts'
import { checkAcrossPages } from '../make/check-across-pages.ts'
import { drawMissingImages } from '../output/draw-images.ts'
import { createSnapshot } from '../cache/snapshot.ts'
import { makeSpecialPages } from '../make/make-special-pages.ts'
import type { MadePages } from '../make/make-all-pages.ts'
import type { StagedOutput } from '../output/stage-output.ts'
import type { SiteInput } from '../read/load-site-input.ts'
import { hashRecords, saveRecords, type IncrementalRecords } from '../cache/save-records.ts'
import { renderSiteFiles } from '../output/render-site-files.ts'
import {
  formatDrawnCount,
  formatBuildSummary,
  listReportedProblems,
  reportFailure,
  printWarnings,
} from './report-build.ts'
import type { SiteFiles } from '../output/site-output.ts'
import type { FileStateRecords } from '../read/file-states.ts'
import type { StartedBuild } from './start-build.ts'
import { createAssetReader, reportBudgets } from '../budgets/measure-output.ts'

/** A build whose pages are made. */
export type MadeBuild = {
  /** The site's folder. */
  dir: string
  out: string
  start: StartedBuild
  read: SiteInput
  tree: StagedOutput
  files: SiteFiles
  /** Left out when errors have been found. */
  bundled?: Bundle
  made: MadePages
  /** What has been left for the next build already. */
  early?: IncrementalRecords
  /** What the file system says of the files that were read; left out where it was not asked. */
  sources?: FileStateRecords
  /** What was asked for in place of the site's own. */
  origin?: string
}

/** A site as it was built, for a process that goes on from there. */
export type BuiltSite = {
  cache: BuildCache
  read: SiteInput
  made: MadePages
  files: SiteFiles
  similarPages: SimilarPages[]
  bundled: Bundle
  violations: BudgetViolation[]
}

/** Checks the pages against each other, adds what stands for the site as a whole, and puts it all in place. @returns the exit code. */
export async function finishSite(
  { dir, out, start, read, tree, files, bundled, made, early, sources, origin }: MadeBuild,
  onBuilt?: (built: BuiltSite) => void,
): Promise<number> {
  const { started, cache } = start
  const { sources: parts, shared, plainInput, publicFiles, dates } = read
  const { site } = shared
  const publicDir = join(dir, 'public')
  if (bundled) {
    for (const file of publicFiles) files.copy(file, join(publicDir, file))
    for (const file of bundled.files) files.copy(`/${file}`, join(bundled.clientDir, file))
  }
  const small = makeSpecialPages({
    shared,
    input: plainInput,
    ...(bundled && {
      output: { files, bundled, readAsset: createAssetReader(bundled.clientDir, publicDir) },
    }),
  })
  const lastAlike = await cache.readSimilarity()
  const known =
    lastAlike?.id === hashRecords(parts.map(({ records }) => records))
      ? { ...lastAlike, changed: made.changedRoutes }
      : undefined
  let similarPages: SimilarPages[] = []
  const { pages, aliases, problems } = checkAcrossPages({
    shared,
    pages: [...made.pages, ...small.pages],
    notFound: small.notFound,
    publicFiles,
    dates,
    knownSimilarity: known,
    onSimilarityMeasured: (all) => void (similarPages = all),
  })
  const found = [...read.problems, ...made.problems, ...small.problems, ...problems]
  const shown = listReportedProblems(found)
  if (hasErrors(shown)) {
    await tree.discard()
    return reportFailure(found, dir)
  }
  printWarnings(shown, dir)

  for (const { path, content } of renderSiteFiles({ site: site!, pages, aliases }, bundled!))
    files.put(path, content)
  const shows = {
    cards: [...made.shareCards, ...small.shareCards],
    pictures: [...made.pictures, ...small.pictures, ...shared.shellFindings.pictures],
  }
  const drawn = await drawMissingImages(
    (onCacheMiss) => listDerivedFiles({ dir, site: site!, publicFiles, onCacheMiss, ...shows }),
    files,
  )
  await tree.commit([...files.kept, ...made.kept], [...files.written, ...made.written])
  await saveRecords({
    cache,
    parts,
    shared,
    made,
    files,
    alike: similarPages,
    last: lastAlike,
    sources,
    early,
  })
  const weights = [...made.weights, ...small.weights]
  cache.writeSnapshot(
    createSnapshot({
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
      alike: similarPages,
      weights,
    }),
  )

  console.log(
    `${out}: ${pages.length} pages, ${formatBuildSummary(files.bytes + made.bytes, started)}${formatDrawnCount(drawn)}`,
  )
  // The site is there to be looked at, and is not to be published.
  const violations = reportBudgets(out, weights)
  onBuilt?.({ cache, read, made, files, similarPages, bundled: bundled!, violations })
  return violations.length === 0 ? 0 : 1
}
