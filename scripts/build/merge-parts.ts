import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashOfFile } from '../../schema/site-part.ts'
import { describeDamage, findOtherContent, readWholeSet, type Part } from './check-parts.ts'
import { findUnusable } from './check-out.ts'
import { finishSite } from './finish-site.ts'
import { makeSite } from './make-site.ts'
import { openOutput } from './output-tree.ts'
import type { PartRecord } from './build-cache.ts'
import { createKeys } from './plan-pages.ts'
import { KnownOutlines } from './known-outlines.ts'
import { outlineReader } from './read-outlines.ts'
import { toPartSource, type ReadPart } from './read-parts.ts'
import { readWhole, type ReadSite } from './read-whole.ts'
import { refuse } from './report-build.ts'
import { SiteOutput } from './site-output.ts'
import { schemaFile, startBuild } from './start-build.ts'
import { takeParts, type TakenPages } from './take-parts.ts'
import { createPool } from './worker-pool.ts'

export type MergeOptions = {
  /** The site's folder. */
  site: string
  /** The folder that is replaced. */
  out: string
  /** The folders of the parts, in any order. */
  parts: string[]
}

/** Joins the parts of a site: no page is made again, and what is written is what a build of the whole site writes. @returns the exit code. */
export async function mergeParts({
  site: dir,
  out,
  parts: folders,
}: MergeOptions): Promise<number> {
  const start = await startBuild(dir, out)
  const { cache, engine, onSettings } = start
  const parts = readWholeSet(folders, engine)
  if (typeof parts === 'string') return refuse(parts)
  const lines = joinLines(parts)
  // Without a hash, a set is new to the cache.
  const sets = {
    entries: cache.entries,
    readPart: async (file: string) =>
      lines.has(file)
        ? { ...lines.get(file)!, part: { ...lines.get(file)!.part, hash: '' } }
        : undefined,
  }
  const read = await readWhole({
    dir,
    origin: parts[0]!.header.origin,
    schemaFile,
    reader: (pictures) => lineReader(lines, pictures),
    sets,
    onSettings,
  })
  if (!read.parts) return refuse(read.problems, dir)
  const why = findOtherContent(parts, read.content) ?? (await findUnusable(join(dir, 'public')))
  if (why !== undefined) return refuse(why)
  const bundled = await start.bundled()

  const looked = start.look()
  const tree = await openOutput(out, cache.spare, looked)
  try {
    const files = new SiteOutput(await looked.out, tree.folder, await cache.readFiles())
    const { pages, damaged } = takeParts(parts, {
      folder: tree.folder,
      files,
      routes: new Set(read.parts.flatMap(({ pages: ofFile }) => ofFile.map(([route]) => route))),
    })
    const unfit = damaged.size > 0 ? describeDamage(damaged) : findUnfit(read, pages)
    if (unfit !== undefined) {
      await tree.discard()
      return refuse(unfit)
    }
    const plan = { orders: [], keys: new Map<string, string>(), kept: pages, last: pages }
    const { kept, ...made } = await makeSite({
      plan,
      shared: read.shared,
      input: read.input,
      pool: createPool(),
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
function joinLines(parts: Part[]): Map<string, PartRecord> {
  const all = new Map<string, PartRecord>()
  for (const { lines } of parts) {
    for (const { part, pages } of lines) {
      const line = all.get(part.file) ?? { part, pages: {} }
      all.set(part.file, line)
      Object.assign(line.pages, pages)
    }
  }
  return all
}

/** What the parts know of each file that has pages; a file without is read here. */
function lineReader(lines: Map<string, PartRecord>, pictures: string[]): ReadPart {
  const readOutline = outlineReader(new KnownOutlines(pictures))
  return async (path, file) => {
    const line = lines.get(file)
    const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => error)
    if (bytes instanceof Error) return bytes
    // One that has changed is told of when all are read.
    return line?.part.hash === hashOfFile(bytes)
      ? toPartSource({ ...line.part, path }, line.pages, true)
      : readOutline(path, file)
  }
}

/** A page that is in no part, or would come out otherwise here: no content that is the same gives one. */
function findUnfit({ parts, input }: ReadSite, pages: TakenPages): string | undefined {
  const { keyOf, isSame } = createKeys(input)
  for (const { pages: ofFile } of parts) {
    for (const [route, entry] of ofFile) {
      const record = pages.get(route)
      // One with a warning has no key.
      if (record && isSame(record, record.key === '' ? '' : keyOf(route, entry))) continue
      return `the parts hold no page ${route} that is made of what there is here. Build them again.`
    }
  }
  return undefined
}
