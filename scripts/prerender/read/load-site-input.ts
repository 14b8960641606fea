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

/** Everything that a build reads before it renders pages. */
export type SiteInput = {
  /** The source files, then the sets. */
  sources: LoadedSource[]
  shared: SharedSite
  /** `shared` as plain data, which can be sent to threads. */
  plainInput: SharedInput
  publicFiles: Set<string>
  dates: ContentDates
  problems: Problem[]
  /** The hash of each row file, by the name that sets refer to it with. */
  rowFiles: Map<string, string>
  /** The hash of each file that affects pages. */
  content: Record<string, string>
}

/** Data that a long-running process keeps between builds. */
export type HeldInput = {
  findSource?: (path: string) => LoadedSource | undefined
  publicFiles?: Set<string>
  /** Known dimensions of pictures; undefined for a picture that could not be read. Is added to. */
  pictures?: Map<string, PictureInfo | undefined>
  rows?: ParseCache
  schema?: Schema
  /** Called only if there are sets. */
  validator?: () => Validator
}

/** No source file could be read. */
export type MissingSite = { sources?: undefined; problems: Problem[] }

export type LoadInputOptions = {
  /** The site's folder. */
  dir: string
  origin?: string
  schemaFile: string
  /** Creates the reader of source files. @param pictures The pictures in public/. */
  reader: (pictures: string[]) => SourceReader
  /**
   * For the build of one shard: `reader` reads only outlines, and this one reads files whole.
   * @param pages The number of pages in the shard.
   */
  shard?: Shard & { reader: (pictures: string[], pages: number) => SourceReader }
  sets: SetCache
  /** Called with the raw settings of the site as soon as they are read. */
  onSettings: (settings: Record<string, unknown>) => void
  held?: HeldInput
}

/**
 * Reads the source files and sets of a site, and resolves what its pages share.
 * @returns Only problems if no source file can be read.
 */
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
  const readSource = reader(pictures)
  const { sources, problems } = await readLoadedSources(
    dir,
    async (path, file) => held.findSource?.(path) ?? readSource(path, file),
    onSettings,
  )
  if (sources.length === 0) return { problems }
  const schema = held.schema ?? (JSON.parse(await readFile(schemaFile, 'utf8')) as Schema)
  const merged = mergeSources(sources)
  const pageCountWithoutSets = merged.pages.size
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
  const picturesOfSets = findShownPictures(
    [...merged.pages.values()].slice(pageCountWithoutSets).map(({ raw }) => raw),
    publicFiles,
  )
  // A cached summary may refer to pictures that have been deleted.
  const infos = await readPictureInfosOnce(
    publicDir,
    [...new Set([...sources.flatMap(({ summary }) => summary.pictures), ...picturesOfSets])]
      .filter((file) => publicFiles.has(file))
      .sort(),
    held.pictures,
  )
  const shardRoutes = shard && listShardRoutes(merged.pages.keys(), shard)
  if (shardRoutes) {
    const readWhole = shard.reader(pictures, shardRoutes.size)
    for (const problem of await readShardSources(sources, shardRoutes, readWhole))
      problems.push(problem)
  }
  const allSources = [...sources, ...(await listSetSources(merged, knownSets, shardRoutes))]
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
    sources: allSources,
    shared,
    plainInput,
    publicFiles,
    dates,
    problems,
    rowFiles: new Map([...rowFiles].map(([name, { file }]) => [name, content[file]!])),
    content,
  }
}

/**
 * Reads the dimensions of pictures.
 * @param known Dimensions that are already known; undefined for a picture that could not be read.
 */
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
