import { listDatedParts } from '../../../schema/days/coming-changes.ts'
import { hasErrors } from '../../../schema/problems/problem.ts'
import { listPageImages } from '../../images/site-images.ts'
import type { BuildCache } from '../cache/build-cache.ts'
import type { SourceRecord } from '../cache/records.ts'
import { IncrementalRecords, saveSourceRecords } from '../cache/save-records.ts'
import { InvalidFileError } from '../make/make-all-pages.ts'
import type { MadePages } from '../make/made-pages.ts'
import { drawMissingImages } from '../output/draw-images.ts'
import { SiteOutput } from '../output/site-output.ts'
import { retryIfReplaced } from '../output/concurrent-builds.ts'
import { stageOutput } from '../output/stage-output.ts'
import type { SiteInput } from '../read/site-input.ts'
import { OutlineCache } from '../read/outline-cache.ts'
import { createOutlineReader } from '../read/read-outlines.ts'
import { createStatReader } from '../read/read-sources.ts'
import {
  formatDuration,
  formatFigures,
  hasReportedErrors,
  printWarnings,
  reportFailure,
  showProgress,
} from '../session/report-build.ts'
import { Session, type FirstRead } from '../session/session.ts'
import type { BuildOptions } from '../session/update-types.ts'
import { openWorkspace, type Workspace } from '../session/workspace.ts'
import { createWorkerPool, type WorkerPool } from '../workers/worker-pool.ts'
import { manifestName, serializeManifest } from './shard-manifest.ts'
import type { Shard } from './shard.ts'

export type ShardOptions = BuildOptions & { shard: Shard }

/** Builds a session with a page filter: one shard of the site's pages. @returns The exit code. */
export async function buildShard(options: ShardOptions): Promise<number> {
  const pool = createWorkerPool({ usesMainThread: true })
  try {
    return await retryIfReplaced(() =>
      buildWithPool(options, pool, true).catch((error: Error) => {
        // A file is invalid: now all files are validated first, so that every problem is reported.
        if (error instanceof InvalidFileError) return buildWithPool(options, pool, false)
        throw error
      }),
    )
  } finally {
    await pool.close()
  }
}

async function buildWithPool(
  options: ShardOptions,
  pool: WorkerPool,
  deferValidation: boolean,
): Promise<number> {
  const { site, out, edition } = options
  const workspace = await openWorkspace(site, out)
  const { cache } = workspace
  const scans = workspace.scanOutputs()
  const readers = createShardReaders(options, workspace, pool, {
    lastOutlines: await cache.readOutlines(),
    deferValidation,
  })
  const { firstRead, getFileStates } = readers
  const session = new Session({ site, edition, cache, pool, firstRead, locatesLater: true })
  const input = await session.read()
  const outlines = readers.getOutlines()
  if (outlines) cache.writeOutlines(outlines)
  if (!input.sources) return reportFailure(input.problems, site)
  const isValid = !hasErrors(input.problems) && input.shared.site !== undefined
  const current = await scans.out
  const plan = session.plan(input, current)
  const writer = await stageOutput(out, cache.spareOutput, () => scans)
  try {
    const bundle = isValid ? await workspace.getBundle() : undefined
    const target = bundle && workspace.getRenderTarget(bundle, writer.folder)
    pool.setUpEarly({ shared: input.plainInput, output: target })
    const early = target && new IncrementalRecords(cache, input.sources)
    const onSource = (file: string, recordsOf: MadePages['recordsOf']) =>
      early?.write(file, recordsOf)
    const made = await session.make(input, plan, { target, onProgress: showProgress, onSource })
    await pool.close()
    const problems = [...input.problems, ...made.problems]
    if (hasReportedErrors(problems, site)) {
      await writer.discard()
      return reportFailure(problems, site)
    }
    printWarnings(problems, site)
    const files = new SiteOutput(current, writer.folder, await cache.readOutputFiles())
    const { shareCards: cards, pictures } = made
    const listImages = (onCacheMiss: () => void) =>
      listPageImages({ dir: site, cards, pictures, onCacheMiss })
    const drawn = await drawMissingImages(listImages, files)
    const manifest = createManifest(options, workspace, input, made, files)
    files.put(`/${manifestName}`, serializeManifest(manifest))
    await writer.commit([...files.kept, ...made.kept], [...files.written, ...made.written])
    await saveSourceRecords(cache, input.sources, made, early)
    cache.writeOutputFiles(files.files)
    const fileStates = getFileStates()
    if (fileStates) cache.writeFileStates(fileStates.toRecords(made.pages.length))
    printResult(options, workspace, input, made, files, drawn)
    return 0
  } catch (error) {
    // Threads that are still writing would recreate the folder.
    await pool.close()
    await writer.discard()
    throw error
  }
}

/** @property lastOutlines the outlines of the last build. */
type ReadingOptions = {
  lastOutlines: Awaited<ReturnType<BuildCache['readOutlines']>>
  deferValidation: boolean
}

/** Reads outlines of all files, and whole files only where they hold pages of the shard. */
function createShardReaders(
  { site, shard }: ShardOptions,
  { cache, fileStates, startBundle }: Workspace,
  pool: WorkerPool,
  { lastOutlines, deferValidation }: ReadingOptions,
) {
  let outlines: OutlineCache | undefined
  const whole = createStatReader(fileStates, { site, cache, pool, deferValidation })
  const firstRead: FirstRead = {
    reader: (pictures) => {
      outlines = new OutlineCache(pictures, lastOutlines)
      return createOutlineReader(outlines)
    },
    shard: {
      ...shard,
      reader: (pictures, pageCount) => {
        pool.limitForShard(pageCount)
        return whole.reader(pictures)
      },
    },
    onSettings: startBundle,
  }
  const getOutlines = () => outlines?.toRecords()
  return { firstRead, getOutlines, getFileStates: whole.getFileStates }
}

function createManifest(
  { shard, edition: { origin, launch } = {} }: ShardOptions,
  { sourceHash }: Workspace,
  { sources, content, shared }: SiteInput,
  made: MadePages,
  { files }: SiteOutput,
) {
  const lines: SourceRecord[] = sources
    .filter(({ summary }) => summary.pages.length > 0)
    .map(({ summary }) => ({ summary, pages: made.recordsOf(summary) }))
  const header = {
    ...shard,
    sourceHash,
    nodeVersion: process.version,
    ...(origin !== undefined && { origin }),
    ...(launch !== undefined && { launch }),
    ...(listDatedParts(shared.merged, made.pages).length > 0 && {
      now: new Date(shared.context.moment.now).toISOString(),
    }),
    content,
    // Sorted, since images are drawn in parallel and finish in any order.
    images: Object.fromEntries(
      Object.keys(files)
        .sort()
        .map((path) => [path, files[path]!.key]),
    ),
    lineCount: lines.length,
  }
  return { header, lines }
}

function printResult(
  { out, shard: { index, count }, isVerbose }: ShardOptions,
  { startedAt }: Workspace,
  { shared }: SiteInput,
  { pages, bytes }: MadePages,
  files: SiteOutput,
  drawn: number,
): void {
  const pageCount = `${pages.length} of ${shared.merged.pages.size} pages`
  console.log(`${out}: shard ${index} of ${count}, ${pageCount}, ${formatDuration(startedAt)}`)
  if (isVerbose) console.log(formatFigures(files.bytes + bytes, drawn))
}
