import { join } from 'node:path'
import { hasErrors } from '../../../schema/problems/problem.ts'
import { countDrawnImages } from '../../images/site-images.ts'
import { preloadImageRenderer } from '../../images/share-image.ts'
import { findBudgetViolations } from '../budgets/budgets.ts'
import { bundle, hashCode } from '../bundle/bundle.ts'
import type { Bundle } from '../bundle/load-renderer.ts'
import { BuildCache, type OutputFileRecords } from '../cache/build-cache.ts'
import { listOutputFiles } from '../make/make-all-pages.ts'
import { createFileCheck, sumSizes } from '../output/output-file.ts'
import { SiteOutput } from '../output/site-output.ts'
import { stageOutput, type StagedOutput } from '../output/stage-output.ts'
import type { SiteInput } from '../read/load-site-input.ts'
import { Session, toSimilarityRecord, type SessionOptions } from '../read/session.ts'
import {
  listWeights,
  run,
  type CheckedRun,
  type RunOptions,
  type RunResult,
  type Sink,
} from './run.ts'

/** What a folder holds besides pages. */
export type FolderContents = {
  /** @param folder the output as it is. @returns why the site can't be written there, if it can't */
  refuse?(input: SiteInput, lastFiles: OutputFileRecords): Promise<string | undefined>
  /** Copies the known pages into the folder. @returns why they don't fit the site, if they don't */
  copyPages?(input: SiteInput, folder: OpenFolder): string | undefined
  /** Writes everything else. */
  write?(run: CheckedRun, folder: OpenFolder): Promise<void>
}

/** A folder that is being written. */
export type OpenFolder = {
  site: string
  /** The current output. */
  out: string
  /** See `FolderRun`. */
  codeHash: string
  /** Where new files are written. */
  staged: string
  /** The files that are not pages. */
  files: SiteOutput
  /** Left out if an error has been found. */
  bundle?: Bundle
  /** Called after each image. */
  onDrawn?: (done: number, all: number) => void
}

/** A folder that runs bring up to date again and again. */
export type FolderRun = {
  /** When it was opened, as `performance.now()`. */
  startedAt: number
  /** @param options what has changed since the last update: everything when left out */
  update(options?: Omit<RunOptions, 'sink'>): Promise<RunResult>
}

/** @param options.out the folder, which is replaced. @param contents nothing but pages by default */
export function openFolderRun(
  { out, ...options }: SessionOptions & { out: string },
  contents: FolderContents = {},
): FolderRun {
  // React chooses its build by this variable when it is loaded.
  process.env.NODE_ENV = 'production'
  const startedAt = performance.now()
  const { site } = options
  const codeHash = hashCode(site)
  const cache = new BuildCache(site, out, codeHash)
  const session = new Session({ known: cache, ...options })
  const sink = createFolderSink({ site, out, codeHash, cache }, contents)
  return { startedAt, update: (each = {}) => run(session, { ...each, sink }) }
}

/** Writes pages into a folder, and keeps those that have not changed since the last run. */
function createFolderSink(
  {
    site,
    out,
    codeHash,
    cache,
  }: Pick<OpenFolder, 'site' | 'out' | 'codeHash'> & { cache: BuildCache },
  contents: FolderContents,
): Sink {
  let bundling: Promise<Bundle> | undefined
  let lastFiles: OutputFileRecords | undefined
  let staging: StagedOutput | undefined
  let open: OpenFolder
  return {
    onSettings({ application }) {
      bundling ??= bundle({ application: application !== false, site, hash: codeHash })
      // An error is thrown where the bundle is awaited.
      bundling.catch(() => {})
    },
    async open(input) {
      // First, since other processes may write the same folder.
      staging = await stageOutput(out)
      const last = (lastFiles ??= cache.readOutputFiles())
      const refusal = await contents.refuse?.(input, last)
      if (refusal !== undefined) return refusal
      const current = createFileCheck(out)
      const isValid = !hasErrors(input.problems) && input.resolved.siteData !== undefined
      // An error is thrown where an image is drawn.
      if (input.pageInputs.drawsShareImages && isValid) preloadImageRenderer().catch(() => {})
      const bundled = isValid ? await bundling : undefined
      const { folder: staged } = staging
      const files = new SiteOutput(current, staged, last)
      open = { site, out, codeHash, staged, files, bundle: bundled }
      const mismatch = contents.copyPages?.(input, open)
      if (mismatch !== undefined) return mismatch
      if (!bundled) return { current }
      const { rendererModule: renderer, assets, clientDir } = bundled
      const folders = [clientDir, join(site, 'public')]
      return {
        current: contents.copyPages ? createFileCheck(staged) : current,
        target: { renderer, output: { folder: staged, assets, files: folders } },
      }
    },
    async publish(run, onProgress) {
      const { files } = open
      const { made, input, similarPages } = run
      const onDrawn = (done: number, all: number) => onProgress?.('images', done, all)
      const drawnBefore = countDrawnImages()
      await contents.write?.(run, { ...open, onDrawn })
      const imagesCreated = countDrawnImages() - drawnBefore
      const pageFiles = listOutputFiles(made)
      const pagePaths = pageFiles.map(({ path }) => path)
      const paths = [...Object.keys(files.files), ...pagePaths]
      const written = [...files.written, ...made.written]
      staging!.publish(paths, written)
      staging = undefined
      for (const { record } of input.sources) cache.writeSource(made.updateRecord(record))
      cache.prune(input.sources.map(({ record }) => record.file))
      if (similarPages) cache.writeSimilarity(toSimilarityRecord(input, made, similarPages))
      cache.writeOutputFiles(files.files)
      cache.writeViolations(findBudgetViolations(listWeights(run)).map(({ text }) => text))
      lastFiles = files.files
      const bytes = files.bytes + sumSizes(pageFiles)
      return { written, bytes, imagesCreated, photosCleaned: files.cleaned.length }
    },
    discard() {
      staging?.discard()
      staging = undefined
    },
  }
}
