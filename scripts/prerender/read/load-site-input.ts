import { join } from 'node:path'
import { loadSiteSchema } from '../../../schema/block-types/load-site-schema.ts'
import { filterSiteByMoment } from '../../../schema/resolve/filter-by-moment.ts'
import { createMoment } from '../../../schema/days/moment.ts'
import { problemAt, type Problem } from '../../../schema/problems/problem.ts'
import type { SourceFile } from '../../../schema/problems/location.ts'
import { mergeSources, type Site, type Page } from '../../../schema/merge/merge-sources.ts'
import {
  listSpecialPages,
  resolveSite,
  type ResolvedSite,
  type Edition,
} from '../../../schema/resolve/resolve-site.ts'
import { addReviews } from '../../../schema/reviews/read-reviews.ts'
import { addFactTables } from '../../../schema/sets/add-fact-tables.ts'
import { addSets } from '../../../schema/sets/add-sets.ts'
import { listSets } from '../../../schema/sets/list-sets.ts'
import { readRowFiles, type RowFileCache } from '../../../schema/sets/read-row-files.ts'
import { readDates, type ContentDates } from '../../../schema/days/content-dates.ts'
import { readOwnFonts, type PublishedFont } from '../../../schema/theme/read-own-fonts.ts'
import type { PublicFolder } from '../../../schema/source/list-public-files.ts'
import type { PictureInfo } from '../../../schema/source/pictures.ts'
import {
  findShownPictures,
  isPictureFile,
  readPictureInfos,
} from '../../../schema/source/read-picture-infos.ts'
import { readSiteSources, type ReadSource } from '../../../schema/source/read-site-sources.ts'
import { readAddresses } from '../../../schema/source/recorded-addresses.ts'
import { groupBy } from '../../../schema/util/group-by.ts'
import { asRecord } from '../../../schema/util/records.ts'
import { shortHash } from '../../../schema/util/short-hash.ts'
import { suggestName } from '../../../schema/validate/nearest-name.ts'
import { getValidator } from '../../../schema/validate/validate-file.ts'
import {
  createPageInputs,
  withoutLocations,
  type PageInputs,
  type PageEntry,
} from '../make/page-types.ts'
import type { KnownSources, RunSource } from './source-record.ts'
import type { CompiledSet } from '../../../schema/sets/compile-set.ts'
import { findRowSource } from '../../../schema/sets/row-source.ts'

/** Everything that is read of a site before its pages are made. */
export type SiteInput = {
  /** The source files, pages.yaml first, then the sets. */
  sources: RunSource[]
  resolved: ResolvedSite
  /** Resolves what pages share again, for other settings or facts. */
  resolveShared: (site: Site) => ResolvedSite
  /** `shared` as plain data, which can be sent to threads. */
  pageInputs: PageInputs
  publicFolder: PublicFolder
  /** The site's own fonts. */
  fonts: PublishedFont[]
  dates: ContentDates
  problems: Problem[]
  /** The hash of each file that affects pages. */
  content: Record<string, string>
}

type LoadOptions = {
  /** The site's folder. */
  dir: string
  edition?: Edition
  /** Hashes the content of each page, even if no date is recorded yet. */
  recordsDates?: boolean
  /** @param pictures the URL paths of those in public/ */
  createReader: (pictures: string[]) => ReadSource<RunSource>
  known: KnownSources
  /** Called with the raw settings of the site as soon as they are read. */
  onSettings?: (settings: Record<string, unknown>) => void
  publicFolder: PublicFolder
  /** An error for each file of public/ that could run a script. The settings may allow it. */
  activeFiles: Problem[]
  /**
   * Known dimensions of pictures; undefined for a picture that could not be read. New dimensions
   * are added.
   */
  pictures: Map<string, PictureInfo | undefined>
  /** Row files that were read before. New ones are added. */
  rows: RowFileCache
  reportNotes?: boolean
}

/**
 * Reads a site's files, merges them, adds the pages of sets, measures pictures, and resolves what
 * all pages share. The bodies of pages stay on disk until the pages are made.
 */
export async function loadSiteInput({
  dir,
  edition = {},
  recordsDates,
  createReader,
  known,
  onSettings,
  publicFolder,
  activeFiles,
  pictures: knownPictures,
  rows,
  reportNotes,
}: LoadOptions): Promise<SiteInput | { sources?: undefined; problems: Problem[] }> {
  const { schema, problems: schemaProblems } = await loadSiteSchema(dir)
  const publicFiles = publicFolder.files
  const read = reportSettings(createReader([...publicFiles].filter(isPictureFile)), onSettings)
  const { sources, problems: sourceProblems } = await readSiteSources(dir, read)
  if (sources.length === 0) return { problems: sourceProblems }
  const problems = [...schemaProblems, ...sourceProblems, ...publicFolder.problems]
  // Problems are appended one by one, since the number of arguments of a call is limited.
  const report = (found: Problem[]) => found.forEach((problem) => void problems.push(problem))
  const written = sources.map(({ value }) => asRecord(value))
  const moment = createMoment(
    edition.moment ?? {},
    asRecord(written[0]!.site),
    written.map(({ facts }) => facts),
  )
  const site = mergeSources(sources, moment)
  report(reportActiveFiles(activeFiles, site, publicFiles))
  const writtenCount = site.pages.size
  const sets = listSets(sources)
  const rowFiles = await readRowFiles(dir, sources, rows, problems)
  report(addFactTables(site, rowFiles))
  report(addReviews(site, rowFiles, moment))
  if (sets.length > 0) report(addSets(site, sets, rowFiles, schema, getValidator(schema)))
  const setEntries = [...site.pages.values()].slice(writtenCount).map(({ raw }) => raw)
  report(filterSiteByMoment(site, moment, schema))
  const shown = [
    ...sources.flatMap(({ record }) => record.pictures),
    ...findShownPictures(setEntries, publicFiles),
  ]
  // A picture may be gone since the source that names it was read.
  const files = [...new Set(shown)].filter((file) => publicFiles.has(file)).sort()
  const pictures = await measurePictures(join(dir, 'public'), files, knownPictures)
  const dates = await readDates(dir)
  const {
    ownFonts,
    published: fonts,
    problems: fontProblems,
  } = await readOwnFonts(dir, sources[0]!)
  report(fontProblems)
  const options = {
    ownFonts,
    addresses: await readAddresses(dir),
    origin: edition.origin,
    launch: edition.launch,
    noindex: edition.noindex,
    moment,
    pictures: { files: publicFiles, infos: pictures },
    rowFiles,
    recordsDates: recordsDates ?? !dates.isEmpty,
  }
  const resolveShared = (given: Site) => resolveSite(given, schema, options)
  const resolved = resolveShared(site)
  report(resolved.site.problems)
  return {
    sources: [...sources, ...listEntrySources(resolved, known)],
    resolved,
    resolveShared,
    pageInputs: createPageInputs(resolved, reportNotes),
    publicFolder,
    fonts,
    dates,
    problems,
    content: hashInputs(sources, rows, pictures),
  }
}

