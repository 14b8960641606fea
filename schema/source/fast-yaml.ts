import { findMultibyteOffsets } from './unsupported-characters.ts'
import {
  foldLines,
  parsePlainScalar,
  unescapeDoubleQuoted,
  UnsupportedSyntax,
} from './yaml-scalars.ts'

/**
 * The entries of each map at the second level, by name. A range extends from the key to the next
 * entry.
 */
type SectionEntries = Map<object, Map<string, NodeRange>>

/**
 * A parsed file.
 * @property text the text that ranges refer to: the bytes of the file with line feeds as line
 * endings, each as one character, so that only scalars with multibyte characters need decoding
 */
type FastYaml = { value: unknown; text: string; entries: SectionEntries }

/**
 * Parses common YAML: maps and lists, scalars of every style, in block and flow style, and
 * comments. It leaves to the reference what is rare (anchors, tags, tabs, several documents,
 * numbers such as 0x1F), what is invalid, and what the author may not have meant, such as `Room
 * #4`. For input that it covers, the reference returns the same value and reports no problem.
 * @param bytes of a UTF-8 file, without a byte order mark
 * @returns undefined for input that is not covered
 */
export function fastParseYaml(bytes: Buffer): FastYaml | undefined {
  const source = bytes.toString('latin1')
  const text = normalizeLineEndings(source)
  if (text === undefined) return undefined
  // Without CRLF, the bytes need no conversion.
  const charCodes = text === source ? bytes : Buffer.from(text, 'latin1')
  const multibyteOffsets = findMultibyteOffsets(text)
  if (!multibyteOffsets) return undefined
  try {
    return { ...new FastYamlReader(text, charCodes, multibyteOffsets).readDocument(), text }
  } catch (error) {
    if (error instanceof UnsupportedSyntax) return undefined
    throw error
  }
}

/**
 * Replaces CRLF with line feeds.
 * @returns undefined if the end of the last line is ambiguous
 */
function normalizeLineEndings(source: string): string | undefined {
  const hasReturns = source.includes('\r')
  const lines = hasReturns ? source.replaceAll('\r\n', '\n') : source
  // Replacing CRLF in `\r\r\n` leaves `\r\n`, which looks like a line ending.
  if (lines.endsWith(' ') || (hasReturns && lines.includes('\r'))) return undefined
  return lines.endsWith('\n') ? lines : `${lines}\n`
}

const [lineFeed, space, doubleQuote, hash, apostrophe, plus, comma, dash, dot, colon] = [
  10, 32, 34, 35, 39, 43, 44, 45, 46, 58,
] as const
const [greaterThan, listStart, listEnd, pipe, mapStart, mapEnd] = [
  62, 91, 93, 124, 123, 125,
] as const

/** @throws {UnsupportedSyntax} always, so that the reference parses the file */
const throwUnsupported = (): never => {
  throw new UnsupportedSyntax()
}

/**
 * The characters that may start a plain scalar. `-` and `.` depend on the next character. `=` and
 * `<` are excluded, because conflict markers of Git start with them.
 */
const mayStartPlain = new Uint8Array(128).map((_, code) =>
  code > space && !'-.?:,[]{}#&*!|>\'"%@`<='.includes(String.fromCharCode(code)) ? 1 : 0,
)
/** The characters that may end a plain scalar or a key. */
const mayEndPlain = new Uint8Array(256).map((_, code) =>
  code === lineFeed || code === hash || code === colon ? 1 : 0,
)
const isAlphanumeric = (code: number) =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)

/**
 * Slightly less than the 1,024 characters that YAML allows from the start of a key to its colon.
 */
const maxKeyLength = 1000

/**
 * Caches valid keys, since files repeat a few keys many times. A slot contains the latest key with
 * its hash.
 */
const keyCacheSize = 1024
const keyCache: string[] = new Array<string>(keyCacheSize).fill('')

/** Deeper than any page; far from exhausting the stack. */
const maxDepth = 100

/** The offsets of the start and the end, which is exclusive. */
export type NodeRange = [start: number, end: number]

const endsFlowPlain = (code: number) =>
  code === comma || code === listEnd || code === mapEnd || code === listStart || code === mapStart

