import { statSync } from 'node:fs'
import { toDictionary } from '../cache/intern.ts'
import type { PageRecord } from '../cache/records.ts'
import type { PageEntry } from '../make/page-types.ts'
import { toSourceFile, type SourceSummary } from '../../../schema/source/source-summary.ts'
import { tryReadSourceBytes } from '../../../schema/source/text/source-bytes.ts'
import type { SourceFile } from '../../../schema/source/types.ts'
import { isRecord } from '../../../schema/util/records.ts'
import { shortHash } from '../../../schema/util/short-hash.ts'
import { threadThresholds, type WorkerPool } from '../workers/worker-pool.ts'
import { getSettledState, type FileStates } from './file-states.ts'

/** What earlier runs, of this process or others, have kept of the sources. */
export type KnownSources = {
  readSource(file: string): Promise<SourceRecord | SiteSource | undefined>
}

/** What is kept of a source file, or of a set. */
export type SourceRecord = {
  summary: SourceSummary
  /** By route, possibly of an earlier version of the file. */
  records: Record<string, PageRecord>
}

/** A source file of a site, or a set, as a run works with it. */
export type SiteSource = SourceFile &
  SourceRecord & {
    /** Whether it differs from the version that the records are of. */
    isNew: boolean
    /** The entries of a set's pages, which no file holds, in the order of `summary.pages`. */
    entries?: PageEntry[]
  }

/**
 * Reads one source file.
 * @param file the path relative to the site's folder
 * @returns the error of the file system if the file cannot be read
 */
export type SourceReader = (
  path: string,
  file: string,
) => Promise<SiteSource | NodeJS.ErrnoException>

/** @param records of the file's pages, possibly from an older version of the file */
function toSiteSource(
  given: SourceSummary,
  records: SiteSource['records'],
  isNew: boolean,
  isLocatedLater: boolean,
): SiteSource {
  const { value } = given
  const summary =
    isRecord(value) && isRecord(value.pages)
      ? { ...given, value: { ...value, pages: toDictionary(Object.entries(value.pages)) } }
      : given
  return { ...toSourceFile(summary), isLocatedLater, summary, records, isNew }
}

/** Enough to read files while others are hashed, without having all in memory. */
const maxConcurrentReads = 8

type ReaderOptions = {
  /** The site's folder. */
  site: string
  known: KnownSources
  pool: Pick<WorkerPool, 'read' | 'useThreads'>
  states: FileStates
  /** The pictures in public/. */
  pictures: string[]
  /** Whether problems in the files get a `pendingLocation`. */
  locatesLater?: boolean
}

/** Creates a reader that takes unchanged files from what is known, and parses others in threads. */
export function createSourceReader({
  site,
  known,
  pool,
  states,
  pictures,
  locatesLater = false,
}: ReaderOptions): SourceReader {
  let newBytes = 0
  const read = limitConcurrency(async (path: string, file: string, knownHash?: string) => {
    const record = await known.readSource(file)
    const toKnown = ({ summary, records }: SourceRecord) =>
      record && 'locate' in record
        ? record
        : toSiteSource({ ...summary, path }, records, false, locatesLater)
    if (record && record.summary.hash === knownHash) return toKnown(record)
    const state = getSettledState(path)
    if (record) {
      const bytes = tryReadSourceBytes(path)
      if (bytes instanceof Error) return bytes
      // An unchanged file may refer to a picture that was added to public/ since.
      const hasSamePictures = () =>
        pictures.every(
          (picture) => record.summary.pictures.includes(picture) || !bytes.includes(picture),
        )
      const { hash } = record.summary
      if (shortHash(bytes) === hash && hasSamePictures()) {
        states.note(file, state, hash)
        return toKnown(record)
      }
    }
    const summary = await pool.read({ site, path, file, pictures })
    if (!('hash' in summary))
      return Object.assign(new Error(summary.message), { code: summary.code })
    states.note(file, state, summary.hash)
    return toSiteSource(summary, record?.records ?? {}, true, locatesLater)
  }, maxConcurrentReads)
  return (path, file) => {
    const hash = states.findHash(path, file)
    // Synchronous, so that all files that one file includes are counted, and threads are started,
    // before the first of them is read.
    if (hash === undefined) {
      newBytes += statSync(path, { throwIfNoEntry: false })?.size ?? 0
      if (newBytes > threadThresholds.bytes) pool.useThreads()
    }
    return read(path, file, hash)
  }
}

/** Wraps a function so that at most `count` calls run concurrently. */
function limitConcurrency<A extends unknown[], T>(
  run: (...args: A) => Promise<T>,
  count: number,
): (...args: A) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (...args) => {
    if (running >= count) await new Promise<void>((resolve) => waiting.push(resolve))
    running++
    try {
      return await run(...args)
    } finally {
      running--
      waiting.shift()?.()
    }
  }
}
