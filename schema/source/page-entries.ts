import { fastScanPageEntries, type ScannedEntries } from '../fast/fast-outline.ts'
import { withFastPath } from '../util/fast-paths.ts'
import { isRecord, type UnknownRecord } from '../util/records.ts'
import { shortHash } from '../util/short-hash.ts'
import { maxFileBytes, parseFile } from './parse-file.ts'
import { describeSourceState, readSourceBytes } from './text/source-bytes.ts'
import { tryCreateLocator } from './positions.ts'
import { getLastParsedFile } from './source-summary.ts'
import type { SourceFile } from './types.ts'

/**
 * The pages of one file as written. If indentation shows where entries start and end, and they do
 * not depend on one another, each entry is parsed alone. Otherwise the whole file is parsed once.
 */
export class PageEntries {
  readonly #file: string
  readonly #bytes: Buffer
  readonly #hash: string | undefined
  #entries: Map<string, Buffer> | undefined
  #whole: SourceFile | undefined
  #locate: SourceFile['locate'] | undefined

  /**
   * @param file the name for messages, relative to the site's folder
   * @param hash the hash of the bytes, if known
   */
  constructor(file: string, bytes: Buffer, hash?: string) {
    this.#file = file
    this.#bytes = bytes
    this.#hash = hash
  }

  /** Returns the entry of a page. Empty if the page does not exist or its entry is not a map. */
  read(route: string): UnknownRecord {
    const entry = this.#find(route)
    const { start = 0, end = 0 } = entry ?? {}
    const source = (entry && this.parseRange(start, end)) ?? this.parseWholeFile()
    const { pages } = (source.value ?? {}) as { pages?: UnknownRecord }
    const raw = pages?.[route]
    return isRecord(raw) ? raw : {}
  }

  /**
   * Parses a range of consecutive entries as a file of its own.
   * @param start the offset of the first entry
   * @param end the end of the last entry
   * @returns undefined if the entries have problems or depend on other entries
   */
  parseRange(start: number, end: number): SourceFile | undefined {
    return this.#parse(start - this.#countColumns(start), end, 'pages:\n')
  }

  /**
   * Parses the entry of one page, padded so that its lines and columns are those in the file.
   * @returns undefined if the entry has problems or cannot be parsed alone
   */
  parseInPlace(route: string): SourceFile | undefined {
    const entry = this.#find(route)
    if (!entry) return undefined
    const { start, end } = entry
    const columns = this.#countColumns(start)
    let lines = 0
    for (
      let at = this.#bytes.indexOf('\n');
      at >= 0 && at < start;
      at = this.#bytes.indexOf('\n', at + 1)
    )
      lines++
    return this.#parse(start, end, `${'\n'.repeat(lines - 1)}pages:\n${' '.repeat(columns)}`)
  }

  parseWholeFile(): SourceFile {
    this.#whole ??=
      getLastParsedFile(this.#file, this.#hash ?? shortHash(this.#bytes)) ??
      parseFile(this.#file, this.#bytes)
    return this.#whole
  }

  /** Returns a function that finds positions, for which it parses the whole file. */
  getLocator(): SourceFile['locate'] {
    this.#locate ??=
      (this.#whole ? undefined : tryCreateLocator(this.#bytes.toString())) ??
      this.parseWholeFile().locate
    return this.#locate
  }

  #find(route: string): { start: number; end: number } | undefined {
    this.#entries ??= new Map(tryScanPageEntries(this.#bytes))
    const entry = this.#entries.get(route)
    if (!entry) return undefined
    const start = entry.byteOffset - this.#bytes.byteOffset
    return { start, end: start + entry.length }
  }

  /** @param before text to insert before the entries */
  #parse(start: number, end: number, before: string): SourceFile | undefined {
    const entries = this.#bytes.subarray(start, end)
    // Drop the indentation of the next entry.
    const own = entries.subarray(0, entries.lastIndexOf('\n') + 1)
    const source = parseFile(this.#file, Buffer.concat([Buffer.from(before), own]))
    return source.problems.length === 0 && source.entryBytes ? source : undefined
  }

  #countColumns(offset: number): number {
    return offset - this.#bytes.lastIndexOf('\n', offset) - 1
  }
}

/** Undefined without the fast path, so that callers parse the whole file. */
const tryScanPageEntries = withFastPath(
  (bytes: Buffer): ScannedEntries | undefined =>
    bytes.length <= maxFileBytes ? fastScanPageEntries(bytes) : undefined,
  () => undefined,
)

let lastOpened: { path: string; state: object | string; entries: PageEntries } | undefined

/** Reads a file, or returns the last file that was read if it is the same and has not changed. */
export function openPageEntries(path: string, file: string): PageEntries {
  const state = describeSourceState(path)
  if (lastOpened?.path !== path || lastOpened.state !== state)
    lastOpened = { path, state, entries: new PageEntries(file, readSourceBytes(path)) }
  return lastOpened.entries
}
