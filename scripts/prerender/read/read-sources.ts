import { tryReadSourceBytes } from '../../../schema/source/text/source-bytes.ts'
import {
  addPageHashes,
  readUnvalidatedSource,
  type UnvalidatedSource,
} from '../../../schema/source/source-outline.ts'
import { shortHash } from '../../../schema/util/short-hash.ts'
import { toSourceFile } from '../../../schema/source/lazy-source.ts'
import type { SourceSummary } from '../../../schema/source/source-summary.ts'
import type { BuildCache } from '../cache/build-cache.ts'
import type { PageRecord, SourceRecord } from '../cache/records.ts'
import { toDictionary } from '../cache/intern.ts'
import {
  FileStates,
  getSettledState,
  type FileStateRecords,
  type SourceProbe,
} from './file-states.ts'
import { largeSite, threadThresholds, type WorkerPool } from '../workers/worker-pool.ts'
import type { LoadedSource, SourceReader } from './loaded-source.ts'

/** @param records The records of the file's pages, possibly from an older version of the file. */
export function toLoadedSource(
  given: SourceSummary,
  records: Record<string, PageRecord> = {},
  isNew = false,
): LoadedSource {
  const { pages } = (given.value ?? {}) as { pages?: unknown }
  const summary =
    typeof pages === 'object' && pages !== null && !Array.isArray(pages)
      ? {
          ...given,
          value: { ...(given.value as object), pages: toDictionary(Object.entries(pages)) },
        }
      : given
  return { ...toSourceFile(summary), summary, pages: summary.pages, records, isNew }
}

/** Enough to read files while others are hashed, without having all in memory. */
const maxConcurrentReads = 8

type SourceReaderOptions = {
  /** The site's folder. */
  site: string
  cache: Pick<BuildCache, 'readSource'>
  pool: Pick<WorkerPool, 'read' | 'readUnvalidated' | 'useThreads'>
  /** Detects unchanged files from their stats. Without it, every file is read and hashed. */
  states?: FileStates
  /** If there are many new files, leaves the blocks of their pages unparsed and unvalidated. */
  deferValidation?: boolean
}

/**
 * Creates a reader of whole files. Takes unchanged files from the cache, and parses others in
 * threads.
 * @param pictures The pictures in public/.
 */
export function createCachedReader(
  { site, cache, pool, states, deferValidation = false }: SourceReaderOptions,
  pictures: string[],
): SourceReader {
  let changedBytes = 0
  const addChangedBytes = (bytes: number) => {
    changedBytes += bytes
    // In a microtask, after all files that are requested synchronously have been counted.
    if (changedBytes > threadThresholds.bytes)
      queueMicrotask(() => pool.useThreads(changedBytes > largeSite.bytes))
  }
  const toKnown = ({ summary, pages }: SourceRecord): LoadedSource => {
    const source = toLoadedSource(summary, pages)
    return states
      ? { ...source, locate: states.memoizeLocator(summary.file, summary.hash, source.locate) }
      : source
  }
  const read = limitConcurrency(
    async (
      path: string,
      file: string,
      outline?: LoadedSource,
      probe?: SourceProbe,
    ): Promise<Awaited<ReturnType<SourceReader>>> => {
      const record = await cache.readSource(file)
      const isKnown = (hash: string | undefined) =>
        record?.summary.hash === hash && record?.summary.path === path
      if (probe?.hash !== undefined && isKnown(probe.hash)) {
        probe.note(probe.hash)
        return toKnown(record!)
      }
      const defersValidation = () => deferValidation && changedBytes > threadThresholds.bytes
      const toUnvalidated = ({ summary, entryOffsets }: UnvalidatedSource): LoadedSource => {
        probe?.note(summary.hash)
        return {
          ...toLoadedSource(summary, record?.pages, true),
          isUnvalidated: true,
          state: probe?.state,
          entryOffsets,
        }
      }
      const usesThread = !record && !outline && defersValidation()
      const fromThread = usesThread
        ? await pool.readUnvalidated({ path, file, pictures })
        : undefined
      if (fromThread) return toUnvalidated(fromThread)
      const bytes = tryReadSourceBytes(path)
      if (bytes instanceof Error) return bytes
      const isUnchanged = outline?.state !== undefined && outline.state === getSettledState(path)
      const hash = isUnchanged ? outline.summary.hash : shortHash(bytes)
      // An unchanged file may refer to a picture that was added to public/ since.
      if (
        isKnown(hash) &&
        pictures.every(
          (picture) => record!.summary.pictures.includes(picture) || !bytes.includes(picture),
        )
      ) {
        probe?.note(hash)
        return toKnown(record!)
      }
      if (!probe?.isNew) addChangedBytes(bytes.length)
      // If the thread could not read the file without validating it, neither can this process.
      const unvalidated =
        defersValidation() && !usesThread
          ? (outline?.summary.hash === hash && addPageHashes(outline, bytes)) ||
            readUnvalidatedSource(path, file, bytes, pictures, hash)
          : undefined
      if (unvalidated) return toUnvalidated(unvalidated)
      const summary = await pool.read({ site, path, file, pictures })
      if (!('hash' in summary))
        return Object.assign(new Error(summary.message), { code: summary.code })
      probe?.note(summary.hash)
      return toLoadedSource(summary, record?.pages, true)
    },
    maxConcurrentReads,
  )
  return (path, file, outline) => {
    // Synchronous, so that all files that one file includes are counted, and threads are started,
    // before the first of them is read.
    const probe = states?.probe(path, file)
    if (probe?.isNew) addChangedBytes(probe.size)
    return read(path, file, outline, probe)
  }
}

/**
 * Creates readers of whole files that recognize unchanged files by their stats.
 * @param last the stats of the last build. Left out, every file is read.
 */
export function createStatReader(
  last: FileStateRecords | undefined,
  options: Omit<SourceReaderOptions, 'states'>,
) {
  let states: FileStates | undefined
  return {
    reader: (pictures: string[]): SourceReader => {
      states = new FileStates(last, pictures)
      return createCachedReader({ ...options, states }, pictures)
    },
    /** The stats of the files that were just read, for the next build. */
    getFileStates: () => states,
  }
}

/** Reports the settings as soon as the first file, which contains them, is read. */
export function reportSettings(
  read: SourceReader,
  onSettings: (settings: Record<string, unknown>) => void,
): SourceReader {
  let isFirst = true
  return async (path, file) => {
    const holdsSettings = isFirst
    isFirst = false
    const source = await read(path, file)
    if (holdsSettings && !(source instanceof Error))
      onSettings(
        ((source.value as { site?: unknown } | null)?.site ?? {}) as Record<string, unknown>,
      )
    return source
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