/** Reads a file: maps and lists, and their values. */
class FastYamlReader {
  /**
   * The offset of the next character to read. After a value, it is the first character of the next
   * line with content.
   */
  private offset = 0
  /** The column of `offset` on its line, from 0; -1 at the end of the file. */
  private indent = 0
  /** Whether a comment was skipped after the last value. */
  private sawComment = false
  /** The next index in `multibyteOffsets`. */
  private nextMultibyte = 0
  /** The start of the last key. */
  private keyStart = -1
  private depth = 0
  private readonly entries: SectionEntries = new Map()

  /**
   * @param charCodes of the text: reading an array is faster than a string
   * @param multibyteOffsets the result of `findMultibyteOffsets`
   */
  constructor(
    private readonly text: string,
    private readonly charCodes: Uint8Array,
    private readonly multibyteOffsets: number[],
  ) {}

  // Moving from line to line.

  private slice(start: number, end: number): string {
    const part = this.text.slice(start, end)
    return this.mayBeMultibyte(start, end)
      ? Buffer.from(part, 'latin1').toString().normalize()
      : part
  }

  /**
   * Whether a range, or the bytes next to it, may contain multibyte characters. Ranges are read in
   * order, except for short steps back, so the search continues from the last index.
   */
  private mayBeMultibyte(start: number, end: number): boolean {
    const { multibyteOffsets } = this
    while (this.nextMultibyte > 0 && multibyteOffsets[this.nextMultibyte - 1]! > start - 4)
      this.nextMultibyte--
    while (
      this.nextMultibyte < multibyteOffsets.length &&
      multibyteOffsets[this.nextMultibyte]! <= start - 4
    )
      this.nextMultibyte++
    return (
      this.nextMultibyte < multibyteOffsets.length && multibyteOffsets[this.nextMultibyte]! < end
    )
  }

  private skipSpaces(at: number): number {
    while (this.charCodes[at] === space) at++
    return at
  }

  private isBlank(at: number): boolean {
    const code = this.charCodes[at]!
    return code === space || code === lineFeed
  }

  /** Skips the rest of the line after a value, which may contain only a comment. */
  private finishLine(end: number): void {
    const at = this.skipSpaces(end)
    const code = this.charCodes[at]!
    this.sawComment = false
    if (code === lineFeed) this.skipToContent(at + 1)
    else if (code === hash && at > end) this.skipToContent(this.skipComment(at))
    else throwUnsupported()
  }

  /** Skips a comment. A # without a space after it may be meant as text, so it is unsupported. */
  private skipComment(at: number): number {
    if (!this.isBlank(at + 1)) throwUnsupported()
    this.sawComment = true
    return this.text.indexOf('\n', at) + 1
  }

  /**
   * Moves to the next line with content.
   * @param lineStart the start of a line
   */
  private skipToContent(lineStart: number): void {
    const { charCodes, text } = this
    while (lineStart < text.length) {
      const at = this.skipSpaces(lineStart)
      const code = charCodes[at]!
      if (code === lineFeed) lineStart = at + 1
      else if (code === hash) lineStart = this.skipComment(at)
      else {
        this.offset = at
        this.indent = at - lineStart
        return
      }
    }
    this.offset = text.length
    this.indent = -1
  }

  // Keys, and values that are not collections.

  private consumeKey(start: number, end: number): void {
    this.keyStart = start
    this.offset = end + 1
  }

  /** Reads a plain key. The reference decides how a key such as a number or `true` becomes text. */
  private readPlainKey(start: number, end: number): string {
    const { charCodes, text } = this
    const slot =
      (charCodes[start]! * 31 +
        charCodes[(start + end) >> 1]! * 17 +
        charCodes[end - 1]! * 11 +
        end -
        start) &
      (keyCacheSize - 1)
    const known = keyCache[slot]!
    if (known.length === end - start && text.startsWith(known, start)) return known
    const key = this.slice(start, end)
    if (typeof parsePlainScalar(key) !== 'string' || key.charCodeAt(key.length - 1) === space)
      throwUnsupported()
    // The cache compares bytes, so a key with multibyte characters would never match.
    if (!this.mayBeMultibyte(start, end)) keyCache[slot] = key
    return key
  }

