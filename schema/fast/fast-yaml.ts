import { findMultibyteOffsets, unsupportedCharacterPattern } from './unsupported-characters.ts'
import {
  apostrophe,
  colon,
  dash,
  doubleQuote,
  greaterThan,
  hash,
  lineFeed,
  listStart,
  mapStart,
  pipe,
  space,
  throwUnsupported,
  type ReaderInput,
} from './yaml-cursor.ts'
import {
  maxDepth,
  YamlFlowReader,
  type ChildRanges,
  type NodeRanges,
  type NodeRange,
} from './yaml-flow-reader.ts'
import { maxKeyLength, mayEndPlain } from './yaml-scalar-reader.ts'
import { UnsupportedSyntax } from './yaml-scalars.ts'

export type { NodeRanges, NodeRange }

/**
 * The entries of each map at the second level, by name. A range extends from the key to the next
 * entry.
 */
type SectionEntries = Map<object, Map<string, NodeRange>>

/**
 * A parsed file.
 * @property text the text that ranges refer to: the file with line feeds as line endings
 */
export type FastYaml = { value: unknown; range: NodeRange; text: string; entries: SectionEntries }

/**
 * Parses common YAML: maps and lists, scalars of every style, in block and flow style, and
 * comments. It leaves to the reference what is rare (anchors, tags, tabs, several documents,
 * numbers such as 0x1F), what is invalid, and what the author may not have meant, such as `Room
 * #4`. For input that it covers, the reference returns the same value and reports no problem.
 * @param ranges filled if given, which doubles the time
 * @returns undefined for input that is not covered
 */
export function fastParseYaml(source: string, ranges?: NodeRanges): FastYaml | undefined {
  const text = normalizeLineEndings(source)
  return text === undefined || unsupportedCharacterPattern.test(text)
    ? undefined
    : parseSupported(text, { charCodes: toCharCodes(text) }, ranges)
}

/**
 * Parses the bytes of a UTF-8 file. Each byte is one character of the result's `text`, so that only
 * scalars with multibyte characters need decoding.
 * @param bytes without a byte order mark
 */
export function fastParseYamlBytes(bytes: Buffer): FastYaml | undefined {
  const source = bytes.toString('latin1')
  const text = normalizeLineEndings(source)
  if (text === undefined) return undefined
  // Without CRLF, the bytes need no conversion.
  const charCodes = text === source ? bytes : Buffer.from(text, 'latin1')
  const multibyteOffsets = findMultibyteOffsets(charCodes)
  return multibyteOffsets && parseSupported(text, { charCodes, multibyteOffsets })
}

function toCharCodes(text: string): Uint16Array {
  const codes = new Uint16Array(text.length)
  for (let index = 0; index < text.length; index++) codes[index] = text.charCodeAt(index)
  return codes
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

function parseSupported(
  text: string,
  input: ReaderInput,
  ranges?: NodeRanges,
): FastYaml | undefined {
  try {
    return { ...new FastYamlReader(text, input, ranges).readDocument(), text }
  } catch (error) {
    if (error instanceof UnsupportedSyntax) return undefined
    throw error
  }
}

/** Reads a file: maps and lists in block style, and their values. */
class FastYamlReader extends YamlFlowReader {
  private readonly entries: SectionEntries = new Map()

  readDocument(): Omit<FastYaml, 'text'> {
    this.skipToContent(0)
    if (this.indent !== 0) throwUnsupported()
    const value = this.readBlock(-1)
    // The root must be a collection, with nothing after it.
    if (this.indent !== -1 || typeof value !== 'object' || value === null) throwUnsupported()
    return { value, range: [this.valueStart, this.valueEnd], entries: this.entries }
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
    const start = this.keyStart
    const map: Record<string, unknown> = {}
    const ranges: ChildRanges = this.ranges && new Map()
    const entries: Map<string, NodeRange> | undefined = this.depth === 2 ? new Map() : undefined
    for (let key: string | undefined = firstKey; ; key = this.tryReadKey(indent)) {
      // The key is a duplicate, or the name of an inherited property such as __proto__, or it merges
      // another map into this one.
      if (key === undefined || key in map || key === '<<') return throwUnsupported()
      const entryStart = this.keyStart
      const keyRange: NodeRange | undefined = ranges && [this.keyStart, this.keyEnd]
      map[key] = this.readMapValue(indent)
      ranges?.set(key, { key: keyRange, value: [this.valueStart, this.valueEnd] })
      entries?.set(key, [entryStart, this.offset])
      if (this.indent < indent) break
      if (this.indent > indent) throwUnsupported()
    }
    if (entries) this.entries.set(map, entries)
    this.endCollection(map, ranges, start, Infinity)
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
    return this.indent === indent && this.isListItem()
      ? this.readList(indent)
      : this.readEmptyValue()
  }

  private readList(indent: number): unknown[] {
    if (++this.depth > maxDepth) throwUnsupported()
    const dashStart = this.offset
    const list: unknown[] = []
    const ranges: ChildRanges = this.ranges && new Map()
    do {
      const start = this.skipSpaces(this.offset + 1)
      const code = this.charCodes[start]!
      if (code === lineFeed || code === hash) {
        this.finishLine(this.offset + 1)
        list.push(
          this.indent > indent ? this.readBlock(indent, this.sawComment) : this.readEmptyValue(),
        )
      } else {
        this.indent += start - this.offset
        this.offset = start
        list.push(this.readBlock(indent))
      }
      ranges?.set(list.length - 1, { value: [this.valueStart, this.valueEnd] })
      if (this.indent > indent) throwUnsupported()
    } while (this.indent === indent && this.isListItem())
    this.endCollection(list, ranges, dashStart, Infinity)
    return list
  }

  private readEmptyValue(): null {
    this.valueStart = this.valueEnd = -1
    return null
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
      this.valueStart = offset
      this.valueEnd = end
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
