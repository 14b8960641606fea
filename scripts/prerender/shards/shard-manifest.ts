import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Problem } from '../../../schema/problems/problem.ts'
import type { PageRecord, SourceRecord } from '../cache/build-cache.ts'
import type { SiteInput } from '../read/load-site-input.ts'
import type { Shard } from './shard.ts'
import { fromStoredPages, toStoredPages, type StoredSource } from '../cache/stored-pages.ts'

/** Lies among the pages of a part and says what it is: a line of JSON for the part, then one for each of the site's files in it. */
export const manifestName = 'part.jsonl'

/** What tells whether parts belong together. */
type ShardHeader = Shard & {
  /** A hash of everything that makes documents, and the version of Node that did. */
  sourceHash: string
  nodeVersion: string
  /** The address that was asked for in place of the site's own. */
  origin?: string
  content: SiteInput['content']
  /** What is to be mended on its pages. */
  warnings: Problem[]
  /** Pictures, each with a hash of its content. */
  images: Record<string, string>
  /** So many lines follow. */
  lineCount: number
}

/** @property lines a file of the site each, or a set, with those of its pages that were made. */
export type ShardManifest = { header: ShardHeader; lines: SourceRecord[] }

/** Without what is of one machine alone. (How well a page compresses is estimated from those before it: that may differ.) */
export function serializeManifest({ header, lines }: ShardManifest): string {
  return [header, ...lines.map(toPortableSource)]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('')
}

function toPortableSource({ summary, pages }: SourceRecord): StoredSource {
  const toNeutral = ({ result, ...record }: PageRecord): PageRecord => {
    const { files, weight } = result.output!
    return {
      ...record,
      result: {
        ...result,
        output: { files: files.map((file) => ({ ...file, modifiedMs: 0 })), weight },
      },
    }
  }
  return {
    summary: { ...summary, path: '' },
    stored: toStoredPages(
      Object.fromEntries(
        Object.entries(pages).map(([route, record]) => [route, toNeutral(record)]),
      ),
    ),
  }
}

/** @returns why there is none, in words that follow the folder's name. */
export function readManifest(folder: string): ShardManifest | string {
  let bytes: Buffer
  try {
    bytes = readFileSync(join(folder, manifestName))
  } catch {
    return `is no part of a site: there is no ${manifestName} in it`
  }
  try {
    const [header, ...lines] = [...splitJsonLines(bytes)].map((line) => JSON.parse(line) as unknown)
    const read = (lines as StoredSource[]).map(
      ({ summary, stored }): SourceRecord => ({ summary, pages: fromStoredPages(stored) }),
    )
    if ((header as ShardHeader).lineCount === read.length)
      return { header: header as ShardHeader, lines: read }
  } catch {
    // Cut short, or changed: said below.
  }
  return `is damaged: its ${manifestName} is not as it was written`
}

/** One by one: all together may be longer than a text can be. */
function* splitJsonLines(bytes: Buffer): Generator<string> {
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(10, start)
    const end = found < 0 ? bytes.length : found
    yield bytes.toString('utf8', start, end)
    start = end + 1
  }
}
