import { readFile } from 'node:fs/promises'
import { shortHash } from '../../../schema/util/short-hash.ts'
import {
  describeDamagedFiles,
  findChangedContent,
  readShards,
  type BuiltShard,
} from './check-shards.ts'
import type { SourceRecord } from '../cache/records.ts'
import type { HostName } from '../hosts/host-names.ts'
import { createPageKeys } from '../make/plan-pages.ts'
import { retryIfReplaced } from '../output/concurrent-builds.ts'
import { OutlineCache } from '../read/outline-cache.ts'
import { createOutlineReader } from '../read/read-outlines.ts'
import { toLoadedSource } from '../read/read-sources.ts'
import type { SourceReader } from '../read/loaded-source.ts'
import type { SetCache, SiteInput } from '../read/site-input.ts'
import { reportFailure, reportUpdate } from '../session/report-build.ts'
import { Session } from '../session/session.ts'
import { Updater } from '../session/updater.ts'
import type { PageSource } from '../session/update-types.ts'
import { openWorkspace } from '../session/workspace.ts'
import { copyShardFiles, type ShardPages } from './take-shards.ts'
import { createWorkerPool } from '../workers/worker-pool.ts'

export type MergeOptions = {
  /** The site's folder. */
  site: string
  /** The output folder, which is replaced. */
  out: string
  /** The folders of the shards, in any order. */
  shards: string[]
  /** Replaces the site's own hosts. */
  hosts?: HostName[]
  /** Prints figures about the output. */
  isVerbose?: boolean
}

/**
 * Joins the shards of a site: a session whose page records come from the shards. No page is
 * rendered, and the output is that of a build of the whole site.
 * @returns The exit code.
 */
export const mergeShards = (options: MergeOptions): Promise<number> =>
  retryIfReplaced(() => merge(options))

async function merge({
  site,
  out,
  shards: folders,
  hosts,
  isVerbose,
}: MergeOptions): Promise<number> {
  const workspace = await openWorkspace(site, out)
  const { cache, sourceHash, startBundle, startedAt } = workspace
  const shards = readShards(folders, sourceHash)
  if (typeof shards === 'string') return reportFailure(shards)
  const { origin, launch } = shards[0]!.header
  const now = shards.map(({ header }) => header.now).find((each) => each !== undefined)
  const edition = { origin, launch, moment: { now } }
  const pool = createWorkerPool()
  const records = joinShardRecords(shards)
  const session = new Session({
    site,
    edition,
    cache: createShardCache(records, cache),
    pool,
    firstRead: {
      reader: (pictures) => createShardReader(records, pictures),
      onSettings: startBundle,
    },
  })
  const source: PageSource = {
    check: async ({ content }) => findChangedContent(shards, content),
    copyPages: (input, files, folder) => {
      const routes = new Set(input.sources.flatMap(({ pages }) => pages.map(([route]) => route)))
      const { pages, damaged } = copyShardFiles(shards, { folder, files, routes })
      const problem =
        damaged.size > 0 ? describeDamagedFiles(damaged) : findMismatchedPage(input, pages)
      return problem ?? pages
    },
  }
  const outcome = await new Updater({
    site,
    edition,
    hosts,
    session,
    workspace,
    pool,
    source,
  }).update()
  const violations = reportUpdate(outcome, { site, out, startedAt, isVerbose })
  return violations?.length === 0 ? 0 : 1
}

/** Creates a cache that knows the sets of the shards. */
const createShardCache = (
  records: Map<string, SourceRecord>,
  { setEntries }: SetCache,
): SetCache => ({
  setEntries,
  readSource: async (file) => {
    const record = records.get(file)
    // Without a hash, a set counts as new to the cache.
    return record && { ...record, summary: { ...record.summary, hash: '' } }
  },
})

/** @returns The pages of all shards by their source file. */
function joinShardRecords(shards: BuiltShard[]): Map<string, SourceRecord> {
  const all = new Map<string, SourceRecord>()
  for (const { lines } of shards) {
    for (const { summary, pages } of lines) {
      const line = all.get(summary.file) ?? { summary, pages: {} }
      all.set(summary.file, line)
      Object.assign(line.pages, pages)
    }
  }
  return all
}

/** Creates a reader that takes files with pages from the manifests, and reads the others. */
function createShardReader(lines: Map<string, SourceRecord>, pictures: string[]): SourceReader {
  const readOutline = createOutlineReader(new OutlineCache(pictures))
  return async (path, file) => {
    const line = lines.get(file)
    const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => error)
    if (bytes instanceof Error) return bytes
    // `findChangedContent` reports a file that has changed.
    return line?.summary.hash === shortHash(bytes)
      ? toLoadedSource({ ...line.summary, path }, line.pages, true)
      : readOutline(path, file)
  }
}

/**
 * Finds a page that no shard has, or that would be rendered differently here. Identical content
 * never leads to one.
 */
function findMismatchedPage(
  { sources, plainInput }: SiteInput,
  pages: ShardPages,
): string | undefined {
  const { keyOf, isUnchanged } = createPageKeys(plainInput)
  for (const { pages: ofFile } of sources) {
    for (const [route, entry] of ofFile) {
      const record = pages.get(route)
      // A page with a warning has no key.
      if (record && isUnchanged(record, record.key === '' ? '' : keyOf(route, entry))) continue
      return `no shard has a page ${route} that was built from this content. Rebuild all shards.`
    }
  }
  return undefined
}
