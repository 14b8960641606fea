import { readFile } from 'node:fs/promises'
import type { SourceFile } from '../../schema/parse-file.ts'
import type { Problem } from '../../schema/problem.ts'
import { readSite } from '../../schema/read-site.ts'
import { hashOf, parseAgain, toSource, type SitePart } from '../../schema/site-part.ts'
import type { BuildCache, PageRecord } from './build-cache.ts'
import { worthThreads, type Pool } from './worker-pool.ts'

/**
 * A file of the site, read now (`isNew`) or known from an earlier build, with the pages that were made of it then, and those of its
 * pages that this build answers for.
 */
export type PartSource = SourceFile & { part: SitePart; pages: SitePart['pages']; records: Record<string, PageRecord>; isNew: boolean }

/** Reads one file of a site, or says why it cannot. @param file its name, relative to the site's folder. */
export type ReadPart = (path: string, file: string) => Promise<PartSource | NodeJS.ErrnoException>

/** @param records of the pages that were made of the file, or of the file as it was before. */
export const toPartSource = (part: SitePart, records: Record<string, PageRecord> = {}, isNew = false): PartSource => ({ ...toSource(part), part, pages: part.pages, records, isNew })

/** So many files are looked at side by side: while one is hashed, others are read, and no more than these are in memory. */
export const atOnce = 4

type Options = { cache: Pick<BuildCache, 'readPart'>; pool: Pick<Pool, 'read' | 'useThreads'>; schemaFile: string }

/** Reads files whole, those that have changed since the last build in parallel. @param pictures the files in public/ that may be spoken of. */
export function wholeReader({ cache, pool, schemaFile }: Options, pictures: string[]): ReadPart {
  let changed = 0
  return async (path, file) => {
    const record = await cache.readPart(file)
    const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => error)
    if (bytes instanceof Error) return bytes
    const hash = hashOf(bytes)
    const isKnown = record?.part.hash === hash && record.part.path === path
    // A picture that is new in public/ may be one that the file has been speaking of.
    if (isKnown && pictures.every((picture) => record.part.pictures.includes(picture) || !bytes.includes(picture))) {
      return toPartSource(record.part, record.pages)
    }
    changed += bytes.length
    if (changed > worthThreads.bytes) pool.useThreads()
    const part = await pool.read({ path, file, schema: schemaFile, pictures })
    if (!('hash' in part)) return Object.assign(new Error(part.message), { code: part.code })
    return toPartSource(part, record?.pages, true)
  }
}

/** Reads a site's files. @param onSettings told of the site's settings as they are written, as soon as they are read. */
export async function readParts(dir: string, read: ReadPart, onSettings: (settings: Record<string, unknown>) => void): Promise<{ sources: PartSource[]; problems: Problem[] }> {
  const readAll = limit(read, atOnce)
  let isFirst = true
  return readSite(dir, async (path, file) => {
    const first = isFirst
    isFirst = false
    const source = await readAll(path, file)
    if (first && !(source instanceof Error)) onSettings(((source.value as { site?: unknown } | null)?.site ?? {}) as Record<string, unknown>)
    return source
  })
}

/** The same function, no more than `count` calls of which run at a time; the others wait their turn. */
export function limit<A extends unknown[], T>(run: (...args: A) => Promise<T>, count: number): (...args: A) => Promise<T> {
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
export function entryOf({ part: { path, file } }: PartSource, route: string): Record<string, unknown> {
  const { pages } = (parseAgain(path, file).value ?? {}) as { pages?: Record<string, unknown> }
  return (pages?.[route] ?? {}) as Record<string, unknown>
}
