import { UnsupportedSyntax } from './yaml-scalars.ts'

export const [lineFeed, space, doubleQuote, hash, apostrophe, plus, comma, dash, dot, colon] = [
  10, 32, 34, 35, 39, 43, 44, 45, 46, 58,
] as const
export const [greaterThan, listStart, listEnd, pipe, mapStart, mapEnd] = [
  62, 91, 93, 124, 123, 125,
] as const

/** @throws {UnsupportedSyntax} always, so that the reference parses the file */
export const throwUnsupported = (): never => {
  throw new UnsupportedSyntax()
}

/**
 * @property charCodes the character codes of the text: reading an array is faster than a string
 * @property multibyteOffsets the result of `findMultibyteOffsets`, if each byte is one character
 */
export type ReaderInput = {
  charCodes: Uint8Array | Uint16Array
  multibyteOffsets?: number[]
}

/** Reads the text of a file, and moves from line to line. */
export class YamlCursor {
  /**
   * The offset of the next character to read. After a value, it is the first character of the next
   * line with content.
   */
  protected offset = 0
  /** The column of `offset` on its line, from 0; -1 at the end of the file. */
  protected indent = 0
  /** Whether a comment was skipped after the last value. */
  protected sawComment = false
  protected readonly charCodes: ReaderInput['charCodes']
  private readonly multibyteOffsets: number[]
  /** The next index in `multibyteOffsets`. */
  private nextMultibyte = 0

  constructor(
    protected readonly text: string,
    { charCodes, multibyteOffsets = [] }: ReaderInput,
  ) {
    this.charCodes = charCodes
    this.multibyteOffsets = multibyteOffsets
  }

  protected slice(start: number, end: number): string {
    const part = this.text.slice(start, end)
    return this.mayBeMultibyte(start, end) ? Buffer.from(part, 'latin1').toString() : part
  }

  /**
   * Whether a range, or the bytes next to it, may contain multibyte characters. Ranges are read in
   * order, except for short steps back, so the search continues from the last index.
   */
  protected mayBeMultibyte(start: number, end: number): boolean {
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

  protected skipSpaces(at: number): number {
    while (this.charCodes[at] === space) at++
    return at
  }

  protected isBlank(at: number): boolean {
    const code = this.charCodes[at]!
    return code === space || code === lineFeed
  }

  /** Skips the rest of the line after a value, which may contain only a comment. */
  protected finishLine(end: number): void {
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
  protected skipToContent(lineStart: number): void {
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
}
