import { toTextRange, shiftLines, spliceLine } from '../edit-lines.ts'
import { listOpenLevels } from '../open-levels.ts'
import { isPropertyName } from '../property-names.ts'
import type { SourceLine } from '../read-lines.ts'
import type { SearchedText, SyntaxCause } from '../types.ts'

/** Finds mistakes in block scalars: texts over several lines, which start with | or >. */
export function* findBlockScalarMistakes({
  lines,
  faultLine,
}: SearchedText): Iterable<SyntaxCause> {
  for (const [index, line] of lines.slice(0, faultLine + 1).entries()) {
    if (line.kind !== 'code') continue
    for (const cause of findMistakesOfOne(lines, index)) yield { ...cause, addsTextLines: true }
  }
}

function* findMistakesOfOne(lines: SourceLine[], index: number): Iterable<SyntaxCause> {
  yield* findTextAfterMark(lines, index)
  if (!/^[|>][-+0-9]{0,2}(?:\s+#.*)?$/.test(lines[index]!.value)) return
  yield* findDeepBlankLines(lines, index)
  yield* findShallowText(lines, index)
  yield* findUnindentedText(lines, index)
}

/** Finds text after the mark: in `body: | Some text`, the text belongs on the lines below. */
function* findTextAfterMark(lines: SourceLine[], index: number): Iterable<SyntaxCause> {
  const line = lines[index]!
  const [, mark, text] = /^([|>][-+]?)\s*([^\s#|>+-].*)$/.exec(line.value) ?? []
  const next = lines.slice(index + 1).find(({ kind }) => kind !== 'blank')
  if (mark === undefined || line.key === undefined || !next || next.indent <= line.content) return
  const from = line.valueColumn + mark.length
  yield {
    message: `The text belongs on the lines below the ${mark}.`,
    fix: 'Start a new line.',
    range: toTextRange(line, line.valueColumn, line.text.length),
    edits: [spliceLine(line, from, line.text.length, `\n${' '.repeat(next.indent)}${text}`)],
  }
}

const getParentColumn = ({ key, dashes, content }: SourceLine) =>
  key === undefined ? (dashes.at(-1) ?? 0) : content

/** Finds blank lines before the text that have more spaces than the text. */
function* findDeepBlankLines(lines: SourceLine[], index: number): Iterable<SyntaxCause> {
  const rest = lines.slice(index + 1)
  const blank = rest.slice(
    0,
    rest.findIndex(({ kind }) => kind !== 'blank'),
  )
  const [first] = blank.filter(({ text }) => text !== '')
  if (!first) return
  yield {
    message: 'This blank line has more spaces than the text below it.',
    fix: 'Delete its spaces.',
    range: toTextRange(first, 0, first.text.length),
    edits: blank.map((line) => spliceLine(line, 0, line.text.length, '')),
  }
}

/** Finds lines of text that are indented more than their key, but less than the first line. */
function* findShallowText(lines: SourceLine[], index: number): Iterable<SyntaxCause> {
  const rest = lines.slice(index + 1)
  const length = rest.findIndex(({ kind }) => kind !== 'blank' && kind !== 'text')
  const text = rest.slice(0, length === -1 ? undefined : length).filter((l) => l.kind === 'text')
  const indent = text[0]?.indent ?? 0
  const shallow = text.filter((line) => line.indent < indent)
  if (shallow.length === 0) return
  yield {
    message: 'This line is indented less than the first line of its text.',
    fix: `Indent it like the first line, by ${indent} spaces.`,
    range: toTextRange(shallow[0]!, 0, shallow[0]!.indent),
    edits: shallow.flatMap((line) => shiftLines([line], indent - line.indent)),
  }
}

/** Finds text that is not indented more than its key. */
function* findUnindentedText(lines: SourceLine[], index: number): Iterable<SyntaxCause> {
  const line = lines[index]!
  const column = getParentColumn(line)
  const rest = lines.slice(index + 1)
  const first = rest.find(({ kind }) => kind !== 'blank')
  if (!first) return
  const below = first.indent <= column ? rest : rest.slice(rest.findIndex((l) => l.kind === 'code'))
  const start = below.find(({ kind }) => kind !== 'blank')
  if (!start || start.indent > column || fitsAbove(start, lines)) return
  // If only some lines are not indented enough, they get the indentation of the others.
  const indent = first === start ? column + 2 : first.indent
  for (const length of listTextLengths(below, lines, column)) {
    const text = below.slice(0, length).filter(({ kind }) => kind !== 'blank')
    const moved = first === start ? text : text.filter((each) => each.indent < indent)
    yield {
      message: `The text below "${line.key ?? '-'}" must be indented more than "${line.key ?? '-'}".`,
      fix: moved.length > 1 ? 'Indent all of its lines.' : 'Indent it.',
      range: toTextRange(start, start.indent, start.text.length),
      edits: shiftLines(moved, indent - start.indent),
      // Not a guess if the line is a sentence, rather than a property or a list entry.
      isGuess: start.key !== undefined || !/^[\p{L}\p{N}*[$]/u.test(start.text.trimStart()),
    }
  }
}

/** Whether a line is a known property, or a list entry in the column of the entries above it. */
function fitsAbove(line: SourceLine, lines: SourceLine[]): boolean {
  if (line.key !== undefined && isPropertyName(line.key, lines, line)) return true
  return listOpenLevels(lines, lines.indexOf(line)).some(
    ({ kind, column }) => kind === 'dash' && line.dashes[0] === column,
  )
}

/**
 * Lists how many lines the text may have: it ends before a property or a less indented line, or
 * with the last line.
 */
function listTextLengths(below: SourceLine[], lines: SourceLine[], column: number): number[] {
  const ends = below.flatMap((line, at) => {
    const isProperty = line.key !== undefined && isPropertyName(line.key, lines, line)
    const isShallower = line.kind !== 'blank' && line.indent < column
    return at > 0 && (isProperty || isShallower) ? [at] : []
  })
  return [...ends.slice(0, 2), ...(ends.length === 0 ? [below.length] : [])]
}
