import {
  apostrophe,
  colon,
  comma,
  doubleQuote,
  hash,
  lineFeed,
  listEnd,
  listStart,
  mapEnd,
  mapStart,
  space,
  throwUnsupported,
  type ReaderInput,
} from './yaml-cursor.ts'
import { maxKeyLength, YamlScalarReader } from './yaml-scalar-reader.ts'
import { parsePlainScalar } from './yaml-scalars.ts'

/** Deeper than any page; far from exhausting the stack. */
export const maxDepth = 100

/** The offsets of the start and the end. -1 is an unknown start, and Infinity an unknown end. */
export type NodeRange = [start: number, end: number]

/** The ranges of the items of each map and list, by key or index, in the order of the file. */
export type NodeRanges = Map<object, Map<string | number, { key?: NodeRange; value: NodeRange }>>

export type ChildRanges = Map<string | number, { key?: NodeRange; value: NodeRange }> | undefined

const endsFlowPlain = (code: number) =>
  code === comma || code === listEnd || code === mapEnd || code === listStart || code === mapStart

/** Reads flow collections: maps and lists in brackets. */
export class YamlFlowReader extends YamlScalarReader {
  protected depth = 0

  /** @param ranges filled if given */
  constructor(
    text: string,
    input: ReaderInput,
    protected readonly ranges: NodeRanges | undefined,
  ) {
    super(text, input)
  }

  /**
   * Reads a map or list in brackets.
   * @param parent the column that later lines must exceed
   */
  protected readFlowCollection(parent: number): unknown {
    if (++this.depth > maxDepth) throwUnsupported()
    const start = this.offset
    const isMap = this.charCodes[start] === mapStart
    const end = isMap ? mapEnd : listEnd
    const map: Record<string, unknown> = {}
    const list: unknown[] = []
    const ranges: ChildRanges = this.ranges && new Map()
    this.offset++
    this.skipFlowSpaces(parent)
    if (this.charCodes[this.offset] !== end) {
      for (;;) {
        if (isMap) {
          const key = this.readFlowKey()
          if (key in map) throwUnsupported()
          const keyRange: NodeRange | undefined = ranges && [this.keyStart, this.keyEnd]
          this.skipFlowSpaces(parent)
          map[key] = this.readFlowValue(parent)
          ranges?.set(key, { key: keyRange, value: [this.valueStart, this.valueEnd] })
        } else {
          list.push(this.readFlowValue(parent))
          ranges?.set(list.length - 1, { value: [this.valueStart, this.valueEnd] })
        }
        this.skipFlowSpaces(parent)
        const code = this.charCodes[this.offset]!
        if (code === end) break
        if (code !== comma) throwUnsupported()
        this.offset++
        this.skipFlowSpaces(parent)
      }
    }
    this.offset++
    this.endCollection(isMap ? map : list, ranges, start, this.offset)
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
    this.valueStart = start
    this.valueEnd = end
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

  protected endCollection(
    collection: object,
    ranges: ChildRanges,
    start: number,
    end: number,
  ): void {
    this.depth--
    this.valueStart = start
    this.valueEnd = end
    if (ranges) this.ranges?.set(collection, ranges)
  }
}
