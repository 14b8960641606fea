import { loadSiteSchema } from '../../../schema/block-types/load-site-schema.ts'
import { composeSite, type MissingSite } from '../../../schema/compose-site.ts'
import type { PublicFolder } from '../../../schema/source/list-public-files.ts'
import type { PictureInfo } from '../../../schema/source/pictures.ts'
import type { RowFileCache } from '../../../schema/sets/read-row-files.ts'
import type { SiteEdition } from '../../../schema/site-edition.ts'
import { shortHash } from '../../../schema/util/short-hash.ts'
import type { Schema } from '../../../schema/validate/json-schema.ts'
import { hasGeneratedShareImages } from '../../images/site-images.ts'
import { toPlainInput } from '../make/plan-pages.ts'
import { listShardRoutes, type Shard } from '../shards/shard.ts'
import { readShardSources } from './read-outlines.ts'
import { reportSettings } from './read-sources.ts'
import type { LoadedSource, SourceReader } from './loaded-source.ts'
import { listSetSources } from './set-sources.ts'
import type { SetCache } from './site-input.ts'
import type { SiteInput } from './site-input.ts'

/** Data that a long-running process keeps between builds. */
export type HeldInput = {
  findSource?: (path: string) => LoadedSource | undefined
  publicFolder?: PublicFolder
  /**
   * Known dimensions of pictures; undefined for a picture that could not be read. New dimensions
   * are added.
   */
  pictures?: Map<string, PictureInfo | undefined>
  rows?: RowFileCache
  schema?: Schema
}

export type LoadInputOptions = {
  /** The site's folder. */
  dir: string
  edition?: SiteEdition
  /** Hashes the content of each page, even if no date is recorded yet. */
  recordsDates?: boolean
  /** Creates the reader of source files. @param pictures The pictures in public/. */
  reader: (pictures: string[]) => SourceReader
  /**
   * For the build of one shard: `reader` reads only outlines, and this one reads files whole.
   * @param pages The number of pages in the shard.
   */
  shard?: Shard & { reader: (pictures: string[], pages: number) => SourceReader }
  sets: SetCache
  /** Called with the raw settings of the site as soon as they are read. */
  onSettings?: (settings: Record<string, unknown>) => void
  held?: HeldInput
}

/**
 * Reads a site's files and sets, and resolves what its pages share. The bodies of its pages stay on
 * disk until the pages are made.
 */
export async function loadSiteInput(options: LoadInputOptions): Promise<SiteInput | MissingSite> {
  const { dir, edition, reader, shard, sets, onSettings = () => {}, held = {} } = options
  const own = await loadSiteSchema(dir)
  const schema = held.schema ?? own.schema
  const rows: RowFileCache = held.rows ?? new Map()
  let ownRoutes: Set<string> | undefined
  const composed = await composeSite(dir, {
    schema,
    edition,
    recordsDates: options.recordsDates,
    createReader: (pictures) => {
      const readSource = reader(pictures)
      return reportSettings(
        async (path, file) => held.findSource?.(path) ?? readSource(path, file),
        onSettings,
      )
    },
    listPictures: (sources) => sources.flatMap(({ summary }) => summary.pictures),
    onMerged: async (merged, sources, pictures) => {
      ownRoutes = shard && listShardRoutes(merged.pages.keys(), shard)
      if (!ownRoutes) return []
      return readShardSources(sources, ownRoutes, shard!.reader(pictures, ownRoutes.size))
    },
    held: {
      publicFolder: held.publicFolder,
      pictures: held.pictures,
      rows,
    },
  })
  if (!composed.sources) return composed
  const { sources, shared, publicFolder, pictures, dates, rowFiles, problems } = composed
  const { site, business, merged, placeNames } = shared
  const plainInput = toPlainInput(shared.context, {
    site,
    business,
    settings: merged.settings,
    placeNames,
    drawsShareImages: site !== undefined && hasGeneratedShareImages(site),
  })
  const content = hashInputs(sources, rows, pictures)
  return {
    sources: [...sources, ...(await listSetSources(merged, sets, ownRoutes))],
    shared,
    plainInput,
    publicFolder,
    dates,
    problems: [...own.problems, ...problems],
    rowFiles: new Map([...rowFiles].map(([name, { file }]) => [name, content[file]!])),
    content,
  }
}

/** Hashes of everything that the pages depend on, by file. */
function hashInputs(
  sources: LoadedSource[],
  rows: RowFileCache,
  pictures: Map<string, PictureInfo>,
): Record<string, string> {
  const hashes = [
    ...sources.map(({ file, summary }) => [file, summary.hash]),
    ...[...rows.values()].map(({ bytes, source }) => [source.file, shortHash(bytes)]),
    ...[...pictures].map(([file, info]) => [`public${file}`, shortHash(JSON.stringify(info))]),
  ]
  return Object.fromEntries(hashes) as Record<string, string>
}
