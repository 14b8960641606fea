import { fastParseYamlBytes } from './fast-yaml.ts'
import { isRecord, type UnknownRecord } from '../util/records.ts'

/**
 * Replaces omitted values. A plain scalar is the fastest to parse, and no author writes this one.
 */
const omittedMarker = '\u00a6cut\u00a6'
const omittedMarkerBytes = Buffer.from(` ${omittedMarker}\n`)

const [lineFeed, space, hash, dash, colon, backslash] = [10, 32, 35, 45, 58, 92]
const isAsciiLetter = (code: number) => (code | 32) >= 97 && (code | 32) <= 122
const nameHidingEscapes = new Set([...'uxU\n'].map((character) => character.charCodeAt(0)))

/** The properties of a page, besides its blocks, that other pages depend on. */
export const outlineProperties = [
  'kind',
  'language',
  'translates',
  'label',
  'title',
  'aliases',
  'article',
  'city',
  'draft',
  'publish',
]
const outlinePropertySet = new Set(outlineProperties)

/**
 * A parsed file, whose pages have only the properties that other pages depend on.
 * @property entryOffsets the byte offsets at which the entries of pages start, according to
 * indentation, followed by the end of the last entry
 */
export type ScannedOutline = { value: unknown; entryOffsets: number[] }

/** The route of each page, with the bytes of its entry as `SourceFile.entryBytes` returns them. */
export type ScannedEntries = [route: string, bytes: Buffer][]

/**
 * Finds the entries of a file's pages.
 * @returns undefined for input that is not covered
 */
export function fastScanPageEntries(bytes: Buffer): ScannedEntries | undefined {
  const outline = fastScanOutline(bytes)
  return outline && slicePageEntries(bytes, outline)
}

/**
 * Slices the entries of a file's pages.
 * @param outline the outline of the same bytes
 * @returns undefined if there are no pages, or if indentation does not show where they end
 */
export function slicePageEntries(
  bytes: Buffer,
  { value, entryOffsets }: ScannedOutline,
): ScannedEntries | undefined {
  if (bytes.includes('\r') || bytes.at(-1) !== lineFeed) return undefined
  const routes = Object.keys((value as { pages?: object }).pages ?? {})
  if (routes.length === 0 || routes.length !== entryOffsets.length - 1) return undefined
  const isAt = (name: string, start: number) =>
    bytes.toString('utf8', start, start + Buffer.byteLength(name)) === name
  const found = routes.map((route, index): [string, Buffer] | undefined => {
    const [start, end] = [entryOffsets[index]!, entryOffsets[index + 1]!]
    return isAt(route, start) || isAt(route, start + 1)
      ? [route, bytes.subarray(start, end)]
      : undefined
  })
  return found.every((entry) => entry !== undefined) ? found : undefined
}

/**
 * Parses the outline of a file. Most content of its pages is skipped, so errors in it go unnoticed.
 * @returns undefined if indentation alone does not delimit the skipped content, or if the file
 * contains an article, whose words must be counted
 */
export function fastScanOutline(bytes: Buffer): ScannedOutline | undefined {
  if (mayHidePropertyNames(bytes)) return undefined
  const { kept, markerCount, entryOffsets } = omitPageValues(bytes)
  const value = fastParseYamlBytes(kept)?.value
  if (!isRecord(value)) return undefined
  // If each marker is the value of a page's property, only values of such properties were omitted.
  const pages = Object.values(isRecord(value.pages) ? value.pages : {}).filter(isRecord)
  const found = pages.reduce((count, page) => count + clearOmittedMarkers(page), 0)
  return found === markerCount && !pages.some(({ kind }) => kind === 'article')
    ? { value, entryOffsets }
    : undefined
}

/**
 * Removes the markers from a page.
 * @returns the number of markers
 */
function clearOmittedMarkers(page: UnknownRecord): number {
  let count = 0
  for (const name in page) {
    if (page[name] !== omittedMarker) continue
    page[name] = name === 'blocks' ? [] : undefined
    count++
  }
  return count
}