/** Reports the active files that the settings do not allow, and names in them that are no file's. */
function reportActiveFiles(
  found: Problem[],
  { settings, main }: Site,
  publicFiles: Set<string>,
): Problem[] {
  const allowed = Array.isArray(settings.allowScriptsIn) ? settings.allowScriptsIn : []
  const missing = allowed.flatMap((path: unknown, index) =>
    typeof path !== 'string' || publicFiles.has(path)
      ? []
      : problemAt(
          { source: main, path: ['site', 'allowScriptsIn', index] },
          'BROKEN_LINK',
          `The file public${path} does not exist.`,
          { found: path, ...suggestName(path, publicFiles) },
        ),
  )
  return [...found.filter(({ file }) => !allowed.includes(file.slice('public'.length))), ...missing]
}

/** Reports the settings as soon as the first file, which contains them, is read. */
function reportSettings(
  read: ReadSource<RunSource>,
  onSettings: LoadOptions['onSettings'],
): ReadSource<RunSource> {
  let isFirst = true
  return async (path, file) => {
    const holdsSettings = isFirst
    isFirst = false
    const source = await read(path, file)
    if (holdsSettings && !(source instanceof Error))
      onSettings?.(asRecord(asRecord(source.value).site))
    return source
  }
}

/** @param known pictures that have been measured before; the value of a broken one is undefined */
async function measurePictures(
  dir: string,
  files: string[],
  known: Map<string, PictureInfo | undefined>,
): Promise<Map<string, PictureInfo>> {
  const missing = files.filter((file) => !known.has(file))
  const found = await readPictureInfos(dir, missing)
  for (const file of missing) known.set(file, found.get(file))
  const measured = files.map((file) => [file, known.get(file)] as const)
  return new Map(measured.filter((entry): entry is [string, PictureInfo] => entry[1] !== undefined))
}

/** Hashes of everything that the pages depend on, by file. */
function hashInputs(
  sources: RunSource[],
  rows: RowFileCache,
  pictures: Map<string, PictureInfo>,
): Record<string, string> {
  return Object.fromEntries([
    ...sources.map(({ file, record }) => [file, record.hash]),
    ...[...rows.values()].map(({ bytes, source }) => [source.file, shortHash(bytes)]),
    ...[...pictures].map(([file, info]) => [`public${file}`, shortHash(JSON.stringify(info))]),
  ]) as Record<string, string>
}

/**
 * Represents the pages that no file holds as source files, so that their records are cached like
 * those of files: one source for each set, and one for the pages of the settings.
 */
function listEntrySources(resolved: ResolvedSite, known: KnownSources): RunSource[] {
  const { pages, main } = resolved.site
  const ofSets = [...pages.values()].filter(({ routeValues }) => routeValues)
  const sets = groupBy(ofSets, (page) => findRowSource(page)!.set)
  const special = listSpecialPages(resolved).filter(({ route }) => !pages.has(route))
  // Neither can be the name of a file, because it contains a line feed.
  const nameSet = ({ location: { source, path } }: CompiledSet) =>
    `${source.file}\n${String(path.at(-1))}`
  return [
    ...[...sets].map(([set, setPages]) =>
      toEntrySource(nameSet(set), set.location.source, setPages, known),
    ),
    ...(special.length > 0 ? [toEntrySource('\nsettings', main, special, known)] : []),
  ]
}

function toEntrySource(
  file: string,
  source: SourceFile,
  pages: Page[],
  known: KnownSources,
): RunSource {
  const entries = pages.map(
    ({ raw, facts, routeValues, special }): PageEntry => ({
      raw,
      routeValues,
      special,
      ...(facts && { facts: withoutLocations(facts) }),
    }),
  )
  const hashes = entries.map(hashEntry)
  const hash = shortHash(hashes.join('\n'))
  const { records = {}, recordsHash } = known.readSource(file) ?? {}
  return {
    ...source,
    ...{ value: undefined, problems: [], possibleNames: [] },
    path: '',
    record: {
      file,
      hash,
      value: null,
      possibleNames: [],
      problems: [],
      pages: pages.map(({ route }, index) => [route, hashes[index]!]),
      pictures: [],
      records,
      recordsHash,
    },
    entries,
  }
}

const hashEntry = (entry: PageEntry): string =>
  shortHash(JSON.stringify(entry, (_, value) => (value instanceof Map ? [...value] : value)))
