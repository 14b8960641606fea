import { foldLines, readPlain, unescapeDouble, Uncommon } from './common-scalars.ts'
import { findWide, uncommonCharacter } from './uncommon-signs.ts'

/** Deeper than any page; far from exhausting the stack. */
const maxDepth = 100
/** YAML allows 1,024 characters from the start of a key to its colon. */
const maxKeyLength = 1000

const [lineFeed, space, quote, hash, apostrophe, plus, comma, dash, dot, colon, greater] = [
  10, 32, 34, 35, 39, 43, 44, 45, 46, 58, 62,
]
const [listStart, listEnd, pipe, mapStart, mapEnd] = [91, 93, 124, 123, 125]

/** What a text without quotes may begin with. `=` and `<` may, but merges leave lines of them. `-` and `.` are checked by hand. */
const startsPlain = new Uint8Array(128).map((_, code) =>
  code > space && !'-.?:,[]{}#&*!|>\'"%@`<='.includes(String.fromCharCode(code)) ? 1 : 0,
)
/** What a text without quotes, or a key, may be over with. */
const mayEndPlain = new Uint8Array(256).map((_, code) =>
  code === lineFeed || code === hash || code === colon ? 1 : 0,
)
const isAlphanumeric = (code: number) =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
const endsFlowPlain = (code: number) =>
  code === comma || code === listEnd || code === mapEnd || code === listStart || code === mapStart

/** Where something stands: offsets of its start and its end. An end of Infinity is not known, nor is a start of -1. */
export type Range = [start: number, end: number]

/** Where the parts of each map and list stand, by key or index, in the order of the file. */
export type Ranges = Map<object, Map<string | number, { key?: Range; value: Range }>>

/** The entries of each map of the second level in a block, by name: from the key to where the next one begins. */
export type Entries = Map<object, Map<string, Range>>

/** What was read, and the text to which ranges and starts belong: that of the file, with line feeds alone. */
export type CommonYaml = { value: unknown; range: Range; text: string; entries: Entries }

/**
 * Reads YAML as nearly everybody writes it: maps and lists, texts of every style, in blocks or between brackets, and remarks.
 * What is rare (anchors, tags, tabs, several documents, numbers such as 0x1F), what is wrong, and what the author may
 * not have meant, such as `Room #4`, is left to the parser that knows it all. Of what is read here, both give the same value,
 * and the other one would report nothing.
 * @param ranges filled where given, which takes twice the time.
 * @returns undefined for what is not common.
 */
export function readCommonYaml(source: string, ranges?: Ranges): CommonYaml | undefined {
  const text = endLines(source)
  return text === undefined || uncommonCharacter.test(text)
    ? undefined
    : read(text, { codes: toCodes(text), ranges })
}

/**
 * The same for the bytes of a file in UTF-8, each as one sign of `text`: only texts beyond ASCII become wide then, and most are not.
 * @param bytes without a byte order mark.
 */
export function readCommonUtf8(bytes: Buffer): CommonYaml | undefined {
  const source = bytes.toString('latin1')
  const text = endLines(source)
  if (text === undefined) return undefined
  // Nearly always they are the text as it is read.
  const codes = text === source ? bytes : Buffer.from(text, 'latin1')
  const wide = findWide(codes)
  return wide && read(text, { codes, wide })
}

function toCodes(text: string): Uint16Array {
  const codes = new Uint16Array(text.length)
  for (let index = 0; index < text.length; index++) codes[index] = text.charCodeAt(index)
  return codes
}

/** Each line with a line feed behind it; undefined where the last one is not to be told, or would be given another end. */
function endLines(source: string): string | undefined {
  const lines = source.includes('\r') ? source.replaceAll('\r\n', '\n') : source
  if (lines.endsWith(' ') || lines.endsWith('\r')) return undefined
  return lines.endsWith('\n') ? lines : `${lines}\n`
}

function read(text: string, signs: Signs): CommonYaml | undefined {
  try {
    return { ...new Reader(text, signs).readDocument(), text }
  } catch (error) {
    if (error instanceof Uncommon) return undefined
    throw error
  }
}

/** Files have few keys, each many times: the last of those that share a slot is at hand, and is known to be good. */
const keySlots = 1024
const knownKeys: string[] = new Array<string>(keySlots).fill('')

