import { toTextRange, shiftLines, spliceLine } from '../edit-lines.ts'
import { listOpenLevels, opensBlock } from '../open-levels.ts'
import { findCodeLine, type SourceLine } from '../read-lines.ts'
import type { Splice } from '../../../util/splice-text.ts'
import type { SearchedText, SyntaxCause } from '../types.ts'

/** Finds list entries without their dash, and lists that start on the wrong line. */
export function* findListMistakes({ lines, faultLine }: SearchedText): Iterable<SyntaxCause> {
  for (const [index, line] of lines.slice(0, faultLine + 2).entries()) {
    if (line.kind !== 'code') continue
    yield* findListAfterKey(line)
    yield* findStrayDash(lines, index)
    yield* findFirstEntryWithoutDash(lines, index)
    yield* findEntryWithoutDash(lines, index)
  }
}

/**
 * Finds a list that starts after its key, but belongs on the lines below: `blocks: - type: hero`.
 */
function* findListAfterKey(line: SourceLine): Iterable<SyntaxCause> {
  if (line.key === undefined || !/^- /.test(line.value)) return
  const afterKey = line.text.slice(0, line.valueColumn).trimEnd().length
  yield {
    message: `The list belongs on the lines below "${line.key}:".`,
    fix: 'Start a new line.',
    range: toTextRange(line, line.valueColumn, line.valueColumn + 1),
    edits: [spliceLine(line, afterKey, line.valueColumn, `\n${' '.repeat(line.content + 2)}`)],
  }
}

/** Finds a first list entry without a dash, if the other entries below the key have dashes. */
function* findFirstEntryWithoutDash(lines: SourceLine[], index: number): Iterable<SyntaxCause> {
  const line = lines[index]!
  const above = lines[findCodeLine(lines, index, -1) ?? -1]
  if (!above || !opensBlock(above) || line.dashes.length > 0 || line.indent < above.content) return
  const further = lines.slice(index + 1)
  const dash = further.findIndex(
    ({ kind, dashes, indent }) => kind === 'code' && dashes.length > 0 && indent <= line.indent,
  )
  if (dash === -1) return
  const sibling = further[dash]!
  const column = sibling.indent
  if (column !== line.indent && column !== line.indent - 2) return
  yield {
    message: 'This list entry has no dash.',
    fix: 'Start it with a dash.',
    range: toTextRange(line, line.content, line.text.length),
    edits: addDash(line, further.slice(0, dash), column),
    isGuess: line.key !== sibling.key,
  }
}

/** Finds a list entry without a dash: a line in the column of the dashes above it. */
function* findEntryWithoutDash(lines: SourceLine[], index: number): Iterable<SyntaxCause> {
  const line = lines[index]!
  if (line.dashes.length > 0) return
  for (const { column, kind, line: sibling } of listOpenLevels(lines, index).reverse()) {
    if (kind !== 'dash' || line.indent < column || line.indent > column + 2) continue
    const above = lines[sibling]!
    const isLikeSibling =
      line.key === undefined
        ? above.key === undefined && line.text[line.indent] === above.value[0]
        : line.key === above.key
    if (!isLikeSibling) continue
    const further = lines.slice(index + 1)
    const end = further.findIndex(
      (next) => next.kind === 'code' && (next.indent < line.indent || next.dashes.length > 0),
    )
    yield {
      message: 'This list entry has no dash.',
      fix: 'Start it with a dash.',
      range: toTextRange(line, line.content, line.text.length),
      edits: addDash(line, further.slice(0, end === -1 ? undefined : end), column),
    }
  }
}

/** Finds a property that starts with a dash although the properties above it do not. */
function* findStrayDash(lines: SourceLine[], index: number): Iterable<SyntaxCause> {
  const line = lines[index]!
  const [dash] = line.dashes
  if (dash === undefined || line.dashes.length > 1 || line.key === undefined) return
  const columns = listOpenLevels(lines, index).filter(({ kind }) => kind === 'key')
  const level = columns.findLast(({ column }) => column === dash || column === line.content)
  if (!level) return
  yield {
    message: `This dash starts a new list entry, but "${line.key}" belongs with the property above.`,
    fix: 'Delete the dash.',
    range: toTextRange(line, dash, dash + 1),
    edits: [spliceLine(line, 0, line.content, ' '.repeat(level.column))],
  }
}

/**
 * Adds the dash of an entry, and aligns the other properties of the entry.
 * @param further the lines below, up to the next entry
 */
function addDash(line: SourceLine, further: SourceLine[], column: number): Splice[] {
  const by = column + 2 - line.indent
  return [
    spliceLine(line, 0, line.indent, `${' '.repeat(column)}- `),
    ...(by === 0 ? [] : shiftProperties(line, further, by)),
  ]
}

/**
 * Shifts the other properties of an entry, unless they are already indented more than the entry.
 */
function shiftProperties(line: SourceLine, further: SourceLine[], by: number): Splice[] {
  const own = further.filter(({ kind }) => kind !== 'blank')
  const isAligned = own[0] !== undefined && own[0].indent > line.indent
  return isAligned ? [] : shiftLines(own, by)
}
