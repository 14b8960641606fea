import { outlineProperties } from '../fast/fast-outline.ts'
import type { Problem } from '../problems/types.ts'
import { isRecord, type UnknownRecord } from '../util/records.ts'
import { shortHash } from '../util/short-hash.ts'
import type { Validator } from '../validate/validate-file.ts'
import { parseFile } from './parse-file.ts'
import type { SourceFile } from './types.ts'

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

let lastParsed: { file: string; hash: string; source: SourceFile } | undefined

/**
 * Returns the most recently parsed file, if it is the requested one, since a saved file is needed
 * several times in a row.
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
 * Summarizes a parsed file, apart from its problems and the hashes of its pages.
 * @param hash the hash of the bytes, if known
 */
export function summarizeFile(
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
              Object.entries(value.pages).map(([route, raw]) => [route, pickOutline(raw)]),
            ),
          }
        : value,
    possibleNames: [...possibleNames],
    pictures: pictures.filter((picture) => text.includes(picture)),
  }
}

/** Keeps the properties that `resolveSharedSite`, site rules and the development server need. */
function pickOutline(raw: unknown): unknown {
  if (!isRecord(raw) || raw.kind === 'article') return raw
  const kept: UnknownRecord = {}
  for (const name of outlineProperties) kept[name] = raw[name]
  kept.blocks = Array.isArray(raw.blocks)
    ? raw.blocks
        .filter((block) => isRecord(block) && block.type === 'posts')
        .map(({ publish }) => ({ type: 'posts', ...(publish !== undefined && { publish }) }))
    : []
  return kept
}

/**
 * Whether two versions of a file have the same outline, so that other pages need not be rebuilt.
 */
export const hasSameOutline = (one: SourceSummary, other: SourceSummary): boolean =>
  serializeOutline(one) === serializeOutline(other)
const serializeOutline = ({ value, problems, pictures, possibleNames }: SourceSummary) =>
  JSON.stringify([value, problems, pictures, possibleNames])
