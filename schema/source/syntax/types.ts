import type { Splice } from '../../util/splice-text.ts'
import type { SourceLine } from './read-lines.ts'

/** Offsets in a text. The end is not included. */
export type TextRange = [start: number, end: number]

/** An error of the parser. */
export type SyntaxFault = { range: TextRange; code: string; message: string }

/** A mistake that may have caused a syntax error, with the edits that correct it. */
export type SyntaxCause = {
  message: string
  /** The instruction that precedes the corrected lines in the report. */
  fix: string
  /** The text to underline. */
  range: TextRange
  edits: Splice[]
  /** Whether the author may have meant something else. */
  isGuess?: boolean
  /**
   * Whether the parser reads the text after the mistake as part of it, up to an unrelated
   * character.
   */
  hidesRest?: boolean
  /** Whether the edits may add lines to a block scalar. */
  addsTextLines?: boolean
}

/** A text that the parser rejects. */
export type BrokenText = {
  text: string
  lines: SourceLine[]
  /** The first error. */
  fault: SyntaxFault
  /** The index of the line with the first error. */
  faultLine: number
  /** Returns the number of the line, in the file, that contains an offset in the text. */
  getLineNumber: (offset: number) => number
}

/** The part of a text in which finders look for mistakes. */
export type SearchedText = Omit<BrokenText, 'fault'>

/** Lists possible causes. A cause is dropped unless its correction makes the parser accept more. */
export type CauseFinder = (text: SearchedText) => Iterable<SyntaxCause>