const refuse = (): never => {
  throw new Uncommon()
}

type KnownRanges = Map<string | number, { key?: Range; value: Range }> | undefined

/**
 * What is known of a text. @property codes its signs as numbers: to look at one of them takes a fraction of the time. @property wide of a text whose signs are bytes, some of
 * which belong together: what `findWide` says of them.
 */
type Signs = { codes: Uint8Array | Uint16Array; wide?: number[]; ranges?: Ranges }

class Reader {
  /** What is read next. After a value: the first sign of the next line that holds something. */
  private at = 0
  /** The column of `at`, from 0; -1 at the end of the file. */
  private indent = 0
  private depth = 0
  /** Whether a remark was passed since the last value began to end. */
  private remarked = false
  /** The ranges of the key and of the value that were read last. */
  private keyStart = -1
  private keyEnd = -1
  private valueStart = -1
  private valueEnd = -1
  private readonly entries: Entries = new Map()
  private readonly codes: Signs['codes']
  private readonly wide: number[]
  private readonly ranges: Ranges | undefined
  /** The place in `wide` that comes next. */
  private nextWide = 0

  constructor(
    private readonly text: string,
    { codes, wide = [], ranges }: Signs,
  ) {
    this.codes = codes
    this.wide = wide
    this.ranges = ranges
  }

  private slice(start: number, end: number): string {
    const part = this.text.slice(start, end)
    return this.mayBeWide(start, end) ? Buffer.from(part, 'latin1').toString() : part
  }

  /** Whether there are signs beyond ASCII, or close by. The next place is at hand: what is read is read in its order, but for a step back. */
  private mayBeWide(start: number, end: number): boolean {
    const { wide } = this
    while (this.nextWide > 0 && wide[this.nextWide - 1]! > start - 4) this.nextWide--
    while (this.nextWide < wide.length && wide[this.nextWide]! <= start - 4) this.nextWide++
    return this.nextWide < wide.length && wide[this.nextWide]! < end
  }

  readDocument(): Omit<CommonYaml, 'text'> {
    this.toContent(0)
    if (this.indent !== 0) refuse()
    const value = this.readBlock(-1)
    // A text alone is no site, and a list or map leaves nothing over.
    if (this.indent !== -1 || typeof value !== 'object' || value === null) refuse()
    return { value, range: [this.valueStart, this.valueEnd], entries: this.entries }
  }

  /**
   * What stands at `at`, at the beginning of a line or behind a dash.
   * @param parent the column of what holds it.
   * @param isBelowRemark of a value that stands below its key: `yaml` 2.9 may read a text there into the next line.
   */
  private readBlock(parent: number, isBelowRemark = false): unknown {
    if (this.isDash()) return this.readList(this.indent)
    const key = this.findKey(parent)
    if (key !== undefined) return this.readMap(this.indent, key)
    return isBelowRemark ? refuse() : this.readValue(parent)
  }

  private readMap(indent: number, firstKey: string): Record<string, unknown> {
    if (++this.depth > maxDepth) refuse()
    const start = this.keyStart
    const map: Record<string, unknown> = {}
    const ranges: KnownRanges = this.ranges && new Map()
    const entries: Map<string, Range> | undefined = this.depth === 2 ? new Map() : undefined
    for (let key: string | undefined = firstKey; ; key = this.findKey(indent)) {
      // Given twice, or a name such as __proto__.
      if (key === undefined || key in map) return refuse()
      const entryStart = this.keyStart
      const keyRange: Range | undefined = ranges && [this.keyStart, this.keyEnd]
      map[key] = this.readMapValue(indent)
      ranges?.set(key, { key: keyRange, value: [this.valueStart, this.valueEnd] })
      entries?.set(key, [entryStart, this.at])
      if (this.indent < indent) break
      if (this.indent > indent) refuse()
    }
    if (entries) this.entries.set(map, entries)
    this.endCollection(map, ranges, start, Infinity)
    return map
  }

  private readMapValue(indent: number): unknown {
    const start = this.skipSpaces(this.at)
    const code = this.codes[start]!
    if (code !== lineFeed && code !== hash) {
      this.at = start
      return this.readValue(indent)
    }
    this.finishLine(this.at)
    if (this.indent > indent) return this.readBlock(indent, this.remarked)
    return this.indent === indent && this.isDash() ? this.readList(indent) : this.readNothing()
  }

