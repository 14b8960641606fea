import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readDates, type ContentDates } from '../../../schema/source/content-dates.ts'
import { mergeSources } from '../../../schema/resolve/merge-sources.ts'
import type { Problem } from '../../../schema/problems/problem.ts'
import { listPublicFiles } from '../../../schema/source/list-public-files.ts'
import type { PictureInfo } from '../../../schema/source/pictures.ts'
import {
  isPictureFile,
  readPictureInfos,
  findShownPictures,
} from '../../../schema/source/read-picture-infos.ts'
import type { ParseCache } from '../../../schema/source/read-site-sources.ts'
import { resolveSharedSite, type SharedSite } from '../../../schema/resolve/resolve-site.ts'
import type { Schema } from '../../../schema/validate/walk-schema.ts'
import { addSets } from '../../../schema/sets/add-sets.ts'
import { listSets } from '../../../schema/sets/list-sets.ts'
import { readRowFiles } from '../../../schema/sets/read-row-files.ts'
import type { RowFile } from '../../../schema/sets/parse-row-file.ts'
import { shortHash } from '../../../schema/source/source-summary.ts'
import { createValidator, type Validator } from '../../../schema/validate/validate-file.ts'
import { hasGeneratedShareImages } from '../../images/site-images.ts'
import type { SharedInput } from '../make/make-pages.ts'
import { toPlainInput } from '../make/plan-pages.ts'
import { readShardSources } from './read-outlines.ts'
import { readLoadedSources, type LoadedSource, type SourceReader } from './read-sources.ts'
import { listSetSources, type SetCache } from './set-sources.ts'
import { listShardRoutes, type Shard } from '../shards/shard.ts'

/** A site before its pages are made: what it consists of, and what its pages share. */
export type SiteInput = {
  /** Its files, then its sets. */
  sources: LoadedSource[]
  shared: SharedSite
  /** The same as plain data. */
  plainInput: SharedInput
  publicFiles: Set<string>
  dates: ContentDates
  problems: Problem[]
  /** Files of rows by the names by which sets ask for them, each with a hash. */
  rowFiles: Map<string, string>
  /** A hash of everything that its pages are made of, file by file. */
  content: Record<string, string>
}

/** What a process that stays need not read again; a build that ends has nothing of it. */
export type HeldInput = {
  findSource?: (path: string) => LoadedSource | undefined
  publicFiles?: Set<string>
  /** Filled with what is measured now. */
  pictures?: Map<string, PictureInfo | undefined>
  rows?: ParseCache
  schema?: Schema
  /** Made when there are sets. */
  validator?: () => Validator
}

/** There is no file to be read. */
export type MissingSite = { sources?: undefined; problems: Problem[] }

export type LoadInputOptions = {
  /** The site's folder. */
  dir: string
  origin?: string
  schemaFile: string
  /** What reads its files. @param pictures the files in public/ that may be spoken of. */
  reader: (pictures: string[]) => SourceReader
  /** The pages that are made here, and what reads so many of them; left out when all are, and `reader` reads them whole. */
  shard?: Shard & { reader: (pictures: string[], pages: number) => SourceReader }
  sets: SetCache
  /** Told of the site's settings as they are written, as soon as they are read. */
  onSettings: (settings: Record<string, unknown>) => void
  held?: HeldInput
}

/** Reads a site's files and sets, and resolves what its pages share. @returns only problems where there is no file to be read. */
export async function loadSiteInput({
  dir,
  origin,
  schemaFile,
  reader,
  shard,
  sets: knownSets,
  onSettings,
  held = {},
}: LoadInputOptions): Promise<SiteInput | MissingSite> {
  const publicDir = join(dir, 'public')
  const publicFiles = held.publicFiles ?? (await listPublicFiles(publicDir))
  const pictures = [...publicFiles].filter(isPictureFile)
  const readPart = reader(pictures)
  const { sources, problems } = await readLoadedSources(
    dir,
    async (path, file) => held.findSource?.(path) ?? readPart(path, file),
    onSettings,
  )
  if (sources.length === 0) return { problems }
  const schema = held.schema ?? (JSON.parse(await readFile(schemaFile, 'utf8')) as Schema)
  const merged = mergeSources(sources)
  const written = merged.pages.size
  const sets = listSets(sources)
  const rows: ParseCache = held.rows ?? new Map()
  const rowFiles =
    sets.length > 0 ? await readRowFiles(dir, sources, rows, problems) : new Map<string, RowFile>()
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
  const shown = findShownPictures(
    [...merged.pages.values()].slice(written).map(({ raw }) => raw),
    publicFiles,
  )
  // What a file spoke of when it was read may be gone by now.
  const infos = await readPictureInfosOnce(
    publicDir,
    [...new Set([...sources.flatMap(({ summary }) => summary.pictures), ...shown])]
      .filter((file) => publicFiles.has(file))
      .sort(),
    held.pictures,
  )
  const own = shard && listShardRoutes(merged.pages.keys(), shard)
  if (own)
    for (const problem of await readShardSources(sources, own, shard.reader(pictures, own.size)))
      problems.push(problem)
  const parts = [...sources, ...(await listSetSources(merged, knownSets, own))]
  const dates = await readDates(dir)
  const shared = resolveSharedSite(merged, schema, {
    origin,
    pictures: { files: publicFiles, infos },
    recordsDates: !dates.isEmpty,
  })
  for (const problem of shared.merged.problems) problems.push(problem)
  const { site, business } = shared
  const plainInput = toPlainInput(shared.context, {
    site,
    business,
    settings: shared.merged.settings,
    placeNames: shared.placeNames,
    drawsShareImages: site !== undefined && hasGeneratedShareImages(site),
  })
  const content = {
    ...Object.fromEntries(sources.map(({ file, summary }) => [file, summary.hash])),
    ...Object.fromEntries(
      [...rows.values()].map(({ bytes, source }) => [source.file, shortHash(bytes)]),
    ),
    ...Object.fromEntries(
      [...infos].map(([file, info]) => [`public${file}`, shortHash(JSON.stringify(info))]),
    ),
  }
  return {
    sources: parts,
    shared,
    plainInput,
    publicFiles,
    dates,
    problems,
    rowFiles: new Map([...rowFiles].map(([name, { file }]) => [name, content[file]!])),
    content,
  }
}

/** @param known pictures that have been measured already, and those that could not be. */
async function readPictureInfosOnce(
  dir: string,
  files: string[],
  known: Map<string, PictureInfo | undefined> = new Map(),
): Promise<Map<string, PictureInfo>> {
  const found = await readPictureInfos(
    dir,
    files.filter((file) => !known.has(file)),
  )
  for (const file of files) if (!known.has(file)) known.set(file, found.get(file))
  return new Map(
    files.flatMap((file) => (known.get(file) ? [[file, known.get(file)!] as const] : [])),
  )
}
