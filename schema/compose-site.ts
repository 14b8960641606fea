import { join } from 'node:path'
import { createMoment } from './days/moment.ts'
import { filterSiteByMoment } from './days/filter-site.ts'
import { addReviews } from './reviews/read-reviews.ts'
import { mergeSources } from './resolve/merge-sources.ts'
import { resolveSharedSite, type SharedSite } from './resolve/resolve-site.ts'
import type { SiteEdition } from './site-edition.ts'
import { addFactTables } from './sets/add-fact-tables.ts'
import { addSets } from './sets/add-sets.ts'
import { listSets } from './sets/list-sets.ts'
import { readRowFiles, type RowFileCache } from './sets/read-row-files.ts'
import { readAddresses } from './source/recorded-addresses.ts'
import { readDates, type ContentDates } from './source/content-dates.ts'
import { listPublicFiles, type PublicFolder } from './source/list-public-files.ts'
import { readOwnFonts, type PublishedFont } from './source/fonts/read-own-fonts.ts'
import type { PictureInfo } from './source/pictures.ts'
import { findShownPictures, isPictureFile, readPictureInfos } from './source/read-picture-infos.ts'
import { readSiteSources, type ReadSource } from './source/read-site-sources.ts'
import { asRecord } from './util/records.ts'
import { getValidator } from './validate/validate-file.ts'
import type { Schema } from './validate/json-schema.ts'
import type { Problem } from './problems/types.ts'
import type { RowFile } from './sets/table.ts'
import type { SourceFile } from './source/types.ts'

/**
 * A site with its sources merged and the data that all pages share resolved. Pages are not
 * resolved.
 */
export type ComposedSite<S extends SourceFile = SourceFile> = {
  /** Files in reading order: pages.yaml first. */
  sources: S[]
  shared: SharedSite
  publicFolder: PublicFolder
  /** Sizes of the pictures that pages may show. */
  pictures: Map<string, PictureInfo>
  /** The site's own fonts. */
  fonts: PublishedFont[]
  dates: ContentDates
  /** Row files by the names that sets and tables of facts use. */
  rowFiles: Map<string, RowFile>
  problems: Problem[]
}

/** The result without pages.yaml: only problems. */
export type MissingSite = { sources?: undefined; problems: Problem[] }

export type ComposeOptions<S extends SourceFile> = {
  schema: Schema
  edition?: SiteEdition
  /**
   * Creates the function that reads a file of the site.
   * @param pictures the URL paths of the pictures in public/
   */
  createReader: (pictures: string[]) => ReadSource<S>
  /** Lists the URL paths of the pictures that the sources name. */
  listPictures: (sources: S[], publicFiles: Set<string>) => string[]
  /** Whether to hash the content of each page even if no date is recorded yet. */
  recordsDates?: boolean
  held?: HeldParts
}

/** Data that a long-running process reuses instead of reading it again. */
type HeldParts = {
  publicFolder?: PublicFolder
  /** Pictures that have been measured. Extended with the pictures that are measured now. */
  pictures?: Map<string, PictureInfo | undefined>
  rows?: RowFileCache
}

/**
 * Reads the sources of a site, merges them, adds the pages of sets, measures pictures, and resolves
 * the data that all pages share. Every command that reads a site, whole or in outline, starts here.
 * @param dir the site's folder
 */
export async function composeSite<S extends SourceFile>(
  dir: string,
  options: ComposeOptions<S>,
): Promise<ComposedSite<S> | MissingSite> {
  const { schema, edition = {}, createReader, listPictures, held = {} } = options
  const publicDir = join(dir, 'public')
  const publicFolder = held.publicFolder ?? listPublicFiles(dir)
  const publicFiles = publicFolder.files
  const publicPictures = [...publicFiles].filter(isPictureFile)
  const { sources, problems } = await readSiteSources(dir, createReader(publicPictures))
  if (sources.length === 0) return { problems }
  problems.push(...publicFolder.problems)
  const written = sources.map(({ value }) => asRecord(value))
  const moment = createMoment(
    edition.moment ?? {},
    asRecord(written[0]!.site),
    written.map(({ facts }) => facts),
  )
  const merged = mergeSources(sources, moment)
  const writtenCount = merged.pages.size
  const sets = listSets(sources)
  const rowFiles = new Map<string, RowFile>()
  // Problems are appended one by one, since the number of arguments of a call is limited.
  const report = (found: Problem[]) => found.forEach((problem) => void problems.push(problem))
  for (const [name, file] of await readRowFiles(dir, sources, held.rows ?? new Map(), problems))
    rowFiles.set(name, file)
  report(addFactTables(merged, rowFiles))
  report(addReviews(merged, rowFiles, moment))
  if (sets.length > 0) report(addSets(merged, sets, rowFiles, schema, getValidator(schema)))
  const setEntries = [...merged.pages.values()].slice(writtenCount).map(({ raw }) => raw)
  report(filterSiteByMoment(merged, moment, schema))
  const named = [
    ...listPictures(sources, publicFiles),
    ...findShownPictures(setEntries, publicFiles),
  ]
  // A picture may be gone since the source that names it was read.
  const files = [...new Set(named)].filter((file) => publicFiles.has(file)).sort()
  const pictures = await measurePictures(publicDir, files, held.pictures)
  const dates = await readDates(dir)
  const { ownFonts, published, problems: fontProblems } = await readOwnFonts(dir, sources[0]!)
  problems.push(...fontProblems)
  const shared = resolveSharedSite(merged, schema, {
    ownFonts,
    addresses: await readAddresses(dir),
    origin: edition.origin,
    launch: edition.launch,
    noindex: edition.noindex,
    moment,
    pictures: { files: publicFiles, infos: pictures },
    rowFiles,
    recordsDates: options.recordsDates ?? !dates.isEmpty,
  })
  report(shared.merged.problems)
  return { sources, shared, publicFolder, pictures, fonts: published, dates, rowFiles, problems }
}

/** @param known pictures that have been measured before; the value of a broken one is undefined */
async function measurePictures(
  dir: string,
  files: string[],
  known: Map<string, PictureInfo | undefined> = new Map(),
): Promise<Map<string, PictureInfo>> {
  const missing = files.filter((file) => !known.has(file))
  const found = await readPictureInfos(dir, missing)
  for (const file of missing) known.set(file, found.get(file))
  const measured = files.map((file) => [file, known.get(file)] as const)
  return new Map(measured.filter((entry): entry is [string, PictureInfo] => entry[1] !== undefined))
}
