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
import { maxFileBytes, parseFile, type SourceFile } from './parse-file.ts'
import type { Path, Problem } from '../problems/problem.ts'
import type { Validator } from '../validate/validate-file.ts'

/** One file of a site, read and validated, as plain data: what the rest of the site needs of it, without the bodies of its pages. */
export type SourceSummary = {
  /** Relative to the site's folder. */
  file: string
  path: string
  /** Of its bytes. */
  hash: string
  /** As it is written; of each page only what other pages look at. */
  value: unknown
  possibleNames: string[]
  problems: Problem[]
  /** The routes of its pages in their order, each with a hash of its entry as it is written. */
  pages: [route: string, hash: string][]
  /** The pictures that it speaks of. */
  pictures: string[]
}

type UnknownRecord = Record<string, unknown>
const isRecord = (value: unknown): value is UnknownRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** 96 bits, as text: among a million entries two are alike by chance once in 10^17 sites. */
export const shortHash = (text: string | Uint8Array): string =>
  hash('sha256', text, 'base64url').slice(0, 16)

let lastParsed: { file: string; hash: string; source: SourceFile } | undefined

/** The file that was read last, as it was parsed: what is saved is looked at several times in a row. @param hash of its bytes. */
export const getLastParsedFile = (file: string, hash: string): SourceFile | undefined =>
  lastParsed?.file === file && lastParsed.hash === hash ? lastParsed.source : undefined

/** @param pictures the files in public/ that may be spoken of. */
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

/** The routes of a file in their order, each with a hash of its entry. */
export function listPageHashes({ value, entryBytes }: SourceFile): SourceSummary['pages'] {
  const pages = Object.entries(isRecord(value) && isRecord(value.pages) ? value.pages : {})
  return pages.map(([route, raw]) => [
    route,
    shortHash(entryBytes?.('pages', route) ?? JSON.stringify(raw ?? null)),
  ])
}

/** A part without its pages. @property bounds where they seem to stand in the file: see `CutFile`; left out where that cannot be told. */
export type SourceOutline = {
  summary: SourceSummary
  entryOffsets?: ScannedOutline['entryOffsets']
}

/**
 * A part of which it is not known yet whether a page is to be made here: with no more problems than those that keep it from being
 * read. Its bytes are read for their outline alone where that can be told.
 */
