import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Problem } from '../../schema/problem.ts'
import type { PageRecord, PartRecord } from './build-cache.ts'
import type { ReadSite } from './read-whole.ts'
import type { Shard } from './shard.ts'
import { fromStored, toStored, type StoredPart } from './stored-pages.ts'

/** Lies among the pages of a part and says what it is: a line of JSON for the part, then one for each of the site's files in it. */
export const manifestName = 'part.jsonl'

/** What tells whether parts belong together. */
export type PartHeader = Shard & {
  /** A hash of everything that makes documents, and the version of Node that did. */
  engine: string
  node: string
  /** The address that was asked for in place of the site's own. */
  origin?: string
  content: ReadSite['content']
  /** What is to be mended on its pages. */
  warnings: Problem[]
  /** Pictures, each with a hash of its content. */
  drawn: Record<string, string>
  /** So many lines follow. */
  files: number
}

/** @property lines a file of the site each, or a set, with those of its pages that were made. */
export type PartManifest = { header: PartHeader; lines: PartRecord[] }

/** Without what is of one machine alone. (How well a page compresses is estimated from those before it: that may differ.) */
export function writeManifest({ header, lines }: PartManifest): string {
  return [header, ...lines.map(strip)].map((line) => `${JSON.stringify(line)}\n`).join('')
}

function strip({ part, pages }: PartRecord): StoredPart {
  const toNeutral = ({ made, ...record }: PageRecord): PageRecord => {
    const { files, weight } = made.output!
    return {
      ...record,
      made: { ...made, output: { files: files.map((file) => ({ ...file, modified: 0 })), weight } },
    }
  }
  return {
    part: { ...part, path: '' },
    stored: toStored(
      Object.fromEntries(
        Object.entries(pages).map(([route, record]) => [route, toNeutral(record)]),
      ),
    ),
  }
}

/** @returns why there is none, in words that follow the folder's name. */
export function readManifest(folder: string): PartManifest | string {
  let bytes: Buffer
  try {
    bytes = readFileSync(join(folder, manifestName))
  } catch {
    return `is no part of a site: there is no ${manifestName} in it`
  }
  try {
    const [header, ...lines] = [...splitLines(bytes)].map((line) => JSON.parse(line) as unknown)
    const read = (lines as StoredPart[]).map(
      ({ part, stored }): PartRecord => ({ part, pages: fromStored(stored) }),
    )
    if ((header as PartHeader).files === read.length)
      return { header: header as PartHeader, lines: read }
  } catch {
    // Cut short, or changed: said below.
  }
  return `is damaged: its ${manifestName} is not as it was written`
}

/** One by one: all together may be longer than a text can be. */
function* splitLines(bytes: Buffer): Generator<string> {
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(10, start)
    const end = found < 0 ? bytes.length : found
    yield bytes.toString('utf8', start, end)
    start = end + 1
  }
}
