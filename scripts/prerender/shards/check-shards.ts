import type { SiteInput } from '../read/load-site-input.ts'
import { readManifest, type ShardManifest } from './shard-manifest.ts'
import { describeShard } from './shard.ts'

/** A part of a site in a folder. */
export type BuiltShard = ShardManifest & { folder: string }

/** Reads parts, in their order whatever the order of the folders. @returns why they make no whole site, in words that end a sentence. */
export function readShards(folders: string[], engine: string): BuiltShard[] | string {
  const parts: BuiltShard[] = []
  for (const folder of folders) {
    const manifest = readManifest(folder)
    if (typeof manifest === 'string') return `${folder} ${manifest}.`
    parts.push({ ...manifest, folder })
  }
  parts.sort((a, b) => a.header.index - b.header.index)
  return (
    findMixedShards(parts) ??
    findMissingShards(parts) ??
    findForeignBuild(parts, engine) ??
    findMixedOrigins(parts) ??
    parts
  )
}

/** Parts of different numbers of parts, or one of them twice. */
function findMixedShards(parts: BuiltShard[]): string | undefined {
  const [first] = parts
  const other = parts.find(({ header }) => header.count !== first!.header.count)
  if (other)
    return `${first!.folder} is part ${describeShard(first!.header)}, and ${other.folder} is part ${describeShard(other.header)}. Parts of one build have the same number behind the "of".`
  const twice = parts.find(({ header }, index) => header.index === parts[index - 1]?.header.index)
  const earlier = twice && parts.find(({ header }) => header.index === twice.header.index)
  return (
    twice &&
    `${earlier!.folder} and ${twice.folder} are both part ${describeShard(twice.header)}. Leave one of them out.`
  )
}

function findMissingShards(parts: BuiltShard[]): string | undefined {
  const { count } = parts[0]!.header
  const there = new Set(parts.map(({ header }) => header.index))
  const missing = Array.from({ length: count }, (_, at) => at + 1).filter(
    (index) => !there.has(index),
  )
  if (missing.length === 0) return undefined
  const what =
    missing.length === 1
      ? `part ${missing[0]} is missing. Build it`
      : `parts ${missing.join(', ')} are missing. Build them`
  return `of ${count} parts, ${what}: ${toBuildCommand(missing[0]!, count)}`
}

function findForeignBuild(parts: BuiltShard[], engine: string): string | undefined {
  const other = parts.find(({ header }) => header.sourceHash !== engine)
  if (!other) return undefined
  const { nodeVersion } = other.header
  const by =
    nodeVersion === process.version
      ? 'other code than this'
      : `Node ${nodeVersion}, and this is ${process.version}`
  return `${other.folder} was built with ${by}. ${suggestRebuild(other)}`
}

function findMixedOrigins(parts: BuiltShard[]): string | undefined {
  const [first] = parts
  const other = parts.find(({ header }) => header.origin !== first!.header.origin)
  const nameOf = ({ header: { origin } }: BuiltShard) => origin ?? "the site's own address"
  return (
    other &&
    `${first!.folder} was built for ${nameOf(first!)}, and ${other.folder} for ${nameOf(other)}. Give all the same --origin.`
  )
}

/** So many files are named. */
const maxListedFiles = 3

/** Which part was made of other content than the site beside it, and of what; undefined when all were made of the same. */
export function findChangedContent(
  parts: BuiltShard[],
  content: SiteInput['content'],
): string | undefined {
  for (const part of parts) {
    const { content: other } = part.header
    const files = [...new Set([...Object.keys(content), ...Object.keys(other)])].filter(
      (file) => content[file] !== other[file],
    )
    if (files.length === 0) continue
    const more =
      files.length > maxListedFiles ? ` and ${files.length - maxListedFiles} more files` : ''
    return `${part.folder} was built from other content than there is here: ${files.slice(0, maxListedFiles).join(', ')}${more} ${files.length === 1 ? 'differs' : 'differ'}. ${suggestRebuild(part)}`
  }
  return undefined
}

/** What is not as it was written, in some parts. @param damaged part → paths. */
export function describeDamagedFiles(damaged: Map<BuiltShard, string[]>): string {
  const [[part, paths]] = damaged as unknown as [[BuiltShard, string[]]]
  const more =
    paths.length > 1 ? `, and so ${paths.length === 2 ? 'is' : 'are'} ${paths.length - 1} more` : ''
  return `${part.folder}${paths[0]} is not as it was built${more}: missing, cut short or changed. Copy the part again as a whole, or build it again: ${toBuildCommand(part.header.index, part.header.count)}`
}

const toBuildCommand = (index: number, count: number) =>
  `npm run build -- --shard ${index}/${count}`
const suggestRebuild = ({ header: { index, count } }: BuiltShard) =>
  `Build it again: ${toBuildCommand(index, count)}`
