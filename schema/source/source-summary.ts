import { hash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import {
  slicePageEntries,
  outlineProperties,
  fastScanPageEntries,
  fastScanOutline,
  type PageEntries,
  type ScannedOutline,
} from '../fast/fast-outline.ts'
import { withFastPath } from '../util/fast-paths.ts'
import { maxFileBytes, parseFile } from './parse-file.ts'
import type { Validator } from '../validate/validate-file.ts'
import { isRecord, type UnknownRecord } from '../util/records.ts'
import type { SourceFile } from './types.ts'
import type { Path } from './position-types.ts'
import type { Problem } from '../problems/types.ts'

/** A validated source file as plain data, without the contents of its pages. */
export type SourceSummary = {
  /** Relative to the site's folder. */
  file: string
  path: string
  /** Hash of the file's bytes. */
  hash: string
  /** The parsed file. Pages only have the properties that other pages depend on. */
  value: unknown
  possibleNames: string[]
  problems: Problem[]
  /** The routes of its pages in order, each with a hash of the entry's source text. */
  pages: [route: string, hash: string][]
  /** The pictures whose paths occur in the file. */
  pictures: string[]
}

/** Returns 96 bits of a SHA-256 hash as text, enough to tell millions of entries apart. */
export const shortHash = (text: string | Uint8Array): string =>
  hash('sha256', text, 'base64url').slice(0, 16)

let lastParsed: { file: string; hash: string; source: SourceFile } | undefined

/**
 * Returns the most recently parsed file, if it is the requested one: a saved file is needed several
 * times in a row.
 * @param hash the hash of the file's bytes
 */
export const getLastParsedFile = (file: string, hash: string): SourceFile | undefined =>
  lastParsed?.file === file && lastParsed.hash === hash ? lastParsed.source : undefined

/**
 * Parses, validates and summarizes a file.
 * @param path the absolute path
 * @param file the name for messages, relative to the site's folder
 * @param pictures the URL paths of the pictures in public/
 */
export function readSourceSummary(
  path: string,
  file: string,
  bytes: Uint8Array,
  validate: Validator,
  pictures: string[],
): SourceSummary {
  const source = parseFile(file, bytes)
  const part = summarizeFile(path, source, bytes, pictures)
  lastParsed = { file, hash: part.hash, source }
  return {
    ...part,
    problems: [...source.problems, ...validate(source)],
    pages: listPageHashes(source),
  }
}

/** Lists the routes of a file in order, each with a hash of its entry. */
export function listPageHashes({ value, entryBytes }: SourceFile): SourceSummary['pages'] {
  const pages = Object.entries(isRecord(value) && isRecord(value.pages) ? value.pages : {})
  return pages.map(([route, raw]) => [
    route,
    shortHash(entryBytes?.('pages', route) ?? JSON.stringify(raw ?? null)),
  ])
}

/**
 * A file without its pages.
 * @property entryOffsets see `ScannedOutline`; missing if the file cannot be scanned by indentation
 */
export type SourceOutline = {
  summary: SourceSummary
  entryOffsets?: ScannedOutline['entryOffsets']
}

/**
 * Summarizes a file without validating it, scanning only its outline where possible. Its problems
 * are only those of parsing.
 */
export function readSourceOutline(
  path: string,
  file: string,
  bytes: Buffer,
  pictures: string[],
): SourceOutline {
  const scanned = tryScanOutline(bytes)
  const source = scanned
    ? { file, value: scanned.value, problems: [], possibleNames: [] }
    : parseFile(file, bytes)
  return {
    summary: {
      ...summarizeFile(path, source, bytes, pictures),
      problems: source.problems,
      pages: [],
    },
    entryOffsets: scanned?.entryOffsets,
  }
}

/** Without an outline, callers parse the whole file. */
const tryScanOutline = withFastPath(
  (bytes: Buffer): ScannedOutline | undefined =>
    bytes.length <= maxFileBytes ? fastScanOutline(bytes) : undefined,
  () => undefined,
)

/** Without entries, callers parse the whole file. */
const tryScanPageEntries = withFastPath(
  (bytes: Buffer): PageEntries | undefined =>
    bytes.length <= maxFileBytes ? fastScanPageEntries(bytes) : undefined,
  () => undefined,
)

/** A file with the hashes of its pages, which has not been validated. */
export type UnvalidatedSource = Required<SourceOutline>

/**
 * Adds the hashes of a file's pages to its outline.
 * @param bytes the file that the outline was read from
 * @returns the same as `readUnvalidatedSource`; undefined if the file cannot be cut into
 *   entries
 */
export function addPageHashes(
  { summary, entryOffsets }: SourceOutline,
  bytes: Buffer,
): UnvalidatedSource | undefined {
  const found = entryOffsets && slicePageEntries(bytes, { value: summary.value, entryOffsets })
  return (
    entryOffsets &&
    found && {
      summary: { ...summary, pages: found.map(([route, entry]) => [route, shortHash(entry)]) },
      entryOffsets,
    }
  )
}

/**
 * Returns the same summary as `readSourceSummary` for a file without problems, but faster. The
 * caller must validate the file before it publishes anything made from it.
 * @param hash the hash of the bytes, if known
 * @returns undefined if the file cannot be cut into entries by indentation alone
 */
export function readUnvalidatedSource(
  path: string,
  file: string,
  bytes: Buffer,
  pictures: string[],
  hash = shortHash(bytes),
): UnvalidatedSource | undefined {
  const scanned = tryScanOutline(bytes)
  if (!scanned) return undefined
  const part = summarizeFile(
    path,
    { file, value: scanned.value, possibleNames: [] },
    bytes,
    pictures,
    hash,
  )
  return addPageHashes(
    {
      summary: { ...part, value: detachStrings(part.value), problems: [], pages: [] },
      entryOffsets: scanned.entryOffsets,
    },
    bytes,
  )
}

/** Copies the strings in a value. In V8, a substring keeps the whole file's text in memory. */
const detachStrings = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

function summarizeFile(
  path: string,
  {
    file,
    value,
    possibleNames,
  }: Pick<SourceFile, 'file' | 'value'> & { possibleNames: Iterable<string> },
  bytes: Uint8Array,
  pictures: string[],
  hash = shortHash(bytes),
) {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return {
    file,
    path,
    hash,
    value:
      isRecord(value) && isRecord(value.pages)
        ? {
            ...value,
            pages: Object.fromEntries(
              Object.entries(value.pages).map(([route, raw]) => [route, outlinePage(raw)]),
            ),
          }
        : value,
    possibleNames: [...possibleNames],
    pictures: pictures.filter((picture) => text.includes(picture)),
  }
}

/** Keeps the properties that `resolveSharedSite`, site rules and the development server need. */
function outlinePage(raw: unknown): unknown {
  if (!isRecord(raw) || raw.kind === 'article') return raw
  const kept: UnknownRecord = {}
  for (const name of outlineProperties) kept[name] = raw[name]
  kept.blocks = Array.isArray(raw.blocks)
    ? raw.blocks
        .filter((block) => isRecord(block) && block.type === 'posts')
        .map(() => ({ type: 'posts' }))
    : []
  return kept
}

/** Whether two versions of a file look the same to all other pages. */
export const hasSameOutline = (one: SourceSummary, other: SourceSummary): boolean =>
  serializeOutline(one) === serializeOutline(other)
const serializeOutline = ({ value, problems, pictures, possibleNames }: SourceSummary) =>
  JSON.stringify([value, problems, pictures, possibleNames])

/** Converts a summary to a source whose positions are read from the file when needed. */
export const toSourceFile = ({
  file,
  path,
  value,
  possibleNames,
  problems,
}: SourceSummary): SourceFile => ({
  ...createLazySource(path, file),
  value,
  problems,
  possibleNames: new Set(possibleNames),
})

/** Creates a source that is parsed only when a position in it is needed. */
export const createLazySource = (path: string, file: string): SourceFile => ({
  file,
  value: undefined,
  problems: [],
  possibleNames: new Set(),
  locate: (...args) => createEntryLocator(readOpenFile(path), file, args[0])(...args),
})

/**
 * The current state of a file, with cached results.
 * @property singleEntry the first page that was located; `source` is missing if its entry cannot be
 *   parsed alone
 */
type OpenFile = {
  path: string
  modified: number
  size: number
  bytes: Buffer
  parsed?: SourceFile
  entries?: Map<string, Buffer>
  singleEntry?: { route: string; source?: SourceFile }
}

let lastOpenFile: OpenFile | undefined

/** Reads a file, or returns it from memory if it was the last one and has not changed since. */
function readOpenFile(path: string): OpenFile {
  const { mtimeMs: modified, size } = statSync(path)
  if (
    lastOpenFile?.path !== path ||
    lastOpenFile.modified !== modified ||
    lastOpenFile.size !== size
  )
    lastOpenFile = { path, modified, size, bytes: readFileSync(path) }
  return lastOpenFile
}

const getParsedFile = (openFile: OpenFile, file: string): SourceFile =>
  (openFile.parsed ??= parseFile(file, openFile.bytes))

/** Returns the source of each page in a file. Empty if the file cannot be cut into entries. */
const getPageEntries = (openFile: OpenFile): Map<string, Buffer> =>
  (openFile.entries ??= new Map(tryScanPageEntries(openFile.bytes)))

/**
 * Locates the first requested page by parsing its entry alone, further pages by parsing the file.
 */
function createEntryLocator(
  openFile: OpenFile,
  file: string,
  [section, route]: Path,
): SourceFile['locate'] {
  if (!openFile.parsed && section === 'pages' && typeof route === 'string') {
    openFile.singleEntry ??= { route, source: parseEntryInPlace(openFile, file, route) }
    if (openFile.singleEntry.route === route && openFile.singleEntry.source)
      return openFile.singleEntry.source.locate
  }
  return getParsedFile(openFile, file).locate
}

/** Parses the entry of one page, padded so that its lines and columns match those in its file. */
function parseEntryInPlace(
  openFile: OpenFile,
  file: string,
  route: string,
): SourceFile | undefined {
  const { bytes } = openFile
  const entry = getPageEntries(openFile).get(route)
  if (!entry) return undefined
  const start = entry.byteOffset - bytes.byteOffset
  const column = start - bytes.lastIndexOf('\n', start) - 1
  let lines = 0
  for (let at = bytes.indexOf('\n'); at >= 0 && at < start; at = bytes.indexOf('\n', at + 1))
    lines++
  return parseDetached(file, entry, `${'\n'.repeat(lines - 1)}pages:\n${' '.repeat(column)}`)
}

/** Reads the complete entry of a page from its file, parsing nothing else where possible. */
export function rereadPageEntry(path: string, file: string, route: string): UnknownRecord {
  const openFile = readOpenFile(path)
  const bytes = getPageEntries(openFile).get(route)
  const { pages } = ((bytes && parsePageEntry(file, bytes)) ??
    getParsedFile(openFile, file).value ??
    {}) as {
    pages?: UnknownRecord
  }
  const raw = pages?.[route]
  return isRecord(raw) ? raw : {}
}

/**
 * Parses the source of one entry.
 * @param bytes the entry, as `scanPageEntries` returns it
 * @returns the value of a file with only this page; undefined if it depends on other entries
 */
export const parsePageEntry = (file: string, bytes: Buffer): unknown =>
  parseDetached(file, bytes, 'pages:\n ')?.value

/**
 * Parses a range of consecutive entries as a file of its own.
 * @param from the offset of the first entry
 * @param to the end of the last entry
 * @returns undefined if the entries have problems or depend on other entries
 */
export const parsePageEntries = (
  file: string,
  bytes: Buffer,
  from: number,
  to: number,
): SourceFile | undefined =>
  parseDetached(file, bytes.subarray(bytes.lastIndexOf('\n', from) + 1, to), 'pages:\n')

/** @param before text to insert before the entries */
function parseDetached(file: string, entries: Buffer, before: string): SourceFile | undefined {
  // Drop the indentation of the entry that follows.
  const own = entries.subarray(0, entries.lastIndexOf('\n') + 1)
  const source = parseFile(file, Buffer.concat([Buffer.from(before), own]))
  return source.problems.length === 0 && source.entryBytes ? source : undefined
}
