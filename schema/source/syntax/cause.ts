import { deleteLine, spliceLine, type SourceLine } from '../../problems/yaml-lines.ts'
import type { Splice } from '../../util/splice-text.ts'

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
  lines: SourceLine[]
  /** The index of the line with the first error. */
  faultLine: number
  /** Returns the number of the line, in the file, that contains an offset in the text. */
  getLineNumber: (offset: number) => number
}

export type Columns = [from: number, to: number]

/** A place where a mistake may have been made. */
export type Suspect = Partial<Omit<SyntaxCause, 'range'>> & {
  line: SourceLine
  /** The columns to underline. */
  mark: Columns
  /** What replaces the columns of `mark`, or of `at`. `edits` is for corrections of more lines. */
  text?: string
  at?: Columns
}

/**
 * A kind of mistake: its words, and a function that lists where it may have been made. The function
 * may guess freely, since a cause counts only if the parser accepts the corrected text.
 */
export type CauseKind = Partial<Omit<SyntaxCause, 'range' | 'edits'>> & {
  find: (text: BrokenText) => Iterable<Suspect>
}

/** Lists the mistakes of one kind that may have caused an error. */
export function* listCauses(
  { find, ...common }: CauseKind,
  broken: BrokenText,
): Iterable<SyntaxCause> {
  for (const { line, mark, text, at: [from, to] = mark, ...own } of find(broken))
    yield {
      message: '',
      fix: '',
      ...common,
      edits: [spliceLine(line, from, to, text ?? '')],
      ...own,
      range: [line.start + mark[0], line.start + Math.max(mark[1], mark[0] + 1)],
    }
}

type LineFinder = (line: SourceLine, lines: SourceLine[], index: number) => Suspect[]

/** Looks at each line of code up to the one after the error. */
export const onEachLine =
  (find: LineFinder): CauseKind['find'] =>
  ({ lines, faultLine }) =>
    lines
      .slice(0, faultLine + 2)
      .flatMap((line, index) => (line.kind === 'code' ? find(line, lines, index) : []))

/**
 * Replaces what a pattern matches, or deletes its line.
 * @param together which matches are one mistake, since copied text repeats its mistakes
 */
export const onMatch =
  (
    together: 'one' | 'line' | 'file',
    pattern: RegExp,
    replace?: (match: string, line: SourceLine) => string,
  ): CauseKind['find'] =>
  ({ lines, faultLine }) => {
    const searched = together === 'file' ? lines : lines.slice(0, faultLine + 2)
    const perLine = searched.map((line) =>
      line.kind !== 'code'
        ? []
        : [...line.text.matchAll(pattern)].map(({ 0: match, index }) => {
            const mark: Columns = [index, index + match.length]
            const edit = replace && spliceLine(line, ...mark, replace(match, line))
            return { line, mark, edit: edit ?? deleteLine(lines, line) }
          }),
    )
    const all = perLine.flat()
    const groups = { one: all.map((match) => [match]), line: perLine, file: [all] }[together]
    return groups.flatMap((group) =>
      group.slice(0, 1).map((first) => ({ ...first, edits: group.map(({ edit }) => edit) })),
    )
  }
