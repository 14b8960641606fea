import type { PageEntry, PageRecord } from '../make/page-types.ts'
import type { Problem, ParsedFile } from '../../../schema/problems/problem.ts'
import { listNamedServices } from '../../../schema/shared/named-services.ts'
import { createLazySource, type OpenedFile } from '../../../schema/source/parse-file.ts'
import { isRecord } from '../../../schema/util/records.ts'
import { shortHash } from '../../../schema/util/short-hash.ts'
import type { Validator } from '../../../schema/validate/validate-file.ts'

/** A source file of a site, a set, or the pages of the settings, as a run works with it. */
export type RunSource = ParsedFile & {
  /** The absolute path of the file. Empty if the pages are in no file under their routes. */
  path: string
  record: SourceRecord
  /** The entries of pages that no file holds, in the order of `record.pages`. */
  entries?: PageEntry[]
}

/**
 * What is kept of a source: plain data without the contents of pages. Threads return it, sessions keep
 * it between runs, and the cache between processes. A run makes another one instead of changing it.
 */
export type SourceRecord = {
  /** Relative to the site's folder. That of a set is a name which no file can have. */
  file: string
  /** Hash of the file's bytes. */
  hash: string
  /**
   * Describes the file and the list of pictures when it was read: as long as both are the same, it is
   * not read again. Left out if the file may change unnoticed.
   */
  state?: string
  /** The parsed file. Pages only have the properties that other pages depend on. */
  value: unknown
  possibleNames: string[]
  problems: Problem[]
  /** The routes of its pages in order, each with a hash of the entry's source text. */
  pages: [route: string, hash: string][]
  /** The pictures whose paths occur in the file. */
  pictures: string[]
  /** The records of its pages, by route, possibly of an earlier version of the file. */
  records: Record<string, PageRecord>
  /** The hash of the version that all records are of; undefined if they are of several. */
  recordsHash?: string
}

/** What earlier runs, of this process or others, have kept of the sources. */
export type KnownSources = { readSource(file: string): SourceRecord | undefined }

/** Whether a source differs from the version that its records are of, or may differ. */
export const isNewSource = ({ hash, recordsHash }: SourceRecord): boolean => hash !== recordsHash

/**
 * Validates and summarizes a file. It has no records yet.
 * @param pictures the URL paths of the pictures in public/
 */
export function createSourceRecord(
  { bytes, hash, source }: OpenedFile,
  validate: Validator,
  pictures: string[],
): SourceRecord {
  return {
    file: source.file,
    hash,
    value: toOutline(source.value),
    possibleNames: source.possibleNames,
    problems: [...source.problems, ...validate(source)],
    pages: listPageHashes(source),
    pictures: pictures.filter((picture) => listForms(picture).some((form) => bytes.includes(form))),
    records: {},
  }
}

/** A name with é as one character or as two, as in archives from a Mac. */
const listForms = (name: string): string[] => [
  ...new Set([name, name.normalize('NFC'), name.normalize('NFD')]),
]

/** Converts a record to a source whose positions are read from the file when needed. */
export function toRunSource(
  path: string,
  record: SourceRecord,
  isLocatedLater: boolean,
): RunSource {
  const { file, value, problems, possibleNames } = record
  const lazy = createLazySource(path, file)
  return { ...lazy, value, problems, possibleNames, isLocatedLater, path, record }
}

/** Lists the routes of a file in order, each with a hash of its entry. */
function listPageHashes({ value, entryBytes }: ParsedFile): SourceRecord['pages'] {
  const pages = Object.entries(isRecord(value) && isRecord(value.pages) ? value.pages : {})
  return pages.map(([route, raw]) => [
    route,
    shortHash(entryBytes?.('pages', route) ?? JSON.stringify(raw ?? null)),
  ])
}

/** Keeps of each page what `resolveSite`, site rules and the development server need. */
function toOutline(value: unknown): unknown {
  if (!isRecord(value) || !isRecord(value.pages)) return value
  const pages = Object.entries(value.pages).map(([route, raw]) => [route, outlineEntry(raw)])
  return { ...value, pages: Object.fromEntries(pages) as unknown }
}

function outlineEntry(raw: unknown): unknown {
  // The words of an article are counted.
  if (!isRecord(raw) || raw.kind === 'article') return raw
  const { kind, language, translates, label, title, aliases, article, city } = raw
  const { draft, publish, placeholder } = raw
  const blocks = Array.isArray(raw.blocks) ? raw.blocks : []
  return {
    ...{ kind, language, translates, label, title, aliases, article, city },
    ...{ draft, publish, placeholder },
    blocks: blocks.flatMap((block: unknown) => {
      if (!isRecord(block)) return []
      const services = Object.entries(listNamedServices(block)).flatMap(([name, addresses]) =>
        addresses.map((address) => ({ [name]: address })),
      )
      if (block.type !== 'posts' && services.length === 0) return []
      return [
        {
          type: block.type,
          ...(block.publish !== undefined && { publish: block.publish }),
          ...(services.length > 0 && { services }),
        },
      ]
    }),
  }
}