  private readQuotedKey(start: number, end: number): string {
    const key = this.readQuoted(start, end)
    const lineEnd = this.text.indexOf('\n', start)
    return lineEnd > end ? key : throwUnsupported()
  }

  private readPlainScalar(parent: number): unknown {
    const start = this.offset
    let end = this.skipPlainLine()
    if (this.indent <= parent) return parsePlainScalar(this.slice(start, end))
    while (this.indent > parent) {
      // A comment ends the scalar, so another line of text is an error.
      if (this.sawComment) throwUnsupported()
      end = this.skipPlainLine()
    }
    return foldLines(this.slice(start, end))
  }

  /**
   * Skips a line of a plain scalar.
   * @returns the end of the line's text
   */
  private skipPlainLine(): number {
    const { charCodes } = this
    if (!this.canStartPlain(this.offset)) throwUnsupported()
    let end = this.offset
    for (; ; end++) {
      const code = charCodes[end]!
      if (mayEndPlain[code] === 0) continue
      if (code === lineFeed || (code === hash && charCodes[end - 1] === space)) break
      if (code === colon && this.isBlank(end + 1)) throwUnsupported()
    }
    while (charCodes[end - 1] === space) end--
    this.finishLine(end)
    return end
  }

  private canStartPlain(at: number): boolean {
    const code = this.charCodes[at]!
    if (code === dash || code === dot) return isAlphanumeric(this.charCodes[at + 1]!)
    return code > 127 || mayStartPlain[code] === 1
  }

  /**
   * Finds the end of a quoted scalar.
   * @param parent the column that later lines must exceed
   */
  private findClosingQuote(start: number, parent: number): number {
    const { charCodes, text } = this
    const quote = charCodes[start]!
    for (let at = start + 1; at < text.length; at++) {
      const code = charCodes[at]!
      if (code === quote) {
        if (quote === doubleQuote || charCodes[at + 1] !== apostrophe) return at + 1
        at++
      } else if (code === lineFeed) {
        const next = this.skipSpaces(at + 1)
        if (charCodes[next] !== lineFeed && next - at - 1 <= parent) throwUnsupported()
        at = next - 1
      } else if (code === 92 && quote === doubleQuote) {
        at++
        if (charCodes[at] === lineFeed) throwUnsupported()
      }
    }
    return throwUnsupported()
  }

  private readQuoted(start: number, end: number): string {
    const raw = this.slice(start + 1, end - 1)
    const hasLines = raw.includes('\n')
    // The reference reports a Markdown heading whose | is missing, in quoted scalars too.
    if (hasLines && raw.includes('##')) throwUnsupported()
    const value = hasLines ? foldLines(raw) : raw
    if (this.charCodes[start] === doubleQuote)
      return value.includes('\\') ? unescapeDoubleQuoted(value) : value
    return value.includes("'") ? value.replaceAll("''", "'") : value
  }

  /** Reads a scalar that begins with | or >. */
  private readBlockScalar(parent: number, isFolded: boolean): string {
    const { charCodes, text } = this
    const chomping = charCodes[this.offset + 1]!
    const header = this.skipSpaces(this.offset + (chomping === plus || chomping === dash ? 2 : 1))
    if (charCodes[header] !== lineFeed) throwUnsupported()
    let lineStart = header + 1
    while (charCodes[lineStart] === lineFeed) lineStart++
    const leading = lineStart - header - 1
    const margin = this.skipSpaces(lineStart) - lineStart
    if (margin <= parent || charCodes[lineStart + margin] === lineFeed) throwUnsupported()
    let value = ''
    let blank = leading
    while (lineStart < text.length) {
      const start = this.skipSpaces(lineStart)
      const indent = start - lineStart
      const isBlank = charCodes[start] === lineFeed
      if (indent > margin && (isBlank || isFolded)) throwUnsupported()
      if (isBlank) {
        blank++
        lineStart = start + 1
        continue
      }
      if (indent < margin) break
      const end = text.indexOf('\n', start)
      value +=
        this.getLineSeparator(value === '', blank, isFolded) + this.slice(lineStart + margin, end)
      blank = 0
      lineStart = end + 1
    }
    this.sawComment = false
    this.skipToContent(lineStart)
    if (chomping === dash) return value
    return `${value}\n${chomping === plus ? '\n'.repeat(blank) : ''}`
  }

