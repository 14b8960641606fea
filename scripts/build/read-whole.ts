import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readDates, type ContentDates } from '../../schema/content-dates.ts'
import { mergeSources } from '../../schema/merge-sources.ts'
import type { Problem } from '../../schema/problem.ts'
import { listPublicFiles } from '../../schema/public-files.ts'
import type { PictureInfo } from '../../schema/pictures.ts'
import { isPicture, readPictures, shownInEntries } from '../../schema/read-pictures.ts'
import type { ParseCache } from '../../schema/read-site.ts'
import { resolveShared, type SharedSite } from '../../schema/resolve-site.ts'
import type { Schema } from '../../schema/schema-walk.ts'
import { addSets } from '../../schema/sets/add-sets.ts'
import { listSets } from '../../schema/sets/list-sets.ts'
import { readRowFiles } from '../../schema/sets/read-row-files.ts'
import type { RowsFile } from '../../schema/sets/rows-file.ts'
import { hashOf } from '../../schema/site-part.ts'
import { createValidator, type Validator } from '../../schema/validate-file.ts'
import { drawsCards } from '../images/site-images.ts'
import type { SharedInput } from './make-pages.ts'
import { toShared } from './plan-pages.ts'
import { readOwn } from './read-outlines.ts'
import { readParts, type PartSource, type ReadPart } from './read-parts.ts'
import { listSetParts, type KnownSets } from './set-parts.ts'
import { listOwn, type Shard } from './shard.ts'

/** A site before its pages are made: what it consists of, and what its pages share. */
export type ReadSite = {
  /** Its files, then its sets. */
  parts: PartSource[]
  shared: SharedSite
  /** The same as plain data. */
  input: SharedInput
  publicFiles: Set<string>
  dates: ContentDates
  problems: Problem[]
  /** Files of rows by the names by which sets ask for them, each with a hash. */
  rowFiles: Map<string, string>
  /** A hash of everything that its pages are made of, file by file. */
  content: Record<string, string>
}

/** What a process that stays need not read again; a build that ends has nothing of it. */
export type HeldSite = {
  part?: (path: string) => PartSource | undefined
  publicFiles?: Set<string>
  /** Filled with what is measured now. */
  pictures?: Map<string, PictureInfo | undefined>
  rows?: ParseCache
  schema?: Schema
  /** Made when there are sets. */
  validator?: () => Validator
}

/** There is no file to be read. */
type UnreadSite = { parts?: undefined; problems: Problem[] }

export type ReadOptions = {
  /** The site's folder. */
  dir: string
  origin?: string
  schemaFile: string
  /** What reads its files. @param pictures the files in public/ that may be spoken of. */
  reader: (pictures: string[]) => ReadPart
  /** The pages that are made here, and what reads so many of them; left out when all are, and `reader` reads them whole. */
  shard?: Shard & { reader: (pictures: string[], pages: number) => ReadPart }
  sets: KnownSets
  /** Told of the site's settings as they are written, as soon as they are read. */
  onSettings: (settings: Record<string, unknown>) => void
  held?: HeldSite
}

/** Reads a site's files and sets, and resolves what its pages share. @returns only problems where there is no file to be read. */
export async function readWhole({
  dir,
  origin,
  schemaFile,
  reader,
  shard,
  sets: knownSets,
  onSettings,
  held = {},
}: ReadOptions): Promise<ReadSite | UnreadSite> {
  const publicDir = join(dir, 'public')
  const publicFiles = held.publicFiles ?? (await listPublicFiles(publicDir))
  const pictures = [...publicFiles].filter(isPicture)
  const readPart = reader(pictures)
  const { sources, problems } = await readParts(
    dir,
    async (path, file) => held.part?.(path) ?? readPart(path, file),
    onSettings,
  )
  if (sources.length === 0) return { problems }
  const schema = held.schema ?? (JSON.parse(await readFile(schemaFile, 'utf8')) as Schema)
  const merged = mergeSources(sources)
  const written = merged.pages.size
  const sets = listSets(sources)
  const rows: ParseCache = held.rows ?? new Map()
  const rowFiles =
    sets.length > 0 ? await readRowFiles(dir, sources, rows, problems) : new Map<string, RowsFile>()
  if (sets.length > 0) {
    for (const problem of addSets(
      merged,
      sets,
      rowFiles,
      schema,
      held.validator?.() ?? createValidator(schema),
    ))
      problems.push(problem)
  }
  const shown = shownInEntries(
    [...merged.pages.values()].slice(written).map(({ raw }) => raw),
    publicFiles,
  )
  // What a file spoke of when it was read may be gone by now.
  const infos = await measurePictures(
    publicDir,
    [...new Set([...sources.flatMap(({ part }) => part.pictures), ...shown])]
      .filter((file) => publicFiles.has(file))
      .sort(),
    held.pictures,
  )
  const own = shard && listOwn(merged.pages.keys(), shard)
  if (own)
    for (const problem of await readOwn(sources, own, shard.reader(pictures, own.size)))
      problems.push(problem)
  const parts = [...sources, ...(await listSetParts(merged, knownSets, own))]
  const dates = await readDates(dir)
  const shared = resolveShared(merged, schema, {
    origin,
    pictures: { files: publicFiles, infos },
    dated: !dates.isEmpty,
  })
  for (const problem of shared.merged.problems) problems.push(problem)
  const { site, business } = shared
  const input = toShared(shared.context, {
    site,
    business,
    settings: shared.merged.settings,
    placeNames: shared.placeNames,
    draws: site !== undefined && drawsCards(site),
  })
  const content = {
    ...Object.fromEntries(sources.map(({ file, part }) => [file, part.hash])),
    ...Object.fromEntries(
      [...rows.values()].map(({ bytes, source }) => [source.file, hashOf(bytes)]),
    ),
    ...Object.fromEntries(
      [...infos].map(([file, info]) => [`public${file}`, hashOf(JSON.stringify(info))]),
    ),
  }
  return {
    parts,
    shared,
    input,
    publicFiles,
    dates,
    problems,
    rowFiles: new Map([...rowFiles].map(([name, { file }]) => [name, content[file]!])),
    content,
  }
}

/** @param known pictures that have been measured already, and those that could not be. */
async function measurePictures(
  dir: string,
  files: string[],
  known: Map<string, PictureInfo | undefined> = new Map(),
): Promise<Map<string, PictureInfo>> {
  const found = await readPictures(
    dir,
    files.filter((file) => !known.has(file)),
  )
  for (const file of files) if (!known.has(file)) known.set(file, found.get(file))
  return new Map(
    files.flatMap((file) => (known.get(file) ? [[file, known.get(file)!] as const] : [])),
  )
}