  private readList(indent: number): unknown[] {
    if (++this.depth > maxDepth) refuse()
    const dashStart = this.at
    const list: unknown[] = []
    const ranges: KnownRanges = this.ranges && new Map()
    do {
      const start = this.skipSpaces(this.at + 1)
      const code = this.codes[start]!
      if (code === lineFeed || code === hash) {
        this.finishLine(this.at + 1)
        list.push(this.indent > indent ? this.readBlock(indent, this.remarked) : this.readNothing())
      } else {
        this.indent += start - this.at
        this.at = start
        list.push(this.readBlock(indent))
      }
      ranges?.set(list.length - 1, { value: [this.valueStart, this.valueEnd] })
      if (this.indent > indent) refuse()
    } while (this.indent === indent && this.isDash())
    this.endCollection(list, ranges, dashStart, Infinity)
    return list
  }

  private readNothing(): null {
    this.valueStart = this.valueEnd = -1
    return null
  }

  private endCollection(collection: object, ranges: KnownRanges, start: number, end: number): void {
    this.depth--
    this.valueStart = start
    this.valueEnd = end
    if (ranges) this.ranges?.set(collection, ranges)
  }

  private isDash(): boolean {
    if (this.codes[this.at] !== dash) return false
    const next = this.codes[this.at + 1]!
    return next === space || next === lineFeed
  }

  /** The key at `at`, which then is behind its colon; undefined where none stands, and nothing has moved. */
  private findKey(parent: number): string | undefined {
    const { codes, at } = this
    const first = codes[at]!
    let end = at
    let key: string
    if (first === quote || first === apostrophe) {
      end = this.findClosing(at, parent)
      if (codes[end] !== colon) return undefined
      key = this.quotedKey(at, end)
    } else {
      if (!this.isPlainStart(at)) return undefined
      for (; ; end++) {
        const code = codes[end]!
        if (mayEndPlain[code] === 0) continue
        if (code === lineFeed || (code === hash && codes[end - 1] === space)) return undefined
        if (code === colon && this.isBlank(end + 1)) break
      }
      key = this.plainKey(at, end)
    }
    if (!this.isBlank(end + 1) || end - at > maxKeyLength) refuse()
    this.passKey(at, end)
    return key
  }

  private passKey(start: number, end: number): void {
    this.keyStart = start
    this.keyEnd = end
    this.at = end + 1
  }

  /** A number or a yes or no as a key would become text; how exactly is left to the other parser. */
  private plainKey(start: number, end: number): string {
    const { codes, text } = this
    const slot =
      (codes[start]! * 31 + codes[(start + end) >> 1]! * 17 + codes[end - 1]! * 11 + end - start) &
      (keySlots - 1)
    const known = knownKeys[slot]!
    if (known.length === end - start && text.startsWith(known, start)) return known
    const key = this.slice(start, end)
    if (typeof readPlain(key) !== 'string' || key.charCodeAt(key.length - 1) === space) refuse()
    // What is beyond ASCII looks like something else as bytes.
    if (!this.mayBeWide(start, end)) knownKeys[slot] = key
    return key
  }

  private quotedKey(start: number, end: number): string {
    const key = this.quoted(start, end)
    const lineEnd = this.text.indexOf('\n', start)
    return lineEnd > end ? key : refuse()
  }

  /** A value that begins at `at` and is no map or list in a block. */
  private readValue(parent: number): unknown {
    const { codes, at } = this
    const code = codes[at]!
    if (code === quote || code === apostrophe) {
      const end = this.findClosing(at, parent)
      const value = this.quoted(at, end)
      this.finishLine(end)
      this.valueStart = at
      this.valueEnd = end
      return value
    }
    if (code === pipe || code === greater) return this.readBlockText(parent, code === greater)
    if (code === listStart || code === mapStart) {
      const value = this.readFlow(parent)
      this.finishLine(this.at)
      return value
    }
    return this.readPlainText(parent)
  }

  private readPlainText(parent: number): unknown {
    const start = this.at
    let end = this.readPlainLine()
    this.valueStart = start
    this.valueEnd = end
    if (this.indent <= parent) return readPlain(this.slice(start, end))
    while (this.indent > parent) {
      // A remark ends the text; what follows it then is a mistake.
      if (this.remarked) refuse()
      end = this.readPlainLine()
    }
    this.valueEnd = end
    return foldLines(this.slice(start, end))
  }

