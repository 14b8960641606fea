import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mergeSources } from '../../schema/merge-sources.ts'
import type { Problem } from '../../schema/problem.ts'
import { listPublicFiles } from '../../schema/public-files.ts'
import type { PictureInfo } from '../../schema/pictures.ts'
import { isPicture, readPictures } from '../../schema/read-pictures.ts'
import { resolveShared, type SharedSite } from '../../schema/resolve-site.ts'
import type { Schema } from '../../schema/schema-walk.ts'
import { addSets } from '../../schema/sets/add-sets.ts'
import { listSets } from '../../schema/sets/list-sets.ts'
import { readRowFiles } from '../../schema/sets/read-row-files.ts'
import type { ParseCache } from '../../schema/read-site.ts'
import { createValidator, type Validator } from '../../schema/validate-file.ts'
import { drawsCards } from '../images/site-images.ts'
import type { BuildCache } from './build-cache.ts'
import type { SharedInput } from './make-pages.ts'
import { toShared } from './plan-pages.ts'
import { readParts, type PartSource } from './read-parts.ts'
import { listSetParts } from './set-parts.ts'
import type { Pool } from './worker-pool.ts'

/** A site before its pages are made: what it consists of, and what its pages share. */
export type ReadSite = {
  /** Its files, then its sets. */
  parts: PartSource[]
  shared: SharedSite
  /** The same as plain data. */
  input: SharedInput
  publicFiles: Set<string>
  problems: Problem[]
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
  cache: Pick<BuildCache, 'readPart' | 'entries'>
  pool: Pick<Pool, 'read' | 'useThreads'>
  schemaFile: string
  /** Told of the site's settings as they are written, as soon as they are read. */
  onSettings: (settings: Record<string, unknown>) => void
  held?: HeldSite
}

/** Reads a site's files and sets, and resolves what its pages share. @returns only problems where there is no file to be read. */
export async function readWhole({ dir, origin, cache, pool, schemaFile, onSettings, held = {} }: ReadOptions): Promise<ReadSite | UnreadSite> {
  const publicDir = join(dir, 'public')
  const publicFiles = held.publicFiles ?? (await listPublicFiles(publicDir))
  const { sources, problems } = await readParts(dir, { cache, pool, schemaFile, pictures: [...publicFiles].filter(isPicture), held: held.part, onSettings })
  if (sources.length === 0) return { problems }
  const schema = held.schema ?? (JSON.parse(await readFile(schemaFile, 'utf8')) as Schema)
  const infos = await measurePictures(publicDir, [...new Set(sources.flatMap(({ part }) => part.pictures))].sort(), held.pictures)
  const merged = mergeSources(sources)
  const sets = listSets(sources)
  if (sets.length > 0) {
    const rowFiles = await readRowFiles(dir, sources, held.rows ?? new Map(), problems)
    for (const problem of addSets(merged, sets, rowFiles, schema, held.validator?.() ?? createValidator(schema))) problems.push(problem)
  }
  const parts = [...sources, ...(await listSetParts(merged, cache))]
  const shared = resolveShared(merged, schema, { origin, pictures: { files: publicFiles, infos } })
  problems.push(...shared.merged.problems)
  const { site, business } = shared
  const input = toShared(shared.context, { site, business, settings: shared.merged.settings, placeNames: shared.placeNames, draws: site !== undefined && drawsCards(site) })
  return { parts, shared, input, publicFiles, problems }
}

/** @param known pictures that have been measured already, and those that could not be. */
async function measurePictures(dir: string, files: string[], known: Map<string, PictureInfo | undefined> = new Map()): Promise<Map<string, PictureInfo>> {
  const found = await readPictures(dir, files.filter((file) => !known.has(file)))
  for (const file of files) if (!known.has(file)) known.set(file, found.get(file))
  return new Map(files.flatMap((file) => (known.get(file) ? [[file, known.get(file)!] as const] : [])))
}
