import { tryRead } from '../../shared/try-read.ts'
import { formatCommand } from '../../launch/commands.mjs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { getDataPath } from '../../../renderer/routes.ts'
import { getDocumentPath } from '../../../schema/util/route-paths.ts'
import { resolveInside } from '../../../schema/util/resolve-inside.ts'
import { formatFirstItems } from '../../../schema/util/format-first-items.ts'
import { shortHash } from '../../../schema/util/short-hash.ts'
import type { SourceRecord, KnownSources } from '../read/source-record.ts'
import { writeOutputFile, type WrittenFile } from '../output/output-file.ts'
import type { SiteInput } from '../read/load-site-input.ts'
import { type BuildOptions, reportFailure, reportRun } from '../run/build-site.ts'
import { openFolderRun, type FolderContents, type OpenFolder } from '../run/folder-run.ts'
import { createSiteContents } from '../run/site-contents.ts'
import { withProgress } from '../run/show-progress.ts'
import { hashCode } from '../bundle/bundle.ts'
import { describeShard, readManifest, type ShardManifest } from './shard.ts'

/** @property shards their folders, in any order */
type MergeOptions = Omit<BuildOptions, 'edition'> & { shards: string[] }

/**
 * Joins the shards of a site: a run whose records come from the shards. No page is rendered, and
 * the output is that of a build of the whole site. @returns the exit code
 */
export async function mergeShards({
  site,
  out,
  shards: folders,
  hosts,
  isVerbose,
}: MergeOptions): Promise<number> {
  const startedAt = performance.now()
  const shards = readShards(folders, hashCode(site))
  if (typeof shards === 'string') return reportFailure({ status: 'refused', reason: shards }, site)
  const now = shards.map(({ header }) => header.now).find((each) => each !== undefined)
  const whole = createSiteContents(site, out, hosts)
  const contents: FolderContents = {
    ...whole,
    refuse: async (input, lastFiles) =>
      explainOtherContent(shards, input.content) ?? whole.refuse?.(input, lastFiles),
    copyPages: (input, folder) => copyPages(shards, input, folder),
  }
  const edition = { ...shards[0]!.header.options, moment: { now } }
  const { update } = openFolderRun({ site, out, edition, known: joinSources(shards) }, contents)
  const result = await withProgress((onProgress) => update({ hooks: { onProgress } }))
  const violations = reportRun(result, { site, out, startedAt, isVerbose })
  return violations?.length === 0 ? 0 : 1
}

/** A shard and the folder that it was built into. */
type BuiltShard = ShardManifest & { folder: string }

/**
 * Reads the shards of a site and sorts them by index.
 * @returns a sentence that says why the shards do not form a whole site, if they do not
 */
function readShards(folders: string[], codeHash: string): BuiltShard[] | string {
  const shards: BuiltShard[] = []
  for (const folder of folders) {
    const manifest = readManifest(folder)
    if (typeof manifest === 'string') return `${folder} ${manifest}.`
    shards.push({ ...manifest, folder })
  }
  shards.sort((a, b) => a.header.index - b.header.index)
  return explainMismatch(shards, codeHash) ?? shards
}

/** Each shard is needed once, and all were built with the same program and options. */
function explainMismatch(shards: BuiltShard[], codeHash: string): string | undefined {
  const [first] = shards
  const { count, options } = first!.header
  const found = shards.map(({ header }) => describeShard(header))
  const needed = Array.from({ length: count }, (_, at) => describeShard({ index: at + 1, count }))
  if (String(found) !== String(needed)) {
    const missing = needed.findIndex((each) => !found.includes(each))
    const next =
      missing < 0 ? 'Leave the others out.' : `Build one: ${toBuildCommand(missing + 1, count)}`
    return `these are shards ${found.join(', ')}, and each of ${count} is needed once. ${next}`
  }
  const foreign = shards.find(({ header }) => header.codeHash !== codeHash)
  if (foreign)
    return `${foreign.folder} was built with another version of this program, or of Node (${foreign.header.nodeVersion}). ${suggestRebuild(foreign)}`
  // A shard in which nothing has days fits every moment.
  const now = shards.find(({ header }) => header.now)?.header.now
  const other = shards.find(
    ({ header }) => !isDeepStrictEqual(header.options, options) || (header.now ?? now) !== now,
  )
  return other
    ? `${other.folder} was built with another --origin, --launch or --now than ${first!.folder}. Build all shards with the same ones.`
    : undefined
}

