import {
  apostrophe,
  colon,
  dash,
  dot,
  doubleQuote,
  hash,
  lineFeed,
  plus,
  space,
  throwUnsupported,
  YamlCursor,
} from './yaml-cursor.ts'
import { foldLines, parsePlainScalar, unescapeDoubleQuoted } from './yaml-scalars.ts'

/**
 * The characters that may start a plain scalar. `-` and `.` depend on the next character. `=` and
 * `<` are excluded, because conflict markers of Git start with them.
 */
const mayStartPlain = new Uint8Array(128).map((_, code) =>
  code > space && !'-.?:,[]{}#&*!|>\'"%@`<='.includes(String.fromCharCode(code)) ? 1 : 0,
)
/** The characters that may end a plain scalar or a key. */
export const mayEndPlain = new Uint8Array(256).map((_, code) =>
  code === lineFeed || code === hash || code === colon ? 1 : 0,
)
const isAlphanumeric = (code: number) =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)

/**
 * Slightly less than the 1,024 characters that YAML allows from the start of a key to its colon.
 */
export const maxKeyLength = 1000

/**
 * Caches valid keys, since files repeat a few keys many times. A slot contains the latest key with
 * its hash.
 */
const keyCacheSize = 1024
const keyCache: string[] = new Array<string>(keyCacheSize).fill('')

/** Reads keys, and values that are not collections. */
export class YamlScalarReader extends YamlCursor {
  /** The ranges of the last key and value. */
  protected keyStart = -1
  protected keyEnd = -1
  protected valueStart = -1
  protected valueEnd = -1

  protected consumeKey(start: number, end: number): void {
    this.keyStart = start
    this.keyEnd = end
    this.offset = end + 1
  }

  /** Reads a plain key. The reference decides how a key such as a number or `true` becomes text. */
  protected readPlainKey(start: number, end: number): string {
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

  protected readQuotedKey(start: number, end: number): string {
    const key = this.readQuoted(start, end)
    const lineEnd = this.text.indexOf('\n', start)
    return lineEnd > end ? key : throwUnsupported()
  }

  protected readPlainScalar(parent: number): unknown {
    const start = this.offset
    let end = this.skipPlainLine()
    this.valueStart = start
    this.valueEnd = end
    if (this.indent <= parent) return parsePlainScalar(this.slice(start, end))
    while (this.indent > parent) {
      // A comment ends the scalar, so another line of text is an error.
      if (this.sawComment) throwUnsupported()
      end = this.skipPlainLine()
    }
    this.valueEnd = end
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

  protected canStartPlain(at: number): boolean {
    const code = this.charCodes[at]!
    if (code === dash || code === dot) return isAlphanumeric(this.charCodes[at + 1]!)
    return code > 127 || mayStartPlain[code] === 1
  }

  /**
   * Finds the end of a quoted scalar.
   * @param parent the column that later lines must exceed
   */
  protected findClosingQuote(start: number, parent: number): number {
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

  protected readQuoted(start: number, end: number): string {
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
  protected readBlockScalar(parent: number, isFolded: boolean): string {
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
    this.valueStart = this.offset
    this.valueEnd = lineStart
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
}
