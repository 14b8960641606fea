import { statSync } from 'node:fs'
import { toDictionary } from '../cache/intern.ts'
import type { FileStateRecords, KnownSources, SourceRecord } from '../cache/build-cache.ts'
import type { PageEntry } from '../make/page-types.ts'
import { describeFileState, isSettled } from '../../../schema/source/file-state.ts'
import { toSourceFile, type SourceSummary } from '../../../schema/source/source-summary.ts'
import { tryReadSourceBytes, isUnsaved } from '../../../schema/source/text/source-bytes.ts'
import type { SourceFile } from '../../../schema/source/types.ts'
import { isRecord } from '../../../schema/util/records.ts'
import { shortHash } from '../../../schema/util/short-hash.ts'
import { threadThresholds, type WorkerPool } from '../workers/worker-pool.ts'

/** A source file of a site, a set, or the pages of the settings, as a run works with it. */
export type SiteSource = SourceFile &
  SourceRecord & {
    /** Whether it differs from the version that the records are of. */
    isNew: boolean
    /** The entries of pages that no file holds, in the order of `summary.pages`. */
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
    // What this process has read itself needs no conversion.
    const toKnown = (known: SourceRecord | SiteSource) =>
      'locate' in known
        ? known
        : toSiteSource({ ...known.summary, path }, known.records, false, locatesLater)
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

/**
 * @returns undefined if the file does not exist, may change unnoticed, or has edits that are not
 *   saved
 */
function getSettledState(path: string): string | undefined {
  const found = isUnsaved(path) ? undefined : statSync(path, { throwIfNoEntry: false })
  return found && isSettled(found) ? describeFileState(found) : undefined
}

/** Detects from their stats which files have not changed since they were hashed. */
export class FileStates {
  readonly #last: FileStateRecords['files']
  readonly #pictures: string[]
  readonly #files: FileStateRecords['files'] = {}

  /**
   * @param pictures The pictures in public/. If they change, every file is read again to find which
   * of them it refers to.
   */
  constructor(pictures: string[], last?: FileStateRecords) {
    this.#pictures = pictures
    this.#last = last?.pictures.join('\n') === pictures.join('\n') ? last.files : {}
  }

  /** Returns the hash of a file that has not changed since it was noted. */
  findHash(path: string, file: string): string | undefined {
    const known = this.#last[file]
    if (known === undefined || known.state !== getSettledState(path)) return undefined
    this.#files[file] = known
    return known.hash
  }

  /** @param state of the file before it was read; undefined if it may change unnoticed */
  note(file: string, state: string | undefined, hash: string): void {
    if (state !== undefined) this.#files[file] = { state, hash }
  }

  toRecords(): FileStateRecords {
    return { pictures: this.#pictures, files: this.#files }
  }
}
