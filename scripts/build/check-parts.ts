import type { ReadSite } from './read-whole.ts'
import { readManifest, type PartManifest } from './part-manifest.ts'
import { describeShard } from './shard.ts'

/** A part of a site in a folder. */
export type Part = PartManifest & { folder: string }

/** Reads parts, in their order whatever the order of the folders. @returns why they make no whole site, in words that end a sentence. */
export function readWholeSet(folders: string[], engine: string): Part[] | string {
  const parts: Part[] = []
  for (const folder of folders) {
    const manifest = readManifest(folder)
    if (typeof manifest === 'string') return `${folder} ${manifest}.`
    parts.push({ ...manifest, folder })
  }
  parts.sort((a, b) => a.header.index - b.header.index)
  return (
    findMixture(parts) ??
    findGap(parts) ??
    findOtherEngine(parts, engine) ??
    findOtherOrigin(parts) ??
    parts
  )
}

/** Parts of different numbers of parts, or one of them twice. */
function findMixture(parts: Part[]): string | undefined {
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

function findGap(parts: Part[]): string | undefined {
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
  return `of ${count} parts, ${what}: ${buildAgain(missing[0]!, count)}`
}

function findOtherEngine(parts: Part[], engine: string): string | undefined {
  const other = parts.find(({ header }) => header.engine !== engine)
  if (!other) return undefined
  const { node } = other.header
  const by =
    node === process.version
      ? 'other code than this'
      : `Node ${node}, and this is ${process.version}`
  return `${other.folder} was built with ${by}. ${mend(other)}`
}

function findOtherOrigin(parts: Part[]): string | undefined {
  const [first] = parts
  const other = parts.find(({ header }) => header.origin !== first!.header.origin)
  const nameOf = ({ header: { origin } }: Part) => origin ?? "the site's own address"
  return (
    other &&
    `${first!.folder} was built for ${nameOf(first!)}, and ${other.folder} for ${nameOf(other)}. Give all the same --origin.`
  )
}

/** So many files are named. */
const named = 3

/** Which part was made of other content than the site beside it, and of what; undefined when all were made of the same. */
export function findOtherContent(parts: Part[], content: ReadSite['content']): string | undefined {
  for (const part of parts) {
    const { content: other } = part.header
    const files = [...new Set([...Object.keys(content), ...Object.keys(other)])].filter(
      (file) => content[file] !== other[file],
    )
    if (files.length === 0) continue
    const more = files.length > named ? ` and ${files.length - named} more files` : ''
    return `${part.folder} was built from other content than there is here: ${files.slice(0, named).join(', ')}${more} ${files.length === 1 ? 'differs' : 'differ'}. ${mend(part)}`
  }
  return undefined
}

/** What is not as it was written, in some parts. @param damaged part → paths. */
export function describeDamage(damaged: Map<Part, string[]>): string {
  const [[part, paths]] = damaged as unknown as [[Part, string[]]]
  const more =
    paths.length > 1 ? `, and so ${paths.length === 2 ? 'is' : 'are'} ${paths.length - 1} more` : ''
  return `${part.folder}${paths[0]} is not as it was built${more}: missing, cut short or changed. Copy the part again as a whole, or build it again: ${buildAgain(part.header.index, part.header.count)}`
}

const buildAgain = (index: number, count: number) => `npm run build -- --shard ${index}/${count}`
const mend = ({ header: { index, count } }: Part) => `Build it again: ${buildAgain(index, count)}`
