import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { shortHash } from '../../../schema/source/source-summary.ts'
import {
  describeDamagedFiles,
  findChangedContent,
  readShards,
  type BuiltShard,
} from './check-shards.ts'
import { findUnusablePublicFile } from '../output/check-output-folder.ts'
import { finishSite } from '../session/finish-site.ts'
import { makeAllPages } from '../make/make-all-pages.ts'
import { stageOutput } from '../output/stage-output.ts'
import type { SourceRecord } from '../cache/build-cache.ts'
import { createPageKeys } from '../make/plan-pages.ts'
import { OutlineCache } from '../read/outline-cache.ts'
import { createOutlineReader } from '../read/read-outlines.ts'
import { toLoadedSource, type SourceReader } from '../read/read-sources.ts'
import { loadSiteInput, type SiteInput } from '../read/load-site-input.ts'
import { reportFailure } from '../session/report-build.ts'
import { SiteFiles } from '../output/site-output.ts'
import { schemaFile, startBuild } from '../session/start-build.ts'
import { copyShardFiles, type ShardPages } from './take-shards.ts'
import { createWorkerPool } from '../workers/worker-pool.ts'

export type MergeOptions = {
  /** The site's folder. */
  site: string
  /** The folder that is replaced. */
  out: string
  /** The folders of the parts, in any order. */
  shards: string[]
}

/** Joins the parts of a site: no page is made again, and what is written is what a build of the whole site writes. @returns the exit code. */
export async function mergeShards({
  site: dir,
  out,
  shards: folders,
}: MergeOptions): Promise<number> {
  const start = await startBuild(dir, out)
  const { cache, sourceHash, onSettings } = start
  const parts = readShards(folders, sourceHash)
  if (typeof parts === 'string') return reportFailure(parts)
  const lines = joinShardRecords(parts)
  // Without a hash, a set is new to the cache.
  const sets = {
    setEntries: cache.setEntries,
    readSource: async (file: string) =>
      lines.has(file)
        ? { ...lines.get(file)!, summary: { ...lines.get(file)!.summary, hash: '' } }
        : undefined,
  }
  const read = await loadSiteInput({
    dir,
    origin: parts[0]!.header.origin,
    schemaFile,
    reader: (pictures) => createShardReader(lines, pictures),
    sets,
    onSettings,
  })
  if (!read.sources) return reportFailure(read.problems, dir)
  const why =
    findChangedContent(parts, read.content) ?? (await findUnusablePublicFile(join(dir, 'public')))
  if (why !== undefined) return reportFailure(why)
  const bundled = await start.getBundle()

  const looked = start.scanOutputs()
  const tree = await stageOutput(out, cache.spareOutput, looked)
  try {
    const files = new SiteFiles(await looked.out, tree.folder, await cache.readOutputFiles())
    const { pages, damaged } = copyShardFiles(parts, {
      folder: tree.folder,
      files,
      routes: new Set(read.sources.flatMap(({ pages: ofFile }) => ofFile.map(([route]) => route))),
    })
    const unfit = damaged.size > 0 ? describeDamagedFiles(damaged) : findMismatchedPage(read, pages)
    if (unfit !== undefined) {
      await tree.discard()
      return reportFailure(unfit)
    }
    const plan = { jobs: [], keys: new Map<string, string>(), kept: pages, previous: pages }
    const { kept, ...made } = await makeAllPages({
      plan,
      shared: read.shared,
      input: read.plainInput,
      pool: createWorkerPool(),
      onProgress: () => {},
    })
    const problems = [...parts.flatMap(({ header }) => header.warnings), ...made.problems]
    return await finishSite({
      dir,
      out,
      start,
      read,
      tree,
      files,
      bundled,
      made: { ...made, problems, kept: [], written: kept },
    })
  } catch (error) {
    await tree.discard()
    throw error
  }
}

/** Of each of the site's files, its pages from all parts. */
function joinShardRecords(parts: BuiltShard[]): Map<string, SourceRecord> {
  const all = new Map<string, SourceRecord>()
  for (const { lines } of parts) {
    for (const { summary, pages } of lines) {
      const line = all.get(summary.file) ?? { summary, pages: {} }
      all.set(summary.file, line)
      Object.assign(line.pages, pages)
    }
  }
  return all
}

/** What the parts know of each file that has pages; a file without is read here. */
function createShardReader(lines: Map<string, SourceRecord>, pictures: string[]): SourceReader {
  const readOutline = createOutlineReader(new OutlineCache(pictures))
  return async (path, file) => {
    const line = lines.get(file)
    const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => error)
    if (bytes instanceof Error) return bytes
    // One that has changed is told of when all are read.
    return line?.summary.hash === shortHash(bytes)
      ? toLoadedSource({ ...line.summary, path }, line.pages, true)
      : readOutline(path, file)
  }
}

/** A page that is in no part, or would come out otherwise here: no content that is the same gives one. */
function findMismatchedPage(
  { sources, plainInput }: SiteInput,
  pages: ShardPages,
): string | undefined {
  const { keyOf, isUnchanged } = createPageKeys(plainInput)
  for (const { pages: ofFile } of sources) {
    for (const [route, entry] of ofFile) {
      const record = pages.get(route)
      // One with a warning has no key.
      if (record && isUnchanged(record, record.key === '' ? '' : keyOf(route, entry))) continue
      return `the parts hold no page ${route} that is made of what there is here. Build them again.`
    }
  }
  return undefined
}
