import { shortHash } from '../util/short-hash.ts'
import { parseFile } from './parse-file.ts'
import { describeSourceState, readSourceBytes } from './text/source-bytes.ts'
import type { SourceFile } from './types.ts'

/** Enough for all files of a site of ordinary size. Of a large one, not all stay in memory. */
const maxParsedBytes = 4_000_000

/** The files that were parsed last, by name and content. The newest is at the end. */
const parsedFiles = new Map<string, { source: SourceFile; size: number }>()
let parsedBytes = 0

/**
 * Parses a file, or returns the result if the same text was parsed before: a file is validated,
 * made into pages, and searched for the lines of its problems.
 * @param file the name for messages, relative to the site's folder
 * @param hash the hash of the bytes
 */
export function parseSource(file: string, bytes: Uint8Array, hash = shortHash(bytes)): SourceFile {
  const key = `${file}\n${hash}`
  const known = parsedFiles.get(key)
  if (known) {
    parsedFiles.delete(key)
    parsedFiles.set(key, known)
    return known.source
  }
  const source = parseFile(file, bytes)
  parsedFiles.set(key, { source, size: bytes.length })
  parsedBytes += bytes.length
  for (const [oldest, { size }] of parsedFiles) {
    if (parsedBytes <= maxParsedBytes) break
    parsedFiles.delete(oldest)
    parsedBytes -= size
  }
  return source
}

let lastOpened: { path: string; state: object | string; source: SourceFile } | undefined

/** Reads and parses a file as it is now. */
export function openSource(path: string, file: string): SourceFile {
  const state = describeSourceState(path)
  if (lastOpened?.path !== path || lastOpened.state !== state)
    lastOpened = { path, state, source: parseSource(file, readSourceBytes(path)) }
  return lastOpened.source
}

/** Creates a source that is parsed only when one of its positions is needed. */
export const createLazySource = (path: string, file: string): SourceFile => ({
  file,
  value: undefined,
  problems: [],
  possibleNames: new Set(),
  locate: (...args) => openSource(path, file).locate(...args),
})
