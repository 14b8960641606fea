import type { Splice } from '../../util/splice-text.ts'
import type { SourceLine } from './read-lines.ts'

/** Offsets in a text. The end is not included. */
export type TextRange = [start: number, end: number]

/** An error of the parser. */
export type SyntaxFault = { range: TextRange; code: string; message: string }

/** A mistake that could have caused a syntax error, with the edits that would undo it. */
export type SyntaxCause = {
  message: string
  /** What to do, in front of the corrected line. */
  fix: string
  /** The text to underline. */
  range: TextRange
  edits: Splice[]
  /** Whether the author may have meant something else. */
  isGuess?: boolean
  /** The parser takes what follows the mistake for a part of it, up to an unrelated character. */
  hidesRest?: boolean
  /** The edits may put more lines into a text that starts with | or >. */
  makesText?: boolean
}

/** A text that the parser rejects. */
export type BrokenText = {
  text: string
  lines: SourceLine[]
  /** The first error. */
  fault: SyntaxFault
  /** The index of its line. */
  faultLine: number
  /** Finds the number of a line in the file, by an offset in the text. */
  getLineNumber: (offset: number) => number
}

/** The part of a text in which finders look for mistakes. */
export type SearchedText = Omit<BrokenText, 'fault'>

/** Lists possible causes. Those that do not make the parser accept more are dropped. */
export type CauseFinder = (text: SearchedText) => Iterable<SyntaxCause>
