import {
  getParentColumn,
  hasPropertyName,
  listLinesBelow,
  withoutComment,
  type SourceLine,
} from '../../problems/yaml-lines.ts'
import {
  findClosingQuote,
  listItems,
  needsQuotes,
  quoteText,
  readFlow,
  type Flow,
} from '../../problems/yaml-texts.ts'
import { memoizeByObject } from '../../util/memoize-by-object.ts'
import type { Splice } from '../../util/splice-text.ts'

/** Offsets in a text. The end is not included. */
export type TextRange = [start: number, end: number]

/** A text that the parser rejects. */
export type BrokenText = {
  text: string
  lines: SourceLine[]
  /** The index of the line with the first error. */
  faultLine: number
  /** Returns the number of the line, in the file, that contains an offset in the text. */
  getLineNumber: (offset: number) => number
}

type Words = {
  message: string
  /** The instruction that precedes the corrected lines in the report. */
  fix: string
}

type Hints = {
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

/** A place where a mistake may have been made: the text to underline, and the edits that correct it. */
export type Suspect = { range: TextRange; edits: Splice[] } & Partial<Words & Hints>

/**
 * A kind of mistake: its words, an example, and a function that lists where it may have been made.
 * The function may guess freely, since a suspect counts only if the parser accepts the corrected
 * text.
 * @property message {} is replaced by the underlined text. Suspects may have other words.
 */
export type Mistake = Partial<Words> &
  Hints & {
    example: [wrong: string, right: string]
    find: (text: BrokenText) => Iterable<Suspect>
  }

/** A mistake that may have caused a syntax error, with the edits that correct it. */
export type SyntaxCause = Omit<Suspect, 'message' | 'fix'> & Words

/** Lists where a mistake may have been made. */
export function* listCauses({ find, ...row }: Mistake, broken: BrokenText): Iterable<SyntaxCause> {
  for (const suspect of find(broken)) {
    const { message, ...cause } = { message: '', fix: '', ...row, ...suspect }
    yield { ...cause, message: message.replace('{}', () => broken.text.slice(...suspect.range)) }
  }
}

/** Returns the offsets of columns of a line. At least one character is underlined. */
export const rangeIn = ({ start }: SourceLine, from: number, to: number): TextRange => [
  start + from,
  start + Math.max(to, from + 1),
]

/** Lists the lines of code up to the one after the error. */
const listSearched = ({ lines, faultLine }: BrokenText) =>
  lines.slice(0, faultLine + 2).filter(({ kind }) => kind === 'code')

/** Looks at each line of code up to the one after the error. */
export const onEachLine =
  (find: (line: SourceLine, lines: SourceLine[], index: number) => Suspect[]): Mistake['find'] =>
  ({ lines, faultLine }) =>
    lines
      .slice(0, faultLine + 2)
      .flatMap((line, index) => (line.kind === 'code' ? find(line, lines, index) : []))

/**
 * Replaces what a pattern matches in a line of code.
 * @param together which matches are one mistake, since copied text repeats its mistakes
 * @param replacements alternatives
 */
export const onMatch =
  (
    together: 'one' | 'line' | 'file',
    pattern: RegExp,
    ...replacements: ((match: string) => string)[]
  ): Mistake['find'] =>
  (broken) => {
    const code = broken.lines.filter(({ kind }) => kind === 'code')
    const perLine = (together === 'file' ? code : listSearched(broken)).map((line) =>
      [...line.text.matchAll(pattern)].map(({ 0: found, index }) => ({
        found,
        range: rangeIn(line, index, index + found.length),
      })),
    )
    const all = perLine.flat()
    const groups = { one: all.map((match) => [match]), line: perLine, file: [all] }[together]
    return replacements.flatMap((replace) =>
      groups
        .filter((group) => group.length > 0)
        .map((group) => ({
          range: group[0]!.range,
          edits: group.map(({ range: [start, end], found }) => ({
            start,
            end,
            text: replace(found),
          })),
        })),
    )
  }

/**
 * A value as written.
 * @property inFlow whether it is between brackets
 * @property isGuess whether it may be something else than one text
 */
type WrittenValue = {
  start: number
  text: string
  line: SourceLine
  inFlow?: boolean
  isGuess?: boolean
}

/** Reads the list or group between brackets that is the value of a line, or a line of its own. */
export function readFlowOfLine(line: SourceLine): Flow | undefined {
  const { key, dashes, indent, valueColumn, text } = line
  const column = key === undefined && dashes.length === 0 ? indent : valueColumn
  return /[[{]/.test(text[column] ?? '') ? readFlow(text, column) : undefined
}

/** Returns a value without the comment after it. */
function trimValue(text: string): string {
  const close = /^["']/.test(text) ? findClosingQuote(text) : undefined
  const isWhole = close !== undefined && /^\s*(?:\s#.*)?$/.test(text.slice(close + 1))
  return isWhole ? text.slice(0, close + 1) : withoutComment(text)
}

/**
 * Lists the values of a line: those between brackets, the value of the line, an entry such as
 * "Note: bring ID", and a value with the lines that continue it.
 */
function listValuesOfLine({ lines, text }: BrokenText, line: SourceLine): WrittenValue[] {
  const { key, dashes, content, valueColumn, value, start } = line
  const flow = readFlowOfLine(line)
  const values: WrittenValue[] = (flow ? listItems(flow) : [])
    .filter((item) => !item.flow)
    .map(({ column, end }) => ({
      text: line.text.slice(column, end),
      start: start + column,
      line,
      inFlow: true,
    }))
  const add = (column: number, own: string) =>
    values.push({ text: trimValue(own), start: start + column, line })
  if (dashes.length > 0 && /[ A-Z]/.test(key ?? '') && !hasPropertyName(line, lines))
    add(content, line.text.slice(content))
  // A line of its own may continue the line above.
  const isOwn = key !== undefined || dashes.length > 0 || /^["']/.test(value)
  // A group or list with more text after its bracket is a text, such as a link in Markdown.
  const isText =
    !flow || /^\s*[^\s,\]}#]/.test(line.text.slice(flow.close === undefined ? Infinity : flow.end))
  if (isOwn && isText && key !== '<<') add(valueColumn, value)
  const further = listContinuation(line, lines)
  const last = further.at(-1)
  if (!last) return values
  const end = last.start + last.text.trimEnd().length
  const looksLikeMore = further.some(
    (each) => each.dashes.length > 0 || (each.key !== undefined && /^\S+$/.test(each.key)),
  )
  const whole = text.slice(start + valueColumn, end)
  return [...values, { text: whole, start: start + valueColumn, line, isGuess: looksLikeMore }]
}

const listBrokenValues = memoizeByObject((broken: BrokenText) =>
  listSearched(broken).flatMap((line) => listValuesOfLine(broken, line)),
)

/** Lists the deeper lines that continue the text of a line. A name with spaces is a sentence. */
function listContinuation(line: SourceLine, lines: SourceLine[]): SourceLine[] {
  if (!/^[^"'[{|>*&!%@`#]/.test(line.value) || line.key?.includes(' ')) return []
  const column = getParentColumn(line) ?? Infinity
  const below = listLinesBelow(lines, lines.indexOf(line), ({ indent }) => indent <= column)
  return below.filter(({ kind }) => kind === 'code')
}

/**
 * How a value is written wrongly.
 * @property pattern matches what is underlined. The first pattern that matches a value counts
 * @property write returns what to write instead, as alternatives. By default, quotes are put around
 * a text that has none.
 */
type ValueMistake = Omit<Mistake, 'find' | 'isGuess'> & {
  pattern: RegExp
  write?: (text: string) => (string | false)[]
  isGuess?: (text: string) => boolean
  onlyInFlow?: true
}

/** Looks for a pattern in each value up to the line after the error. */
export const inValues = ({
  pattern,
  write,
  isGuess,
  onlyInFlow,
  ...row
}: ValueMistake): Mistake => ({
  ...row,
  find: (broken) =>
    listBrokenValues(broken)
      .filter(({ text, inFlow }) => (write || !/^["']/.test(text)) && (inFlow || !onlyInFlow))
      .flatMap(({ text, start, line, ...value }): Suspect[] => {
        const found = pattern.exec(text)
        if (!found) return []
        const at = start + found.index
        const culprit = broken.lines.find((each) => at <= each.start + each.text.length)
        if (culprit !== line && hasPropertyName(culprit!, broken.lines)) return []
        return (write?.(text) ?? [quoteValue(text)])
          .filter((written) => written !== false)
          .map((written) => ({
            range: [at, at + Math.max(1, found[0].length)],
            edits: [{ start, end: start + text.length, text: written }],
            isGuess: value.isGuess || isGuess?.(text) || joinsProperties(text, line, broken.lines),
          }))
      }),
})

/** Quotes a text. If only its last quote is there, adds the first. */
function quoteValue(text: string): string {
  const last = text.at(-1)!
  return /["']/.test(last) && text.indexOf(last) === text.length - 1 ? last + text : quoteText(text)
}

/** Whether an unquoted text may be two properties that a line break should part. */
const joinsProperties = (text: string, line: SourceLine, lines: SourceLine[]) =>
  !/^["']/.test(text) &&
  [...text.matchAll(/(?<!\S)(\S+):(?=\s|$)/g)].some(
    ([, name]) => name!.startsWith('/') || hasPropertyName(line, lines, name),
  )

/**
 * Writes a colon and a space in place of some columns. The value after them gets quotes if it
 * contains a colon.
 */
export function separateValue(line: SourceLine, from: number, to: number): Splice {
  const rest = line.text.slice(to)
  const value = withoutComment(rest)
  const isText = /:\s|:$/.test(value) && !needsQuotes(value[0] ?? '')
  const separated = (isText ? quoteText(value) : value) + rest.slice(value.length)
  const [start, end] = [line.start + from, line.start + line.text.length]
  return { start, end, text: rest === '' ? ':' : `: ${separated}` }
}
