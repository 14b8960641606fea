import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readDates, type ContentDates } from '../../schema/content-dates.ts'
import { mergeSources } from '../../schema/merge-sources.ts'
import type { Problem } from '../../schema/problem.ts'
import { listPublicFiles } from '../../schema/public-files.ts'
import { isPicture, readPictures } from '../../schema/read-pictures.ts'
import { resolveShared, type SharedSite } from '../../schema/resolve-site.ts'
import type { Schema } from '../../schema/schema-walk.ts'
import { addSets } from '../../schema/sets/add-sets.ts'
import { listSets } from '../../schema/sets/list-sets.ts'
import { readRowFiles } from '../../schema/sets/read-row-files.ts'
import { createValidator } from '../../schema/validate-file.ts'
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
  dates: ContentDates
  problems: Problem[]
}

type Options = {
  /** The site's folder. */
  dir: string
  origin?: string
  cache: BuildCache
  pool: Pool
  schemaFile: string
  /** Told of the site's settings as they are written, as soon as they are read. */
  onSettings: (settings: Record<string, unknown>) => void
}

/** Reads a site's files and sets, and resolves what its pages share. @returns only problems where there is no file to be read. */
export async function readWhole({ dir, origin, cache, pool, schemaFile, onSettings }: Options): Promise<ReadSite | { parts?: undefined; problems: Problem[] }> {
  const publicDir = join(dir, 'public')
  const publicFiles = await listPublicFiles(publicDir)
  const { sources, problems } = await readParts(dir, { cache, pool, schemaFile, pictures: [...publicFiles].filter(isPicture), onSettings })
  if (sources.length === 0) return { problems }
  const schema = JSON.parse(await readFile(schemaFile, 'utf8')) as Schema
  const infos = await readPictures(publicDir, [...new Set(sources.flatMap(({ part }) => part.pictures))].sort())
  const merged = mergeSources(sources)
  const sets = listSets(sources)
  if (sets.length > 0) {
    const rowFiles = await readRowFiles(dir, sources, new Map(), problems)
    for (const problem of addSets(merged, sets, rowFiles, schema, createValidator(schema))) problems.push(problem)
  }
  const parts = [...sources, ...(await listSetParts(merged, cache))]
  const dates = await readDates(dir)
  const shared = resolveShared(merged, schema, { origin, pictures: { files: publicFiles, infos }, dated: !dates.isEmpty })
  problems.push(...shared.merged.problems)
  const { site, business } = shared
  const input = toShared(shared.context, { site, business, settings: shared.merged.settings, placeNames: shared.placeNames, draws: site !== undefined && drawsCards(site) })
  return { parts, shared, input, publicFiles, dates, problems }
}