  /** Passes a line of a text without quotes. @returns where the text ends in it. */
  private readPlainLine(): number {
    const { codes } = this
    if (!this.isPlainStart(this.at)) refuse()
    let end = this.at
    for (; ; end++) {
      const code = codes[end]!
      if (mayEndPlain[code] === 0) continue
      if (code === lineFeed || (code === hash && codes[end - 1] === space)) break
      if (code === colon && this.isBlank(end + 1)) refuse()
    }
    while (codes[end - 1] === space) end--
    this.finishLine(end)
    return end
  }

  private isPlainStart(at: number): boolean {
    const code = this.codes[at]!
    if (code === dash || code === dot) return isAlphanumeric(this.codes[at + 1]!)
    return code > 127 || startsPlain[code] === 1
  }

  /** Where the text in quotes at `start` is over. @param parent lines after the first must stand farther right. */
  private findClosing(start: number, parent: number): number {
    const { codes, text } = this
    const sign = codes[start]!
    for (let at = start + 1; at < text.length; at++) {
      const code = codes[at]!
      if (code === sign) {
        if (sign === quote || codes[at + 1] !== apostrophe) return at + 1
        at++
      } else if (code === lineFeed) {
        const next = this.skipSpaces(at + 1)
        if (codes[next] !== lineFeed && next - at - 1 <= parent) refuse()
        at = next - 1
      } else if (code === 92 && sign === quote) {
        at++
        if (codes[at] === lineFeed) refuse()
      }
    }
    return refuse()
  }

  private quoted(start: number, end: number): string {
    const raw = this.slice(start + 1, end - 1)
    const hasLines = raw.includes('\n')
    // The rule for a heading that lacks its | looks into quotes too.
    if (hasLines && raw.includes('##')) refuse()
    const value = hasLines ? foldLines(raw) : raw
    if (this.codes[start] === quote) return value.includes('\\') ? unescapeDouble(value) : value
    return value.includes("'") ? value.replaceAll("''", "'") : value
  }

  /** A text that begins with | or >. */
  private readBlockText(parent: number, isFolded: boolean): string {
    const { codes, text } = this
    const chomping = codes[this.at + 1]!
    const header = this.skipSpaces(this.at + (chomping === plus || chomping === dash ? 2 : 1))
    if (codes[header] !== lineFeed) refuse()
    let lineStart = header + 1
    while (codes[lineStart] === lineFeed) lineStart++
    const leading = lineStart - header - 1
    const margin = this.skipSpaces(lineStart) - lineStart
    if (margin <= parent || codes[lineStart + margin] === lineFeed) refuse()
    let value = ''
    let blank = leading
    while (lineStart < text.length) {
      const start = this.skipSpaces(lineStart)
      const indent = start - lineStart
      const isBlank = codes[start] === lineFeed
      if (indent > margin && (isBlank || isFolded)) refuse()
      if (isBlank) {
        blank++
        lineStart = start + 1
        continue
      }
      if (indent < margin) break
      const end = text.indexOf('\n', start)
      value += this.separate(value === '', blank, isFolded) + this.slice(lineStart + margin, end)
      blank = 0
      lineStart = end + 1
    }
    this.remarked = false
    this.valueStart = this.at
    this.valueEnd = lineStart
    this.toContent(lineStart)
    if (chomping === dash) return value
    return `${value}\n${chomping === plus ? '\n'.repeat(blank) : ''}`
  }

  /** What stands before a line of a block of text. */
  private separate(isFirst: boolean, blank: number, isFolded: boolean): string {
    if (isFirst) return '\n'.repeat(blank)
    if (isFolded) return blank === 0 ? ' ' : '\n'.repeat(blank)
    return blank === 0 ? '\n' : '\n'.repeat(blank + 1)
  }

