import type { SiteInput } from '../read/site-input.ts'
import { readManifest, type ShardManifest } from './shard-manifest.ts'
import { describeShard } from './shard.ts'

/** A shard and the folder that it was built into. */
export type BuiltShard = ShardManifest & { folder: string }

/**
 * Reads the shards of a site and sorts them by index.
 * @param sourceHash The hash of the sources of this program.
 * @returns A sentence that says why the shards do not form a whole site, if they do not.
 */
export function readShards(folders: string[], sourceHash: string): BuiltShard[] | string {
  const shards: BuiltShard[] = []
  for (const folder of folders) {
    const manifest = readManifest(folder)
    if (typeof manifest === 'string') return `${folder} ${manifest}.`
    shards.push({ ...manifest, folder })
  }
  shards.sort((a, b) => a.header.index - b.header.index)
  return (
    findMixedShards(shards) ??
    findMissingShards(shards) ??
    findForeignBuild(shards, sourceHash) ??
    findMixedOrigins(shards) ??
    findMixedLaunches(shards) ??
    findMixedMoments(shards) ??
    shards
  )
}

/** Finds shards of different counts, or a duplicate shard. */
function findMixedShards(shards: BuiltShard[]): string | undefined {
  const [first] = shards
  const other = shards.find(({ header }) => header.count !== first!.header.count)
  if (other)
    return `${first!.folder} is shard ${describeShard(first!.header)}, but ${other.folder} is shard ${describeShard(other.header)}. All shards must have the same number of shards.`
  const duplicate = shards.find(
    ({ header }, index) => header.index === shards[index - 1]?.header.index,
  )
  const original = duplicate && shards.find(({ header }) => header.index === duplicate.header.index)
  return (
    duplicate &&
    `${original!.folder} and ${duplicate.folder} are both shard ${describeShard(duplicate.header)}. Leave one of them out.`
  )
}

function findMissingShards(shards: BuiltShard[]): string | undefined {
  const { count } = shards[0]!.header
  const existing = new Set(shards.map(({ header }) => header.index))
  const missing = Array.from({ length: count }, (_, offset) => offset + 1).filter(
    (index) => !existing.has(index),
  )
  if (missing.length === 0) return undefined
  const instruction =
    missing.length === 1
      ? `shard ${missing[0]} is missing. Build it`
      : `shards ${missing.join(', ')} are missing. Build them`
  return `of ${count} shards, ${instruction}: ${toBuildCommand(missing[0]!, count)}`
}

function findForeignBuild(shards: BuiltShard[], sourceHash: string): string | undefined {
  const other = shards.find(({ header }) => header.sourceHash !== sourceHash)
  if (!other) return undefined
  const { nodeVersion } = other.header
  const difference =
    nodeVersion === process.version
      ? 'a different version of this program'
      : `Node ${nodeVersion}, but this is Node ${process.version}`
  return `${other.folder} was built with ${difference}. ${suggestRebuild(other)}`
}

function findMixedOrigins(shards: BuiltShard[]): string | undefined {
  const [first] = shards
  const other = shards.find(({ header }) => header.origin !== first!.header.origin)
  const nameOf = ({ header: { origin } }: BuiltShard) => origin ?? "the site's own origin"
  return (
    other &&
    `${first!.folder} was built for ${nameOf(first!)}, but ${other.folder} for ${nameOf(other)}. Build all shards with the same --origin.`
  )
}

function findMixedLaunches(shards: BuiltShard[]): string | undefined {
  const launched = shards.find(({ header }) => header.launch)
  const other = shards.find(({ header }) => !header.launch)
  return (
    launched &&
    other &&
    `${launched.folder} was built with --launch, but ${other.folder} without it. Build all shards with --launch, or none.`
  )
}

/** A shard in which nothing has days fits every moment. */
function findMixedMoments(shards: BuiltShard[]): string | undefined {
  const [first, ...others] = shards.filter(({ header }) => header.now !== undefined)
  const other = others.find(({ header }) => header.now !== first!.header.now)
  return (
    other &&
    `${first!.folder} was built as of ${first!.header.now}, but ${other.folder} as of ${other.header.now}. Build all shards with the same --now.`
  )
}

const maxListedFiles = 3

/**
 * Finds a shard that was built from other content than the site at hand.
 * @returns A message with the files that differ; undefined if there are none.
 */
export function findChangedContent(
  shards: BuiltShard[],
  content: SiteInput['content'],
): string | undefined {
  for (const shard of shards) {
    const { content: other } = shard.header
    const files = [...new Set([...Object.keys(content), ...Object.keys(other)])].filter(
      (file) => content[file] !== other[file],
    )
    if (files.length === 0) continue
    const more =
      files.length > maxListedFiles ? ` and ${files.length - maxListedFiles} more files` : ''
    return `${shard.folder} was built from different content: ${files.slice(0, maxListedFiles).join(', ')}${more} ${files.length === 1 ? 'differs' : 'differ'}. ${suggestRebuild(shard)}`
  }
  return undefined
}

/**
 * Describes the first shard with files that are missing or changed.
 * @param damaged The paths of these files by shard.
 */
export function describeDamagedFiles(damaged: Map<BuiltShard, string[]>): string {
  const [[shard, paths]] = damaged as unknown as [[BuiltShard, string[]]]
  const others = paths.length - 1
  const subject = `${shard.folder}${paths[0]}${others > 0 ? ` and ${others} more` : ''}`
  return `${subject} ${others > 0 ? 'are' : 'is'} missing, truncated or changed. Copy the whole shard again, or rebuild it: ${toBuildCommand(shard.header.index, shard.header.count)}`
}

const toBuildCommand = (index: number, count: number) =>
  `npm run build -- --shard ${index}/${count}`
const suggestRebuild = ({ header: { index, count } }: BuiltShard) =>
  `Rebuild it: ${toBuildCommand(index, count)}`
