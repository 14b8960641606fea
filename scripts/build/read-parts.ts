import type { SourceFile } from '../../schema/parse-file.ts'
import type { Problem } from '../../schema/problem.ts'
import { readSite } from '../../schema/read-site.ts'
import {
  addPages,
  hashOfFile,
  readEntryAgain,
  readUnchecked,
  toSource,
  type Outline,
  type SitePart,
  type UncheckedPart,
} from '../../schema/site-part.ts'
import type { BuildCache, PageRecord, PartRecord } from './build-cache.ts'
import { toTable } from './compact.ts'
import { settledState, type SeenSource, type SourceStates } from './source-states.ts'
import { tryToRead } from './read-bytes.ts'
import { large, worthThreads, type Pool } from './worker-pool.ts'

/**
 * A file of the site, read now (`isNew`) or known from an earlier build, with the pages that were made of it then, and those of its
 * pages that this build answers for.
 */
export type PartSource = SourceFile & {
  part: SitePart
  pages: SitePart['pages']
  records: Record<string, PageRecord>
  isNew: boolean
  /** Whether what may be wrong in it is still to be found: by those who make its pages, and read it whole. */
  isUnchecked?: boolean
  /** Of the file when it was read, to tell whether it is still the same: see `settledState`. */
  state?: string
  /** Where its pages stand, if it is unchecked; while only its outline has been read, where they seem to. */
  bounds?: Outline['bounds']
}

/**
 * Reads one file of a site, or says why it cannot. @param file its name, relative to the site's folder. @param outline what was read of it before,
 * where something was.
 */
export type ReadPart = (
  path: string,
  file: string,
  outline?: PartSource,
) => Promise<PartSource | NodeJS.ErrnoException>

/** @param records of the pages that were made of the file, or of the file as it was before. */
export function toPartSource(
  given: SitePart,
  records: Record<string, PageRecord> = {},
  isNew = false,
): PartSource {
  const { pages } = (given.value ?? {}) as { pages?: unknown }
  const part =
    typeof pages === 'object' && pages !== null && !Array.isArray(pages)
      ? { ...given, value: { ...(given.value as object), pages: toTable(Object.entries(pages)) } }
      : given
  return { ...toSource(part), part, pages: part.pages, records, isNew }
}

/** So many files are looked at side by side: while one is hashed, others are read, and no more than these are in memory. */
const atOnce = 8

type Options = {
  cache: Pick<BuildCache, 'readPart'>
  pool: Pick<Pool, 'read' | 'readUnchecked' | 'useThreads'>
  schemaFile: string
  /** Tells files that nobody has touched; without it, every file is read and hashed. */
  states?: SourceStates
  /** Whether large numbers of new files may be read without their pages' blocks, and unchecked. */
  mayWait?: boolean
}

/** Reads files whole, those that have changed since the last build in parallel. @param pictures the files in public/ that may be spoken of. */
export function wholeReader(
  { cache, pool, schemaFile, states, mayWait = false }: Options,
  pictures: string[],
): ReadPart {
  let changed = 0
  const count = (bytes: number) => {
    changed += bytes
    // When all sizes that come in a row are known.
    if (changed > worthThreads.bytes) queueMicrotask(() => pool.useThreads(changed > large.bytes))
  }
  const toKnown = ({ part, pages }: PartRecord): PartSource => {
    const source = toPartSource(part, pages)
    return states
      ? { ...source, locate: states.rememberPlaces(part.file, part.hash, source.locate) }
      : source
  }
  const read = limit(
    async (
      path: string,
      file: string,
      outline?: PartSource,
      seen?: SeenSource,
    ): Promise<Awaited<ReturnType<ReadPart>>> => {
      const record = await cache.readPart(file)
      const isKnown = (hash: string | undefined) =>
        record?.part.hash === hash && record?.part.path === path
      if (seen?.hash !== undefined && isKnown(seen.hash)) {
        seen.note(seen.hash)
        return toKnown(record!)
      }
      const isMuch = () => mayWait && changed > worthThreads.bytes
      const toUnchecked = ({ part, bounds }: UncheckedPart): PartSource => {
        seen?.note(part.hash)
        return {
          ...toPartSource(part, record?.pages, true),
          isUnchecked: true,
          state: seen?.state,
          bounds,
        }
      }
      const isUnknown = !record && !outline && isMuch()
      const found = isUnknown ? await pool.readUnchecked({ path, file, pictures }) : undefined
      if (found) return toUnchecked(found)
      const bytes = tryToRead(path)
      if (bytes instanceof Error) return bytes
      const isUntouched = outline?.state !== undefined && outline.state === settledState(path)
      const hash = isUntouched ? outline.part.hash : hashOfFile(bytes)
      // A picture that is new in public/ may be one that the file has been speaking of.
      if (
        isKnown(hash) &&
        pictures.every(
          (picture) => record!.part.pictures.includes(picture) || !bytes.includes(picture),
        )
      ) {
        seen?.note(hash)
        return toKnown(record!)
      }
      if (!seen?.isNew) count(bytes.length)
      // What could not be read so a moment ago cannot be now.
      const unchecked =
        isMuch() && !isUnknown
          ? (outline?.part.hash === hash && addPages(outline, bytes)) ||
            readUnchecked(path, file, bytes, pictures, hash)
          : undefined
      if (unchecked) return toUnchecked(unchecked)
      const part = await pool.read({ path, file, schema: schemaFile, pictures })
      if (!('hash' in part)) return Object.assign(new Error(part.message), { code: part.code })
      seen?.note(part.hash)
      return toPartSource(part, record?.pages, true)
    },
    atOnce,
  )
  return (path, file, outline) => {
    // At once, before any file is read: all that one file includes is asked for in a row, and threads that are wanted begin to start.
    const seen = states?.look(path, file)
    if (seen?.isNew) count(seen.size)
    return read(path, file, outline, seen)
  }
}

/** Reads a site's files. @param onSettings told of the site's settings as they are written, as soon as they are read. */
export async function readParts(
  dir: string,
  read: ReadPart,
  onSettings: (settings: Record<string, unknown>) => void,
): Promise<{ sources: PartSource[]; problems: Problem[] }> {
  let isFirst = true
  return readSite(dir, async (path, file) => {
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
export function limit<A extends unknown[], T>(
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
export const entryOf = (
  { part: { path, file } }: PartSource,
  route: string,
): Record<string, unknown> => readEntryAgain(path, file, route)