  /** Returns what separates a line of a block scalar from the previous one. */
  private getLineSeparator(isFirst: boolean, blank: number, isFolded: boolean): string {
    if (isFirst) return '\n'.repeat(blank)
    if (isFolded) return blank === 0 ? ' ' : '\n'.repeat(blank)
    return blank === 0 ? '\n' : '\n'.repeat(blank + 1)
  }

  // Maps and lists in brackets.

  /**
   * Reads a map or list in brackets.
   * @param parent the column that later lines must exceed
   */
  private readFlowCollection(parent: number): unknown {
    if (++this.depth > maxDepth) throwUnsupported()
    const isMap = this.charCodes[this.offset] === mapStart
    const end = isMap ? mapEnd : listEnd
    const map: Record<string, unknown> = {}
    const list: unknown[] = []
    this.offset++
    this.skipFlowSpaces(parent)
    if (this.charCodes[this.offset] !== end) {
      for (;;) {
        if (isMap) {
          const key = this.readFlowKey()
          if (key in map) throwUnsupported()
          this.skipFlowSpaces(parent)
          map[key] = this.readFlowValue(parent)
        } else list.push(this.readFlowValue(parent))
        this.skipFlowSpaces(parent)
        const code = this.charCodes[this.offset]!
        if (code === end) break
        if (code !== comma) throwUnsupported()
        this.offset++
        this.skipFlowSpaces(parent)
      }
    }
    this.offset++
    this.depth--
    return isMap ? map : list
  }

  /** Reads a key and its colon. */
  private readFlowKey(): string {
    const start = this.offset
    const code = this.charCodes[start]!
    const isQuoted = code === doubleQuote || code === apostrophe
    const end = isQuoted ? this.findClosingQuote(start, Infinity) : this.findFlowPlainEnd()
    if (
      this.charCodes[end] !== colon ||
      this.charCodes[end + 1] !== space ||
      end - start > maxKeyLength
    )
      throwUnsupported()
    this.consumeKey(start, end)
    return isQuoted ? this.readQuoted(start, end) : this.readPlainKey(start, end)
  }

  private readFlowValue(parent: number): unknown {
    const start = this.offset
    const code = this.charCodes[start]!
    if (code === listStart || code === mapStart) return this.readFlowCollection(parent)
    const isQuoted = code === doubleQuote || code === apostrophe
    let end = isQuoted ? this.findClosingQuote(start, Infinity) : this.findFlowPlainEnd()
    this.offset = end
    while (this.charCodes[end - 1] === space) end--
    return isQuoted ? this.readQuoted(start, end) : parsePlainScalar(this.slice(start, end))
  }

  private findFlowPlainEnd(): number {
    const { charCodes } = this
    if (!this.canStartPlain(this.offset)) throwUnsupported()
    let end = this.offset
    for (let before = 0; ; end++) {
      const code = charCodes[end]!
      if (code === lineFeed || endsFlowPlain(code)) return end
      if (code === colon && (this.isBlank(end + 1) || endsFlowPlain(charCodes[end + 1]!)))
        return end
      if (code === hash && before === space) throwUnsupported()
      before = code
    }
  }

  /** Skips spaces and line breaks between the tokens of a flow collection. */
  private skipFlowSpaces(parent: number): void {
    this.offset = this.skipSpaces(this.offset)
    while (this.charCodes[this.offset] === lineFeed) {
      const lineStart = this.offset + 1
      this.offset = this.skipSpaces(lineStart)
      if (this.offset - lineStart <= parent && this.charCodes[this.offset] !== lineFeed)
        throwUnsupported()
    }
  }

  // Maps and lists in block style.

  readDocument(): Omit<FastYaml, 'text'> {
    this.skipToContent(0)
    if (this.indent !== 0) throwUnsupported()
    const value = this.readBlock(-1)
    // The root must be a collection, with nothing after it.
    if (this.indent !== -1 || typeof value !== 'object' || value === null) throwUnsupported()
    return { value, entries: this.entries }
  }

