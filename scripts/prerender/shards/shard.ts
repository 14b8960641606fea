import { tryRead } from '../../shared/try-read.ts'
import { join } from 'node:path'
import type { PageRecord } from '../make/page-types.ts'
import type { Edition } from '../../../schema/resolve/resolve-site.ts'
import type { SiteInput } from '../read/load-site-input.ts'
import type { SourceRecord } from '../read/source-record.ts'

/** One of `count` shards of a site's pages, which are built independently. `index` starts at 1. */
export type Shard = { index: number; count: number }

export const describeShard = ({ index, count }: Shard) => `${index} of ${count}`
export const getShardFolder = ({ index, count }: Shard) => `shard-${index}-of-${count}`

/**
 * Selects the pages of a shard: a contiguous slice of the site's pages in their order. Slices
 * differ in length by at most one page.
 */
export function selectShardRoutes(routes: Iterable<string>, { index, count }: Shard): Set<string> {
  const all = [...routes]
  const startOf = (shard: number) => Math.floor((shard * all.length) / count)
  return new Set(all.slice(startOf(index - 1), startOf(index)))
}

/** The manifest in the folder of a shard. */
export const shardManifestPath = '/shard.json'
export const manifestName = shardManifestPath.slice(1)

/**
 * @property codeHash of all code and configuration that affects documents
 * @property options of the build that change pages: of all shards, the same
 * @property now the moment that was built, if anything in the shard has days
 * @property images the hash of each image by its path
 */
type ShardHeader = Shard & {
  codeHash: string
  nodeVersion: string
  options: Pick<Edition, 'origin' | 'launch'>
  now?: string
  content: SiteInput['content']
  images: Record<string, string>
}

/** @property sources the files and sets, each with its pages in the shard */
export type ShardManifest = { header: ShardHeader; sources: SourceRecord[] }

/**
 * Serializes a manifest without data of one machine. Estimated page weights may still differ
 * between machines, because they depend on the pages measured before.
 */
export const serializeManifest = ({ header, sources }: ShardManifest): string =>
  JSON.stringify({ header, sources: sources.map(toPortableSource) })

function toPortableSource(source: SourceRecord) {
  const portable = Object.entries(source.records).map(([route, { result, ...record }]) => {
    const { files, weight } = result.output!
    const output = { files: files.map((file) => ({ ...file, modifiedMs: 0 })), weight }
    return [route, { ...record, result: { ...result, output } }] as [string, PageRecord]
  })
  return { ...source, state: undefined, records: Object.fromEntries(portable) }
}

/** @returns If there is no valid manifest, the reason, as the predicate of a sentence. */
export function readManifest(folder: string): ShardManifest | string {
  const bytes = tryRead(join(folder, manifestName))
  if (!bytes) return `is not a shard of a site: it has no ${manifestName}`
  try {
    const manifest = JSON.parse(bytes.toString()) as ShardManifest
    if (manifest.header) return manifest
  } catch {
    // Truncated or changed; reported below.
  }
  return `is damaged: its ${manifestName} is truncated or changed`
}
