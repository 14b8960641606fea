import { fastParseYamlBytes } from './fast-yaml.ts'

/** Stands in the place of what was left out: a plain text, which is read soonest. No author writes it. */
const omittedMarker = '\u00a6cut\u00a6'
const omittedMarkerBytes = Buffer.from(` ${omittedMarker}\n`)

const [lineFeed, space, hash, dash, colon, backslash] = [10, 32, 35, 45, 58, 92]
const isAsciiLetter = (code: number) => (code | 32) >= 97 && (code | 32) <= 122
const nameHidingEscapes = new Set([...'uxU\n'].map((sign) => sign.charCodeAt(0)))

type UnknownRecord = Record<string, unknown>
const isRecord = (value: unknown): value is UnknownRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What others look at in a page, beside its blocks. */
export const outlineProperties = ['kind', 'label', 'title', 'aliases', 'article', 'city']
const outlinePropertySet = new Set(outlineProperties)

/** A file as data, of its pages only what others look at. @property bounds where the entry of each page seems to begin, in bytes, and behind them where the last one ends. */
export type ScannedOutline = { value: unknown; entryOffsets: number[] }

/** Each page with its entry as it is written: what `SourceFile.entryBytes` gives. */
export type PageEntries = [route: string, bytes: Buffer][]

/** `findEntries` of what `readOutlined` gives, where both can be told. */
export function fastScanPageEntries(bytes: Buffer): PageEntries | undefined {
  const cut = fastScanOutline(bytes)
  return cut && slicePageEntries(bytes, cut)
}

/**
 * The entries of a file's pages.
 * @param cut what `readOutlined` gives of the bytes. @returns undefined where there are no pages, or where they end cannot be told.
 */
export function slicePageEntries(
  bytes: Buffer,
  { value, entryOffsets }: ScannedOutline,
): PageEntries | undefined {
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
 * Reads a file in a fraction of the time that reading all of it takes. What is wrong in the rest stays unseen.
 * @returns undefined where that cannot be told from the indentation alone, or where all of a page is needed: of an article, whose words are
 * counted.
 */
export function fastScanOutline(bytes: Buffer): ScannedOutline | undefined {
  if (mayHidePropertyNames(bytes)) return undefined
  const { kept, cuts, bounds: entryOffsets } = omitPageValues(bytes)
  const value = fastParseYamlBytes(kept)?.value
  if (!isRecord(value)) return undefined
  // Every cut was made behind a page's own name: then what was left out is nothing but the value of that.
  const pages = Object.values(isRecord(value.pages) ? value.pages : {}).filter(isRecord)
  const found = pages.reduce((count, page) => count + clearOmittedMarkers(page), 0)
  return found === cuts && !pages.some(({ kind }) => kind === 'article')
    ? { value, entryOffsets }
    : undefined
}

/** @returns how many marks there were. */
function clearOmittedMarkers(page: UnknownRecord): number {
  let count = 0
  for (const name in page) {
    if (page[name] !== omittedMarker) continue
    page[name] = name === 'blocks' ? [] : undefined
    count++
  }
  return count
}

/** `"p\u006fsts"` is a name too, and so is one that goes on behind a break. */
function mayHidePropertyNames(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(backslash); at >= 0; at = bytes.indexOf(backslash, at + 1))
    if (nameHidingEscapes.has(bytes[at + 1]!)) return true
  return false
}

/**
 * Leaves out what stands behind the names of a page that are not `outlined`, and the lines below, as far as they are deeper. Blocks among which a
 * list of articles may be stay.
 * @returns also where each page's entry stands: from its route to whatever is written behind it. See `CutFile`.
 */
function omitPageValues(bytes: Buffer): { kept: Buffer; cuts: number; bounds: number[] } {
  const bounds: number[] = []
  const mayHavePosts = bytes.includes('posts')
  const keptChunks: Uint8Array[] = []
  const lines = new LineScanner(bytes)
  let omittedCount = 0
  let from = 0
  // The columns of routes and of what stands in a page; -1 where none is known.
  let [inPages, routes, names] = [false, -1, -1]
  while (lines.next()) {
    const { indent } = lines
    // The first line behind the last entry.
    if (indent < routes) bounds.push(lines.start)
    if (indent === 0) {
      inPages = lines.equals('pages:')
      routes = names = -1
    } else if (inPages) {
      if (routes < 0) routes = indent
      if (indent === routes) {
        bounds.push(lines.start)
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
      omittedCount++
    }
  }
  keptChunks.push(bytes.subarray(from))
  if (routes >= 0) bounds.push(bytes.length)
  return { kept: Buffer.concat(keptChunks), cuts: omittedCount, bounds }
}

/** The lines of a file that are neither empty nor a remark, one after another. */
class LineScanner {
  /** The column at which the line begins. */
  indent = 0
  /** Where it is over, before its break. */
  end = -1
  /** Its first sign. */
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

  /** Whether the line is this name, and nothing stands behind its colon. */
  equals(readName: string): boolean {
    const end = this.start + readName.length
    return end === this.end && this.bytes.toString('latin1', this.start, end) === readName
  }

  /** What stands before the colon of a name, where that is nothing but letters. */
  name(): string | undefined {
    const { bytes, start, end } = this
    let at = start
    while (isAsciiLetter(bytes[at]!)) at++
    return bytes[at] === colon && (at + 1 === end || bytes[at + 1] === space)
      ? bytes.toString('latin1', start, at)
      : undefined
  }

  /** Passes the lines that stand deeper than a column, or in it behind a dash. @returns the start of the line after them, which is next. */
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
