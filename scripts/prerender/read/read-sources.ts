import type { SourceFile } from '../../../schema/source/parse-file.ts'
import type { Problem } from '../../../schema/problems/problem.ts'
import { readSiteSources } from '../../../schema/source/read-site-sources.ts'
import {
  addPageHashes,
  shortHash,
  rereadPageEntry,
  readUnvalidatedSource,
  toSourceFile,
  type SourceOutline,
  type SourceSummary,
  type UnvalidatedSource,
} from '../../../schema/source/source-summary.ts'
import type { BuildCache, PageRecord, SourceRecord } from '../cache/build-cache.ts'
import { toDictionary } from '../cache/intern.ts'
import { getSettledState, type SourceProbe, type FileStates } from './file-states.ts'
import { tryReadBytes } from './read-bytes.ts'
import { largeSite, threadThresholds, type WorkerPool } from '../workers/worker-pool.ts'

/**
 * A file of the site, read now (`isNew`) or known from an earlier build, with the pages that were made of it then, and those of its
 * pages that this build answers for.
 */
export type LoadedSource = SourceFile & {
  summary: SourceSummary
  pages: SourceSummary['pages']
  records: Record<string, PageRecord>
  isNew: boolean
  /** Whether what may be wrong in it is still to be found: by those who make its pages, and read it whole. */
  isUnvalidated?: boolean
  /** Of the file when it was read, to tell whether it is still the same: see `settledState`. */
  state?: string
  /** Where its pages stand, if it is unchecked; while only its outline has been read, where they seem to. */
  entryOffsets?: SourceOutline['entryOffsets']
}

/**
 * Reads one file of a site, or says why it cannot. @param file its name, relative to the site's folder. @param outline what was read of it before,
 * where something was.
 */
export type SourceReader = (
  path: string,
  file: string,
  outline?: LoadedSource,
) => Promise<LoadedSource | NodeJS.ErrnoException>

/** @param records of the pages that were made of the file, or of the file as it was before. */
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

/** So many files are looked at side by side: while one is hashed, others are read, and no more than these are in memory. */
const maxConcurrentReads = 8

type SourceReaderOptions = {
  cache: Pick<BuildCache, 'readSource'>
  pool: Pick<WorkerPool, 'read' | 'readUnvalidated' | 'useThreads'>
  schemaFile: string
  /** Tells files that nobody has touched; without it, every file is read and hashed. */
  states?: FileStates
  /** Whether large numbers of new files may be read without their pages' blocks, and unchecked. */
  deferValidation?: boolean
}

/** Reads files whole, those that have changed since the last build in parallel. @param pictures the files in public/ that may be spoken of. */
export function createCachedReader(
  { cache, pool, schemaFile, states, deferValidation = false }: SourceReaderOptions,
  pictures: string[],
): SourceReader {
  let changed = 0
  const count = (bytes: number) => {
    changed += bytes
    // When all sizes that come in a row are known.
    if (changed > threadThresholds.bytes)
      queueMicrotask(() => pool.useThreads(changed > largeSite.bytes))
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
      seen?: SourceProbe,
    ): Promise<Awaited<ReturnType<SourceReader>>> => {
      const record = await cache.readSource(file)
      const isKnown = (hash: string | undefined) =>
        record?.summary.hash === hash && record?.summary.path === path
      if (seen?.hash !== undefined && isKnown(seen.hash)) {
        seen.note(seen.hash)
        return toKnown(record!)
      }
      const isMuch = () => deferValidation && changed > threadThresholds.bytes
      const toUnchecked = ({ summary, entryOffsets }: UnvalidatedSource): LoadedSource => {
        seen?.note(summary.hash)
        return {
          ...toLoadedSource(summary, record?.pages, true),
          isUnvalidated: true,
          state: seen?.state,
          entryOffsets,
        }
      }
      const isUnknown = !record && !outline && isMuch()
      const found = isUnknown ? await pool.readUnvalidated({ path, file, pictures }) : undefined
      if (found) return toUnchecked(found)
      const bytes = tryReadBytes(path)
      if (bytes instanceof Error) return bytes
      const isUntouched = outline?.state !== undefined && outline.state === getSettledState(path)
      const hash = isUntouched ? outline.summary.hash : shortHash(bytes)
      // A picture that is new in public/ may be one that the file has been speaking of.
      if (
        isKnown(hash) &&
        pictures.every(
          (picture) => record!.summary.pictures.includes(picture) || !bytes.includes(picture),
        )
      ) {
        seen?.note(hash)
        return toKnown(record!)
      }
      if (!seen?.isNew) count(bytes.length)
      // What could not be read so a moment ago cannot be now.
      const unchecked =
        isMuch() && !isUnknown
          ? (outline?.summary.hash === hash && addPageHashes(outline, bytes)) ||
            readUnvalidatedSource(path, file, bytes, pictures, hash)
          : undefined
      if (unchecked) return toUnchecked(unchecked)
      const part = await pool.read({ path, file, schema: schemaFile, pictures })
      if (!('hash' in part)) return Object.assign(new Error(part.message), { code: part.code })
      seen?.note(part.hash)
      return toLoadedSource(part, record?.pages, true)
    },
    maxConcurrentReads,
  )
  return (path, file, outline) => {
    // At once, before any file is read: all that one file includes is asked for in a row, and threads that are wanted begin to start.
    const seen = states?.probe(path, file)
    if (seen?.isNew) count(seen.size)
    return read(path, file, outline, seen)
  }
}

/** Reads a site's files. @param onSettings told of the site's settings as they are written, as soon as they are read. */
export async function readLoadedSources(
  dir: string,
  read: SourceReader,
  onSettings: (settings: Record<string, unknown>) => void,
): Promise<{ sources: LoadedSource[]; problems: Problem[] }> {
  let isFirst = true
  return readSiteSources(dir, async (path, file) => {
    const first = isFirst
    isFirst = false
    const source = await read(path, file)
    if (first && !(source instanceof Error))
      onSettings(
        ((source.value as { site?: unknown } | null)?.site ?? {}) as Record<string, unknown>,
      )
    return source
  })
}

/** The same function, no more than `count` calls of which run at a time; the others wait their turn. */
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

/** The whole entry of a page. */
export const readPageEntry = (
  { summary: { path, file } }: LoadedSource,
  route: string,
): Record<string, unknown> => rereadPageEntry(path, file, route)
