import { fastScanOutline, slicePageEntries, type ScannedOutline } from '../fast/fast-outline.ts'
import { withFastPath } from '../util/fast-paths.ts'
import { shortHash } from '../util/short-hash.ts'
import { maxFileBytes, parseFile } from './parse-file.ts'
import { summarizeFile, type SourceSummary } from './source-summary.ts'

/**
 * The outline of a file.
 * @property summary its `pages` are not filled in
 * @property entryOffsets see `ScannedOutline`; undefined if the file cannot be scanned by
 * indentation
 */
export type SourceOutline = {
  summary: SourceSummary
  entryOffsets?: ScannedOutline['entryOffsets']
}

/**
 * Summarizes a file without validating it. If possible, only its outline is scanned. The only
 * problems are those of parsing.
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

/** @returns undefined if the file is not covered, so that callers parse the whole file */
const tryScanOutline = withFastPath(
  (bytes: Buffer): ScannedOutline | undefined =>
    bytes.length <= maxFileBytes ? fastScanOutline(bytes) : undefined,
  () => undefined,
)

/** A summary of a file that has not been validated, with the hashes of its pages. */
export type UnvalidatedSource = Required<SourceOutline>

/**
 * Adds the hashes of a file's pages to its outline.
 * @param bytes the file from which the outline was read
 * @returns the same as `readUnvalidatedSource`; undefined if the file cannot be cut into entries
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
 * Returns the same summary as `readSourceSummary` does for a file without problems, but faster. The
 * caller must validate the file before publishing anything made from it.
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
  const outline = summarizeFile(
    path,
    { file, value: scanned.value, possibleNames: [] },
    bytes,
    pictures,
    hash,
  )
  return addPageHashes(
    {
      summary: { ...outline, value: detachStrings(outline.value), problems: [], pages: [] },
      entryOffsets: scanned.entryOffsets,
    },
    bytes,
  )
}

/** Copies the strings in a value. In V8, a substring keeps the text of the whole file in memory. */
const detachStrings = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