  /** A map or list between brackets. */
  private readFlow(parent: number): unknown {
    if (++this.depth > maxDepth) refuse()
    const start = this.at
    const isMap = this.codes[start] === mapStart
    const end = isMap ? mapEnd : listEnd
    const map: Record<string, unknown> = {}
    const list: unknown[] = []
    const ranges: KnownRanges = this.ranges && new Map()
    this.at++
    this.skipFlowSpaces(parent)
    if (this.codes[this.at] !== end) {
      for (;;) {
        if (isMap) {
          const key = this.readFlowKey()
          if (key in map) refuse()
          const keyRange: Range | undefined = ranges && [this.keyStart, this.keyEnd]
          this.skipFlowSpaces(parent)
          map[key] = this.readFlowValue(parent)
          ranges?.set(key, { key: keyRange, value: [this.valueStart, this.valueEnd] })
        } else {
          list.push(this.readFlowValue(parent))
          ranges?.set(list.length - 1, { value: [this.valueStart, this.valueEnd] })
        }
        this.skipFlowSpaces(parent)
        const code = this.codes[this.at]!
        if (code === end) break
        if (code !== comma) refuse()
        this.at++
        this.skipFlowSpaces(parent)
      }
    }
    this.at++
    this.endCollection(isMap ? map : list, ranges, start, this.at)
    return isMap ? map : list
  }

  /** `at` is behind the colon then. */
  private readFlowKey(): string {
    const start = this.at
    const code = this.codes[start]!
    const isQuoted = code === quote || code === apostrophe
    const end = isQuoted ? this.findClosing(start, Infinity) : this.findFlowPlainEnd()
    if (this.codes[end] !== colon || this.codes[end + 1] !== space || end - start > maxKeyLength)
      refuse()
    this.passKey(start, end)
    return isQuoted ? this.quoted(start, end) : this.plainKey(start, end)
  }

  private readFlowValue(parent: number): unknown {
    const start = this.at
    const code = this.codes[start]!
    if (code === listStart || code === mapStart) return this.readFlow(parent)
    const isQuoted = code === quote || code === apostrophe
    let end = isQuoted ? this.findClosing(start, Infinity) : this.findFlowPlainEnd()
    this.at = end
    while (this.codes[end - 1] === space) end--
    this.valueStart = start
    this.valueEnd = end
    return isQuoted ? this.quoted(start, end) : readPlain(this.slice(start, end))
  }

  private findFlowPlainEnd(): number {
    const { codes } = this
    if (!this.isPlainStart(this.at)) refuse()
    let end = this.at
    for (let before = 0; ; end++) {
      const code = codes[end]!
      if (code === lineFeed || endsFlowPlain(code)) return end
      if (code === colon && (this.isBlank(end + 1) || endsFlowPlain(codes[end + 1]!))) return end
      if (code === hash && before === space) refuse()
      before = code
    }
  }

  /** Between brackets a line may end anywhere between two parts. */
  private skipFlowSpaces(parent: number): void {
    this.at = this.skipSpaces(this.at)
    while (this.codes[this.at] === lineFeed) {
      const lineStart = this.at + 1
      this.at = this.skipSpaces(lineStart)
      if (this.at - lineStart <= parent && this.codes[this.at] !== lineFeed) refuse()
    }
  }

  private skipSpaces(at: number): number {
    while (this.codes[at] === space) at++
    return at
  }

  private isBlank(at: number): boolean {
    const code = this.codes[at]!
    return code === space || code === lineFeed
  }

  /** Behind a value nothing but a remark may stand. */
  private finishLine(end: number): void {
    const at = this.skipSpaces(end)
    const code = this.codes[at]!
    this.remarked = false
    if (code === lineFeed) this.toContent(at + 1)
    else if (code === hash && at > end) this.toContent(this.skipRemark(at))
    else refuse()
  }

  /** A remark without a space behind its # may be meant as text. */
  private skipRemark(at: number): number {
    if (!this.isBlank(at + 1)) refuse()
    this.remarked = true
    return this.text.indexOf('\n', at) + 1
  }

  /** To the next line that holds something. @param lineStart the start of a line. */
  private toContent(lineStart: number): void {
    const { codes, text } = this
    while (lineStart < text.length) {
      const at = this.skipSpaces(lineStart)
      const code = codes[at]!
      if (code === lineFeed) lineStart = at + 1
      else if (code === hash) lineStart = this.skipRemark(at)
      else {
        this.at = at
        this.indent = at - lineStart
        return
      }
    }
    this.at = text.length
    this.indent = -1
  }
}