/** The sources of all shards, each with its pages in them. */
function joinSources(shards: BuiltShard[]): KnownSources {
  const all = new Map<string, SourceRecord>()
  for (const { sources } of shards) {
    for (const source of sources) {
      const known = all.get(source.file) ?? { ...source, records: {} }
      all.set(source.file, known)
      Object.assign(known.records, source.records)
    }
  }
  return { readSource: (file) => all.get(file) }
}

/** The number of changed files that a message names. */
const maxListed = 3

/** Finds a shard that was built from other content than the site at hand, and says where it differs. */
function explainOtherContent(
  shards: BuiltShard[],
  content: SiteInput['content'],
): string | undefined {
  for (const shard of shards) {
    const { content: other } = shard.header
    const files = Object.keys({ ...content, ...other }).filter(
      (file) => content[file] !== other[file],
    )
    if (files.length > 0)
      return `${shard.folder} was built from different content: ${formatFirstItems(files, maxListed)} ${files.length === 1 ? 'differs' : 'differ'}. ${suggestRebuild(shard)}`
  }
  return undefined
}

/**
 * Copies the files of shards and verifies their content hashes. File times cannot be used, because
 * most ways of copying files between machines lose them.
 * The records of the pages then name the copies. @returns a message if files are missing or changed
 */
function copyPages(
  shards: BuiltShard[],
  { resolved }: SiteInput,
  { staged, files }: OpenFolder,
): string | undefined {
  const routes = resolved.site.pages
  const damaged: { shard: BuiltShard; path: string }[] = []
  for (const shard of shards) {
    for (const [route, { result }] of shard.sources.flatMap((each) =>
      Object.entries(each.records),
    )) {
      const { output, filesHash } = result
      // Only the document is always written.
      const paths = [getDocumentPath(route), getDataPath(route)].slice(0, output!.files.length)
      const isExpected =
        routes.has(route) && output!.files.every(({ path }, index) => path === paths[index])
      const written = isExpected && copyVerified(shard.folder, staged, paths, filesHash)
      if (written) {
        output!.files = written
        files.written.push(...paths)
      } else damaged.push({ shard, path: paths[0]! })
    }
    for (const [path, key] of Object.entries(shard.header.images)) {
      // Pages of several shards may show the same image.
      if (files.has(path)) continue
      // A manifest is not trusted.
      const isSafe = resolveInside(shard.folder, path).path !== undefined
      const written = isSafe && copyVerified(shard.folder, staged, [path], key)
      if (written) files.adopt(key, written[0]!)
      else damaged.push({ shard, path })
    }
  }
  return damaged.length > 0 ? describeDamaged(damaged) : undefined
}

/**
 * Copies files. Hard links would be faster, but extracting another shard over this one would then
 * change the site.
 * @param hash The expected hash of the concatenated contents.
 * @returns undefined if a file is missing or the hash differs.
 */
function copyVerified(
  from: string,
  to: string,
  paths: string[],
  hash: string,
): WrittenFile[] | undefined {
  const contents = paths.flatMap((path) => tryRead(join(from, path)) ?? [])
  if (contents.length < paths.length) return undefined
  if (shortHash(contents.length === 1 ? contents[0]! : Buffer.concat(contents)) !== hash)
    return undefined
  return paths.map((path, index) => writeOutputFile(to, path, contents[index]!))
}

function describeDamaged(damaged: { shard: BuiltShard; path: string }[]): string {
  const { shard, path } = damaged[0]!
  const others = damaged.filter((each) => each.shard === shard).length - 1
  const subject = `${shard.folder}${path}${others > 0 ? ` and ${others} more` : ''}`
  return `${subject} ${others > 0 ? 'are' : 'is'} missing, truncated or changed. Copy the whole shard again, or rebuild it: ${toBuildCommand(shard.header.index, shard.header.count)}`
}

const toBuildCommand = (index: number, count: number) =>
  formatCommand('build', ['--shard', `${index}/${count}`])
const suggestRebuild = ({ header: { index, count } }: BuiltShard) =>
  `Rebuild it: ${toBuildCommand(index, count)}`