export function readSourceOutline(
  path: string,
  file: string,
  bytes: Buffer,
  pictures: string[],
): SourceOutline {
  const cut = tryScanOutline(bytes)
  const source = cut
    ? { file, value: cut.value, problems: [], possibleNames: [] }
    : parseFile(file, bytes)
  return {
    summary: {
      ...summarizeFile(path, source, bytes, pictures),
      problems: source.problems,
      pages: [],
    },
    entryOffsets: cut?.entryOffsets,
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

/** A part with its pages, in which something may be wrong. @property bounds where they stand: see `CutFile`. */
export type UnvalidatedSource = Required<SourceOutline>

/** @param bytes of the file that the outline was read from. @returns what `readUnchecked` gives of them. */
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
 * The same as `readPart` of a file in which nothing is wrong, in a fraction of the time. Whether anything is wrong is for others to see, before
 * what is made of it is shown.
 * @param hash of the bytes, where it is known. @returns undefined where it cannot be told by indentation alone.
 */
export function readUnvalidatedSource(
  path: string,
  file: string,
  bytes: Buffer,
  pictures: string[],
  hash = shortHash(bytes),
): UnvalidatedSource | undefined {
  const cut = tryScanOutline(bytes)
  if (!cut) return undefined
  const part = summarizeFile(
    path,
    { file, value: cut.value, possibleNames: [] },
    bytes,
    pictures,
    hash,
  )
  return addPageHashes(
    {
      summary: { ...part, value: detachStrings(part.value), problems: [], pages: [] },
      entryOffsets: cut.entryOffsets,
    },
    bytes,
  )
}

/** The same data: to the engine, a text that was cut out of another is a view of that, and keeps all of it in memory. */
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

/** What `resolveShared` looks at in a page, the rules across pages, and a server that is asked for an address. */
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

/** Whether a file says the same to all other pages as it did. */
export const hasSameOutline = (one: SourceSummary, other: SourceSummary): boolean =>
  serializeOutline(one) === serializeOutline(other)
const serializeOutline = ({ value, problems, pictures, possibleNames }: SourceSummary) =>
  JSON.stringify([value, problems, pictures, possibleNames])

/** A part in the place of the file that it was read from. */
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

/** A file that is parsed only when a place in it is to be found. */
export const createLazySource = (path: string, file: string): SourceFile => ({
  file,
  value: undefined,
  problems: [],
  possibleNames: new Set(),
  locate: (...place) => createEntryLocator(readOpenFile(path), file, place[0])(...place),
})

/** A file as it is now, and what has been made of it. @property alone the page that was asked for first; `source` is left out where it depends on others. */
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

/** The last one is kept, since questions come in rows; not beyond a save, for a process that stays. */
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

const getParsedFile = (held: OpenFile, file: string): SourceFile =>
  (held.parsed ??= parseFile(file, held.bytes))

/** The pages of a file as they are written; none where that cannot be told. */
const getPageEntries = (held: OpenFile): Map<string, Buffer> =>
  (held.entries ??= new Map(tryScanPageEntries(held.bytes)))

/** Of a file with thousands of lines, a page that is asked for is parsed alone; when another one is asked for, all of them are. */
function createEntryLocator(
  held: OpenFile,
  file: string,
  [section, route]: Path,
): SourceFile['locate'] {
  if (!held.parsed && section === 'pages' && typeof route === 'string') {
    held.singleEntry ??= { route, source: parseEntryInPlace(held, file, route) }
    if (held.singleEntry.route === route && held.singleEntry.source)
      return held.singleEntry.source.locate
  }
  return getParsedFile(held, file).locate
}

/** A page alone, in the lines and columns that it has in its file. */
function parseEntryInPlace(held: OpenFile, file: string, route: string): SourceFile | undefined {
  const { bytes } = held
  const entry = getPageEntries(held).get(route)
  if (!entry) return undefined
  const start = entry.byteOffset - bytes.byteOffset
  const column = start - bytes.lastIndexOf('\n', start) - 1
  let lines = 0
  for (let at = bytes.indexOf('\n'); at >= 0 && at < start; at = bytes.indexOf('\n', at + 1))
    lines++
  return parseDetached(file, entry, `${'\n'.repeat(lines - 1)}pages:\n${' '.repeat(column)}`)
}

/** The whole entry of a page, read again: of its file, nothing else is parsed where that can be. */
export function rereadPageEntry(path: string, file: string, route: string): UnknownRecord {
  const held = readOpenFile(path)
  const bytes = getPageEntries(held).get(route)
  const { pages } = ((bytes && parsePageEntry(file, bytes)) ??
    getParsedFile(held, file).value ??
    {}) as {
    pages?: UnknownRecord
  }
  const raw = pages?.[route]
  return isRecord(raw) ? raw : {}
}

/** @param bytes of one entry, as `readEntries` gives them. @returns a file of that page alone; undefined where it depends on others. */
export const parsePageEntry = (file: string, bytes: Buffer): unknown =>
  parseDetached(file, bytes, 'pages:\n ')?.value

/**
 * Pages that stand one behind the other, read as if nothing else were in their file.
 * @param from, to where the first of them begins and the last one ends. @returns undefined where something is wrong in them, or where they depend on others.
 */
export const parsePageEntries = (
  file: string,
  bytes: Buffer,
  from: number,
  to: number,
): SourceFile | undefined =>
  parseDetached(file, bytes.subarray(bytes.lastIndexOf('\n', from) + 1, to), 'pages:\n')

/** @param before what stands above the entries, and before the first one on its line. */
function parseDetached(file: string, entries: Buffer, before: string): SourceFile | undefined {
  // What stands behind the last break belongs to the next line.
  const own = entries.subarray(0, entries.lastIndexOf('\n') + 1)
  const source = parseFile(file, Buffer.concat([Buffer.from(before), own]))
  return source.problems.length === 0 && source.entryBytes ? source : undefined
}
