import { createCipheriv, hash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { findEntries, outlined, readEntries, readOutlined, type CutFile } from './cut-pages.ts'
import { maxFileBytes, parseFile, type SourceFile } from './parse-file.ts'
import type { Path, Problem } from './problem.ts'
import type { Validator } from './validate-file.ts'

/** One file of a site, read and validated, as plain data: what the rest of the site needs of it, without the bodies of its pages. */
export type SitePart = {
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

type Raw = Record<string, unknown>
const isGroup = (value: unknown): value is Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** 96 bits, as text: among a million entries two are alike by chance once in 10^17 sites. */
export const hashOf = (text: string | Uint8Array): string =>
  hash('sha256', text, 'base64url').slice(0, 16)

/**
 * The same of a whole file, one that is read or one that is written: GMAC with a key that anybody may know, in half the time for a page and a fifth for a file of pages.
 * It tells apart whatever may be written, and not what somebody has calculated in order to be taken for something else.
 */
export function hashOfFile(bytes: Uint8Array): string {
  const cipher = createCipheriv('aes-128-gcm', Buffer.alloc(16), Buffer.alloc(12)).setAAD(bytes)
  cipher.final()
  return cipher.getAuthTag().toString('base64url').slice(0, 16)
}

let read: { file: string; hash: string; source: SourceFile } | undefined

/** The file that was read last, as it was parsed: what is saved is looked at several times in a row. @param hash of its bytes. */
export const recallFile = (file: string, hash: string): SourceFile | undefined =>
  read?.file === file && read.hash === hash ? read.source : undefined

/** @param pictures the files in public/ that may be spoken of. */
export function readPart(
  path: string,
  file: string,
  bytes: Uint8Array,
  validate: Validator,
  pictures: string[],
): SitePart {
  const source = parseFile(file, bytes)
  const part = describeFile(path, source, bytes, pictures)
  read = { file, hash: part.hash, source }
  return {
    ...part,
    problems: [...source.problems, ...validate(source)],
    pages: listEntries(source),
  }
}

/** The routes of a file in their order, each with a hash of its entry. */
export function listEntries({ value, entryBytes }: SourceFile): SitePart['pages'] {
  const pages = Object.entries(isGroup(value) && isGroup(value.pages) ? value.pages : {})
  return pages.map(([route, raw]) => [
    route,
    hashOf(entryBytes?.('pages', route) ?? JSON.stringify(raw ?? null)),
  ])
}

/** A part without its pages. @property bounds where they seem to stand in the file: see `CutFile`; left out where that cannot be told. */
export type Outline = { part: SitePart; bounds?: CutFile['bounds'] }

/**
 * A part of which it is not known yet whether a page is to be made here: with no more problems than those that keep it from being
 * read. Its bytes are read for their outline alone where that can be told.
 */
export function readOutline(
  path: string,
  file: string,
  bytes: Buffer,
  pictures: string[],
): Outline {
  const cut = cutFile(bytes)
  const source = cut
    ? { file, value: cut.value, problems: [], possibleNames: [] }
    : parseFile(file, bytes)
  return {
    part: { ...describeFile(path, source, bytes, pictures), problems: source.problems, pages: [] },
    bounds: cut?.bounds,
  }
}

const cutFile = (bytes: Buffer) => (bytes.length <= maxFileBytes ? readOutlined(bytes) : undefined)

/** A part with its pages, in which something may be wrong. @property bounds where they stand: see `CutFile`. */
export type UncheckedPart = Required<Outline>

/** @param bytes of the file that the outline was read from. @returns what `readUnchecked` gives of them. */
export function addPages({ part, bounds }: Outline, bytes: Buffer): UncheckedPart | undefined {
  const found = bounds && findEntries(bytes, { value: part.value, bounds })
  return (
    bounds &&
    found && {
      part: { ...part, pages: found.map(([route, entry]) => [route, hashOf(entry)]) },
      bounds,
    }
  )
}

/**
 * The same as `readPart` of a file in which nothing is wrong, in a fraction of the time. Whether anything is wrong is for others to see, before
 * what is made of it is shown.
 * @param hash of the bytes, where it is known. @returns undefined where it cannot be told by indentation alone.
 */
export function readUnchecked(
  path: string,
  file: string,
  bytes: Buffer,
  pictures: string[],
  hash = hashOfFile(bytes),
): UncheckedPart | undefined {
  const cut = cutFile(bytes)
  if (!cut) return undefined
  const part = describeFile(
    path,
    { file, value: cut.value, possibleNames: [] },
    bytes,
    pictures,
    hash,
  )
  return addPages(
    {
      part: { ...part, value: withOwnTexts(part.value), problems: [], pages: [] },
      bounds: cut.bounds,
    },
    bytes,
  )
}

/** The same data: to the engine, a text that was cut out of another is a view of that, and keeps all of it in memory. */
const withOwnTexts = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

function describeFile(
  path: string,
  {
    file,
    value,
    possibleNames,
  }: Pick<SourceFile, 'file' | 'value'> & { possibleNames: Iterable<string> },
  bytes: Uint8Array,
  pictures: string[],
  hash = hashOfFile(bytes),
) {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return {
    file,
    path,
    hash,
    value:
      isGroup(value) && isGroup(value.pages)
        ? {
            ...value,
            pages: Object.fromEntries(
              Object.entries(value.pages).map(([route, raw]) => [route, outline(raw)]),
            ),
          }
        : value,
    possibleNames: [...possibleNames],
    pictures: pictures.filter((picture) => text.includes(picture)),
  }
}

/** What `resolveShared` looks at in a page, the rules across pages, and a server that is asked for an address. */
function outline(raw: unknown): unknown {
  if (!isGroup(raw) || raw.kind === 'article') return raw
  const kept: Raw = {}
  for (const name of outlined) kept[name] = raw[name]
  kept.blocks = Array.isArray(raw.blocks)
    ? raw.blocks
        .filter((block) => isGroup(block) && block.type === 'posts')
        .map(() => ({ type: 'posts' }))
    : []
  return kept
}

/** Whether a file says the same to all other pages as it did. */
export const hasSameOutline = (one: SitePart, other: SitePart): boolean =>
  describeOutline(one) === describeOutline(other)
const describeOutline = ({ value, problems, pictures, possibleNames }: SitePart) =>
  JSON.stringify([value, problems, pictures, possibleNames])

/** A part in the place of the file that it was read from. */
export const toSource = ({ file, path, value, possibleNames, problems }: SitePart): SourceFile => ({
  ...sourceOnDisk(path, file),
  value,
  problems,
  possibleNames: new Set(possibleNames),
})

/** A file that is parsed only when a place in it is to be found. */
export const sourceOnDisk = (path: string, file: string): SourceFile => ({
  file,
  value: undefined,
  problems: [],
  possibleNames: new Set(),
  locate: (...place) => locatorOf(holdFile(path), file, place[0])(...place),
})

/** A file as it is now, and what has been made of it. @property alone the page that was asked for first; `source` is left out where it depends on others. */
type HeldFile = {
  path: string
  modified: number
  size: number
  bytes: Buffer
  whole?: SourceFile
  entries?: Map<string, Buffer>
  alone?: { route: string; source?: SourceFile }
}

let held: HeldFile | undefined

/** The last one is kept, since questions come in rows; not beyond a save, for a process that stays. */
function holdFile(path: string): HeldFile {
  const { mtimeMs: modified, size } = statSync(path)
  if (held?.path !== path || held.modified !== modified || held.size !== size)
    held = { path, modified, size, bytes: readFileSync(path) }
  return held
}

const wholeOf = (held: HeldFile, file: string): SourceFile =>
  (held.whole ??= parseFile(file, held.bytes))

/** The pages of a file as they are written; none where that cannot be told. */
const entriesOf = (held: HeldFile): Map<string, Buffer> =>
  (held.entries ??= new Map(
    held.bytes.length <= maxFileBytes ? readEntries(held.bytes) : undefined,
  ))

/** Of a file with thousands of lines, a page that is asked for is parsed alone; when another one is asked for, all of them are. */
function locatorOf(held: HeldFile, file: string, [section, route]: Path): SourceFile['locate'] {
  if (!held.whole && section === 'pages' && typeof route === 'string') {
    held.alone ??= { route, source: parseInPlace(held, file, route) }
    if (held.alone.route === route && held.alone.source) return held.alone.source.locate
  }
  return wholeOf(held, file).locate
}

/** A page alone, in the lines and columns that it has in its file. */
function parseInPlace(held: HeldFile, file: string, route: string): SourceFile | undefined {
  const { bytes } = held
  const entry = entriesOf(held).get(route)
  if (!entry) return undefined
  const start = entry.byteOffset - bytes.byteOffset
  const column = start - bytes.lastIndexOf('\n', start) - 1
  let lines = 0
  for (let at = bytes.indexOf('\n'); at >= 0 && at < start; at = bytes.indexOf('\n', at + 1))
    lines++
  return parseAlone(file, entry, `${'\n'.repeat(lines - 1)}pages:\n${' '.repeat(column)}`)
}

/** The whole entry of a page, read again: of its file, nothing else is parsed where that can be. */
export function readEntryAgain(path: string, file: string, route: string): Raw {
  const held = holdFile(path)
  const bytes = entriesOf(held).get(route)
  const { pages } = ((bytes && parseEntry(file, bytes)) ?? wholeOf(held, file).value ?? {}) as {
    pages?: Raw
  }
  const raw = pages?.[route]
  return isGroup(raw) ? raw : {}
}

/** @param bytes of one entry, as `readEntries` gives them. @returns a file of that page alone; undefined where it depends on others. */
export const parseEntry = (file: string, bytes: Buffer): unknown =>
  parseAlone(file, bytes, 'pages:\n ')?.value

/**
 * Pages that stand one behind the other, read as if nothing else were in their file.
 * @param from, to where the first of them begins and the last one ends. @returns undefined where something is wrong in them, or where they depend on others.
 */
export const parseEntries = (
  file: string,
  bytes: Buffer,
  from: number,
  to: number,
): SourceFile | undefined =>
  parseAlone(file, bytes.subarray(bytes.lastIndexOf('\n', from) + 1, to), 'pages:\n')

/** @param before what stands above the entries, and before the first one on its line. */
function parseAlone(file: string, entries: Buffer, before: string): SourceFile | undefined {
  // What stands behind the last break belongs to the next line.
  const own = entries.subarray(0, entries.lastIndexOf('\n') + 1)
  const source = parseFile(file, Buffer.concat([Buffer.from(before), own]))
  return source.problems.length === 0 && source.entryBytes ? source : undefined
}
