import { loadSiteSchema } from '../../../schema/block-types/load-site-schema.ts'
import { composeSite, type MissingSite } from '../../../schema/compose-site.ts'
import type { Problem } from '../../../schema/problems/types.ts'
import type { SharedSite } from '../../../schema/resolve/resolve-site.ts'
import type { RowFileCache } from '../../../schema/sets/read-row-files.ts'
import type { SiteEdition } from '../../../schema/site-edition.ts'
import type { ContentDates } from '../../../schema/source/content-dates.ts'
import type { PublishedFont } from '../../../schema/source/fonts/read-own-fonts.ts'
import type { PublicFolder } from '../../../schema/source/list-public-files.ts'
import type { PictureInfo } from '../../../schema/source/pictures.ts'
import { asRecord } from '../../../schema/util/records.ts'
import { shortHash } from '../../../schema/util/short-hash.ts'
import { hasGeneratedShareImages } from '../../images/site-images.ts'
import type { SharedInput } from '../make/page-types.ts'
import { toPlainInput } from '../make/plan-pages.ts'
import { listSetSources } from './set-sources.ts'
import type { KnownSources, SiteSource, SourceReader } from './site-source.ts'

/** Everything that is read of a site before its pages are made. */
export type SiteInput = {
  /** The source files, then the sets. */
  sources: SiteSource[]
  shared: SharedSite
  /** `shared` as plain data, which can be sent to threads. */
  plainInput: SharedInput
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
  edition?: SiteEdition
  /** Hashes the content of each page, even if no date is recorded yet. */
  recordsDates?: boolean
  /** Creates the reader of source files. @param pictures The pictures in public/. */
  createReader: (pictures: string[]) => SourceReader
  known: KnownSources
  /** Called with the raw settings of the site as soon as they are read. */
  onSettings?: (settings: Record<string, unknown>) => void
  publicFolder?: PublicFolder
  /**
   * Known dimensions of pictures; undefined for a picture that could not be read. New dimensions
   * are added.
   */
  pictures?: Map<string, PictureInfo | undefined>
  /** Row files that were read before. New ones are added. */
  rows: RowFileCache
  flags: Pick<SharedInput, 'reportNotes' | 'forComparison'>
}

/**
 * Reads a site's files and sets, and resolves what its pages share. The bodies of its pages stay on
 * disk until the pages are made.
 */
export async function loadSiteInput({
  dir,
  edition,
  recordsDates,
  createReader,
  known,
  onSettings,
  publicFolder,
  pictures,
  rows,
  flags,
}: LoadOptions): Promise<SiteInput | MissingSite> {
  const own = await loadSiteSchema(dir)
  const composed = await composeSite(dir, {
    schema: own.schema,
    edition,
    recordsDates,
    createReader: (names) => reportSettings(createReader(names), onSettings),
    listPictures: (sources) => sources.flatMap(({ summary }) => summary.pictures),
    held: { publicFolder, pictures, rows },
  })
  if (!composed.sources) return composed
  const { sources, shared, dates, problems } = composed
  const { site, business, merged, placeNames } = shared
  const plainInput = toPlainInput(shared.context, {
    site,
    business,
    settings: merged.settings,
    placeNames,
    drawsShareImages: site !== undefined && hasGeneratedShareImages(site),
    ...flags,
  })
  return {
    sources: [...sources, ...(await listSetSources(merged, known))],
    shared,
    plainInput,
    publicFolder: composed.publicFolder,
    fonts: composed.fonts,
    dates,
    problems: [...own.problems, ...problems],
    content: hashInputs(sources, rows, composed.pictures),
  }
}

/** Reports the settings as soon as the first file, which contains them, is read. */
function reportSettings(read: SourceReader, onSettings: LoadOptions['onSettings']): SourceReader {
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

/** Hashes of everything that the pages depend on, by file. */
function hashInputs(
  sources: SiteSource[],
  rows: RowFileCache,
  pictures: Map<string, PictureInfo>,
): Record<string, string> {
  return Object.fromEntries([
    ...sources.map(({ file, summary }) => [file, summary.hash]),
    ...[...rows.values()].map(({ bytes, source }) => [source.file, shortHash(bytes)]),
    ...[...pictures].map(([file, info]) => [`public${file}`, shortHash(JSON.stringify(info))]),
  ]) as Record<string, string>
}