  /**
   * Reads the node at `offset`, which is at the start of a line or after a dash.
   * @param parent the column of the parent collection
   * @param isBelowComment whether a comment separates the key from a value below it. In this case
   * `yaml` 2.9 may read a scalar into the next line.
   */
  private readBlock(parent: number, isBelowComment = false): unknown {
    if (this.isListItem()) return this.readList(this.indent)
    const key = this.tryReadKey(parent)
    if (key !== undefined) return this.readMap(this.indent, key)
    return isBelowComment ? throwUnsupported() : this.readValue(parent)
  }

  private readMap(indent: number, firstKey: string): Record<string, unknown> {
    if (++this.depth > maxDepth) throwUnsupported()
    const map: Record<string, unknown> = {}
    const entries: Map<string, NodeRange> | undefined = this.depth === 2 ? new Map() : undefined
    for (let key: string | undefined = firstKey; ; key = this.tryReadKey(indent)) {
      // The key is a duplicate, or the name of an inherited property such as __proto__.
      if (key === undefined || key in map) return throwUnsupported()
      const entryStart = this.keyStart
      map[key] = this.readMapValue(indent)
      entries?.set(key, [entryStart, this.offset])
      if (this.indent < indent) break
      if (this.indent > indent) throwUnsupported()
    }
    if (entries) this.entries.set(map, entries)
    this.depth--
    return map
  }

  private readMapValue(indent: number): unknown {
    const start = this.skipSpaces(this.offset)
    const code = this.charCodes[start]!
    if (code !== lineFeed && code !== hash) {
      this.offset = start
      return this.readValue(indent)
    }
    this.finishLine(this.offset)
    if (this.indent > indent) return this.readBlock(indent, this.sawComment)
    return this.indent === indent && this.isListItem() ? this.readList(indent) : null
  }

  private readList(indent: number): unknown[] {
    if (++this.depth > maxDepth) throwUnsupported()
    const list: unknown[] = []
    do {
      const start = this.skipSpaces(this.offset + 1)
      const code = this.charCodes[start]!
      if (code === lineFeed || code === hash) {
        this.finishLine(this.offset + 1)
        list.push(this.indent > indent ? this.readBlock(indent, this.sawComment) : null)
      } else {
        this.indent += start - this.offset
        this.offset = start
        list.push(this.readBlock(indent))
      }
      if (this.indent > indent) throwUnsupported()
    } while (this.indent === indent && this.isListItem())
    this.depth--
    return list
  }

  private isListItem(): boolean {
    if (this.charCodes[this.offset] !== dash) return false
    const next = this.charCodes[this.offset + 1]!
    return next === space || next === lineFeed
  }

  /** Reads a key and its colon. @returns undefined, without moving, if there is no key. */
  private tryReadKey(parent: number): string | undefined {
    const { charCodes, offset } = this
    const first = charCodes[offset]!
    let end = offset
    let key: string
    if (first === doubleQuote || first === apostrophe) {
      end = this.findClosingQuote(offset, parent)
      if (charCodes[end] !== colon) return undefined
      key = this.readQuotedKey(offset, end)
    } else {
      if (!this.canStartPlain(offset)) return undefined
      for (; ; end++) {
        const code = charCodes[end]!
        if (mayEndPlain[code] === 0) continue
        if (code === lineFeed || (code === hash && charCodes[end - 1] === space)) return undefined
        if (code === colon && this.isBlank(end + 1)) break
      }
      key = this.readPlainKey(offset, end)
    }
    if (!this.isBlank(end + 1) || end - offset > maxKeyLength) throwUnsupported()
    this.consumeKey(offset, end)
    return key
  }

  /** Reads a value that is not a block map or block list. */
  private readValue(parent: number): unknown {
    const { charCodes, offset } = this
    const code = charCodes[offset]!
    if (code === doubleQuote || code === apostrophe) {
      const end = this.findClosingQuote(offset, parent)
      const value = this.readQuoted(offset, end)
      this.finishLine(end)
      return value
    }
    if (code === pipe || code === greaterThan)
      return this.readBlockScalar(parent, code === greaterThan)
    if (code === listStart || code === mapStart) {
      const value = this.readFlowCollection(parent)
      this.finishLine(this.offset)
      return value
    }
    return this.readPlainScalar(parent)
  }
}
