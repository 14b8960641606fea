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
const isGroup = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value)

/** 96 bits, as text: among a million entries two are alike by chance once in 10^17 sites. */
export const hashOf = (text: string | Uint8Array): string => hash('sha256', text, 'base64url').slice(0, 16)

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
export const recallFile = (file: string, hash: string): SourceFile | undefined => (read?.file === file && read.hash === hash ? read.source : undefined)

/** @param pictures the files in public/ that may be spoken of. */
export function readPart(path: string, file: string, bytes: Uint8Array, validate: Validator, pictures: string[]): SitePart {
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
  return pages.map(([route, raw]) => [route, hashOf(entryBytes?.('pages', route) ?? JSON.stringify(raw ?? null))])
}

/** A part without its pages. @property entries where they seem to stand in the file; left out where that cannot be told. */
export type Outline = { part: SitePart; entries?: CutFile['entries'] }

/**
 * A part of which it is not known yet whether a page is to be made here: with no more problems than those that keep it from being
 * read. Its bytes are read for their outline alone where that can be told.
 */
export function readOutline(path: string, file: string, bytes: Buffer, pictures: string[]): Outline {
  const cut = cutFile(bytes)
  const source = cut ? { file, value: cut.value, problems: [], possibleNames: [] } : parseFile(file, bytes)
  return { part: { ...describeFile(path, source, bytes, pictures), problems: source.problems, pages: [] }, entries: cut?.entries }
}

const cutFile = (bytes: Buffer) => (bytes.length <= maxFileBytes ? readOutlined(bytes) : undefined)

/** @param bytes of the file that the outline was read from. @returns what `readUnchecked` gives of them. */
export function addPages({ part, entries }: Outline, bytes: Buffer): SitePart | undefined {
  const found = entries && findEntries(bytes, { value: part.value, entries })
  return found && { ...part, pages: found.map(([route, entry]) => [route, hashOf(entry)]) }
}

/**
 * The same as `readPart` of a file in which nothing is wrong, in a fraction of the time. Whether anything is wrong is for others to see, before
 * what is made of it is shown.
 * @param hash of the bytes, where it is known. @returns undefined where it cannot be told by indentation alone.
 */
export function readUnchecked(path: string, file: string, bytes: Buffer, pictures: string[], hash = hashOfFile(bytes)): SitePart | undefined {
  const cut = cutFile(bytes)
  if (!cut) return undefined
  const part = describeFile(path, { file, value: cut.value, possibleNames: [] }, bytes, pictures, hash)
  return addPages({ part: { ...part, value: withOwnTexts(part.value), problems: [], pages: [] }, entries: cut.entries }, bytes)
}

/** The same data: to the engine, a text that was cut out of another is a view of that, and keeps all of it in memory. */
const withOwnTexts = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

function describeFile(path: string, { file, value, possibleNames }: Pick<SourceFile, 'file' | 'value'> & { possibleNames: Iterable<string> }, bytes: Uint8Array, pictures: string[], hash = hashOfFile(bytes)) {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return {
    file,
    path,
    hash,
    value: isGroup(value) && isGroup(value.pages) ? { ...value, pages: Object.fromEntries(Object.entries(value.pages).map(([route, raw]) => [route, outline(raw)])) } : value,
    possibleNames: [...possibleNames],
    pictures: pictures.filter((picture) => text.includes(picture)),
  }
}

/** What `resolveShared` looks at in a page, the rules across pages, and a server that is asked for an address. */
function outline(raw: unknown): unknown {
  if (!isGroup(raw) || raw.kind === 'article') return raw
  const kept: Raw = {}
  for (const name of outlined) kept[name] = raw[name]
  kept.blocks = Array.isArray(raw.blocks) ? raw.blocks.filter((block) => isGroup(block) && block.type === 'posts').map(() => ({ type: 'posts' })) : []
  return kept
}

/** A part in the place of the file that it was read from. */
export const toSource = ({ file, path, value, possibleNames, problems }: SitePart): SourceFile => ({ ...sourceOnDisk(path, file), value, problems, possibleNames: new Set(possibleNames) })

/** A file that is parsed only when a place in it is to be found. */
export const sourceOnDisk = (path: string, file: string): SourceFile => ({
  file,
  value: undefined,
  problems: [],
  possibleNames: new Set(),
  locate: (...place) => (locateInEntry(path, file, place[0]) ?? parseAgain(path, file).locate)(...place),
})

/** Of a file with thousands of lines, the page alone is parsed, where it is one and depends on no other. */
function locateInEntry(path: string, file: string, [section, route]: Path): SourceFile['locate'] | undefined {
  const { bytes, entries } = cutAgain(path)
  const entry = section === 'pages' && typeof route === 'string' ? entries.get(route) : undefined
  if (!entry) return undefined
  const start = bytes.lastIndexOf('\n', entry.byteOffset - bytes.byteOffset) + 1
  const end = entry.byteOffset - bytes.byteOffset + entry.lastIndexOf('\n') + 1
  let lines = 0
  for (let at = bytes.indexOf('\n'); at >= 0 && at < start; at = bytes.indexOf('\n', at + 1)) lines++
  // In the lines that it has in the file.
  const { problems, locate } = parseFile(file, Buffer.from(`${'\n'.repeat(lines - 1)}pages:\n${bytes.toString('utf8', start, end)}`))
  return problems.length === 0 ? locate : undefined
}

let last: { path: string; modified: number; size: number; source: SourceFile } | undefined

/** The last one is kept, since problems come in rows; not beyond a save, for a process that stays. */
function parseAgain(path: string, file: string): SourceFile {
  const { mtimeMs: modified, size } = statSync(path)
  if (last?.path !== path || last.modified !== modified || last.size !== size) last = { path, modified, size, source: parseFile(file, readFileSync(path)) }
  return last.source
}

let lastCut: { path: string; modified: number; size: number; bytes: Buffer; entries: Map<string, Buffer> } | undefined

/** A file and its pages as they are written; none where that cannot be told. */
function cutAgain(path: string): NonNullable<typeof lastCut> {
  const { mtimeMs: modified, size } = statSync(path)
  if (lastCut?.path !== path || lastCut.modified !== modified || lastCut.size !== size) {
    const bytes = size <= maxFileBytes ? readFileSync(path) : Buffer.alloc(0)
    lastCut = { path, modified, size, bytes, entries: new Map(readEntries(bytes)) }
  }
  return lastCut
}

/** The whole entry of a page, read again: of its file, nothing else is parsed where that can be. */
export function readEntryAgain(path: string, file: string, route: string): Raw {
  const bytes = cutAgain(path).entries.get(route)
  const { pages } = ((bytes && parseEntry(file, bytes)) ?? parseAgain(path, file).value ?? {}) as { pages?: Raw }
  const raw = pages?.[route]
  return isGroup(raw) ? raw : {}
}

/** @param bytes of one entry, as `readEntries` gives them. @returns a file of that page alone; undefined where it depends on others. */
export function parseEntry(file: string, bytes: Buffer): unknown {
  // What stands behind the last break belongs to the next line.
  const own = bytes.subarray(0, bytes.lastIndexOf('\n') + 1)
  const { value, problems, entryBytes } = parseFile(file, Buffer.concat([Buffer.from('pages:\n '), own]))
  return problems.length === 0 && entryBytes ? value : undefined
}