/**
 * Whether an escape may hide the name of a property: by spelling it, as in `"p\u006fsts"`, or by
 * continuing it on the next line.
 */
function mayHidePropertyNames(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(backslash); at >= 0; at = bytes.indexOf(backslash, at + 1))
    if (nameHidingEscapes.has(bytes[at + 1]!)) return true
  return false
}

/**
 * Replaces the values of pages' properties, other than `outlineProperties`, with markers. Keeps
 * blocks that may include a list of articles.
 * @returns the remaining file, the number of markers, and the offsets for `ScannedOutline`
 */
function omitPageValues(bytes: Buffer): {
  kept: Buffer
  markerCount: number
  entryOffsets: number[]
} {
  const entryOffsets: number[] = []
  const mayHavePosts = bytes.includes('posts')
  const keptChunks: Uint8Array[] = []
  const lines = new LineScanner(bytes)
  let markerCount = 0
  let from = 0
  // The columns of routes and of the names of pages' properties; -1 if unknown.
  let [inPages, routes, names] = [false, -1, -1]
  while (lines.next()) {
    const { indent } = lines
    // This line ends the last entry.
    if (indent < routes) entryOffsets.push(lines.start)
    if (indent === 0) {
      inPages = lines.equals('pages:')
      routes = names = -1
    } else if (inPages) {
      if (routes < 0) routes = indent
      if (indent === routes) {
        entryOffsets.push(lines.start)
        names = -1
      } else if (names < 0) names = indent
      const name = indent === names ? lines.name() : undefined
      if (name === undefined || outlinePropertySet.has(name)) continue
      const start = lines.start + name.length + 1
      const end = lines.skipNestedLines(names)
      if (mayHavePosts && name === 'blocks' && bytes.subarray(start, end).includes('posts'))
        continue
      keptChunks.push(bytes.subarray(from, start), omittedMarkerBytes)
      from = end
      markerCount++
    }
  }
  keptChunks.push(bytes.subarray(from))
  if (routes >= 0) entryOffsets.push(bytes.length)
  return { kept: Buffer.concat(keptChunks), markerCount, entryOffsets }
}

/** Iterates over the lines of a file that are neither blank nor comments. */
class LineScanner {
  /** The column of the first character. */
  indent = 0
  /** The offset of the line break. */
  end = -1
  /** The offset of the first character. */
  start = 0

  constructor(private readonly bytes: Buffer) {}

  next(): boolean {
    const { bytes } = this
    for (;;) {
      const lineStart = this.end + 1
      if (lineStart >= bytes.length) return false
      let at = lineStart
      while (bytes[at] === space) at++
      const found = bytes.indexOf(lineFeed, at)
      this.end = found < 0 ? bytes.length : found
      if (at === this.end || bytes[at] === hash) continue
      this.start = at
      this.indent = at - lineStart
      return true
    }
  }

  /** Whether the line equals a text. */
  equals(text: string): boolean {
    const end = this.start + text.length
    return end === this.end && this.bytes.toString('latin1', this.start, end) === text
  }

  /**
   * Reads the name before a colon.
   * @returns undefined if it contains anything but letters
   */
  name(): string | undefined {
    const { bytes, start, end } = this
    let at = start
    while (isAsciiLetter(bytes[at]!)) at++
    return bytes[at] === colon && (at + 1 === end || bytes[at + 1] === space)
      ? bytes.toString('latin1', start, at)
      : undefined
  }

  /**
   * Skips lines that are indented more than a column, and list items in that column.
   * @returns the start of the next line
   */
  skipNestedLines(column: number): number {
    let last = this.end
    while (this.next()) {
      if (this.indent < column || (this.indent === column && !this.isListItem())) break
      last = this.end
    }
    this.end = last
    return Math.min(last + 1, this.bytes.length)
  }

  private isListItem(): boolean {
    const after = this.bytes[this.start + 1]
    return this.bytes[this.start] === dash && (after === space || after === lineFeed)
  }
}
