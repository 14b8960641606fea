import { toTextRange, shiftLines } from '../edit-lines.ts'
import { listOpenLevels, opensBlock, type OpenLevel } from '../open-levels.ts'
import { pageProperties } from '../property-names.gen.ts'
import { findCodeLine, type SourceLine } from '../read-lines.ts'
import type { SearchedText, SyntaxCause } from '../types.ts'

/** Finds lines whose indentation fits no line above them. */
export function* findIndentationMistakes(broken: SearchedText): Iterable<SyntaxCause> {
  const { lines, faultLine } = broken
  const targets = [faultLine, findCodeLine(lines, faultLine, -1), findCodeLine(lines, faultLine, 1)]
  const alignments = targets.flatMap((index = -1) =>
    /^(?:code|text)$/.test(lines[index]?.kind ?? '') ? listAlignments(lines, index) : [],
  )
  for (const alignment of alignments.sort((one, other) => one.rating - other.rating))
    yield* realign(broken, alignment)
}

/**
 * A column to which a line may be moved. The lower the rating, the more likely the column is right.
 */
type Alignment = { index: number; level: OpenLevel; rating: number; isGuess: boolean }

/** Lists the columns of other lines that a line may belong with. */
function listAlignments(lines: SourceLine[], index: number): Alignment[] {
  const line = lines[index]!
  const kind = line.dashes.length > 0 ? 'dash' : 'key'
  const levels = listOpenLevels(lines, index).filter((level) => level.kind === kind)
  const aboveIndex = findCodeLine(lines, index, -1)
  const above = lines[aboveIndex ?? -1]
  if (above && opensBlock(above))
    levels.push({ column: above.content + 2, kind: 'key', line: aboveIndex! })
  const below = above && opensBlock(above) ? findSiblingsBelow(lines, index) : undefined
  if (below) levels.push(below)
  const rated = levels
    .filter(({ column }) => column !== line.indent)
    .map((level) => ({ level, rating: rateColumn(line, level, lines) }))
  return rated.map(({ level, rating }) => ({
    index,
    level,
    rating,
    isGuess:
      Math.abs(level.column - line.indent) > 2 ||
      (Math.abs(level.column - line.indent) > 1 && !fitsColumn(line, level, lines)) ||
      rated.some((other) => other.level !== level && other.rating <= rating + 0.5),
  }))
}

function* realign(
  { lines, getLineNumber }: SearchedText,
  { index, level, isGuess }: Alignment,
): Iterable<SyntaxCause> {
  const line = lines[index]!
  const above = lines[findCodeLine(lines, index, -1) ?? -1]
  for (const moved of listMovedLines(lines, index))
    yield {
      message: describeIndentation(line, level, lines[level.line]!, above, getLineNumber),
      fix: `Indent it ${level.column} spaces${moved.length > 1 ? ', and move what belongs to it' : ''}.`,
      range: toTextRange(line, 0, line.indent),
      edits: shiftLines(moved, level.column - line.indent),
      isGuess,
    }
}

/** Finds the other entries of a list or map whose first entry is in the wrong column. */
function findSiblingsBelow(lines: SourceLine[], index: number): OpenLevel | undefined {
  const line = lines[index]!
  const next = findCodeLine(lines, index, 1)
  if (next === undefined) return undefined
  const { indent } = lines[next]!
  const further = lines[findCodeLine(lines, next, 1) ?? -1]
  const isEntry = line.dashes.length > 0
  const isAlike = [lines[next], further].every(
    (other) => other?.indent === indent && other.dashes.length > 0 === isEntry,
  )
  if (!isAlike || indent === line.indent) return undefined
  return { column: indent, kind: isEntry ? 'dash' : 'key', line: next }
}

/**
 * Rates a column for a line. The rating is lower, which means more likely, if few spaces are added
 * or deleted, and if the line fits the entries in this column.
 */
function rateColumn(line: SourceLine, level: OpenLevel, lines: SourceLine[]): number {
  const distance = Math.abs(level.column - line.indent)
  // At least two lines below are in this column.
  if (level.line > lines.indexOf(line)) return distance - 2
  if (level.kind === 'dash') return distance - (isSimilar(line, lines[level.line]!) ? 1 : 0)
  const routeColumn = findRouteColumn(line, lines)
  if (line.key?.startsWith('/') && routeColumn !== undefined)
    return level.column === routeColumn ? 0 : distance + 4
  // Of two columns at the same distance, the deeper one is more likely.
  return (
    distance - (fitsColumn(line, level, lines) ? 1 : 0) - (level.column > line.indent ? 0.25 : 0)
  )
}

/** Whether two list entries start with the same property, or with the same bracket. */
const isSimilar = (one: SourceLine, other: SourceLine) =>
  one.key === undefined ? one.value[0] === other.value[0] : one.key === other.key

/**
 * Whether a line fits a column: another line has the same property in this column, or the line is a
 * property of a page and the column is that of pages' properties.
 */
function fitsColumn(line: SourceLine, { column, kind }: OpenLevel, lines: SourceLine[]): boolean {
  const { key = '' } = line
  const routeColumn = findRouteColumn(line, lines)
  if (kind === 'dash' || (key.startsWith('/') && column === routeColumn)) return true
  const isPageColumn = routeColumn !== undefined && column === routeColumn + 2
  return (
    (isPageColumn && pageProperties.has(key)) ||
    lines.some((other) => other !== line && other.key === key && other.content === column)
  )
}

const findRouteColumn = (line: SourceLine, lines: SourceLine[]) =>
  lines.find((other) => other !== line && other.key?.startsWith('/'))?.content

function describeIndentation(
  { indent }: SourceLine,
  { column }: OpenLevel,
  sibling: SourceLine,
  above: SourceLine | undefined,
  getLineNumber: SearchedText['getLineNumber'],
): string {
  const spaces = indent === 1 ? '1 space' : `${indent} spaces`
  if (above === sibling && opensBlock(sibling) && column > sibling.content)
    return `This line is indented ${spaces}, but belongs below "${sibling.key}".`
  return `This line is indented ${spaces}, but line ${getLineNumber(sibling.start)}, which it seems to belong with, is indented ${column}.`
}

/**
 * Lists the groups of lines that may have to move together: the line alone, the line with the
 * deeper lines below it, or the line with all lines below it that are at least as deep.
 */
function listMovedLines(lines: SourceLine[], index: number): SourceLine[][] {
  const { indent } = lines[index]!
  const take = (isEnd: (line: SourceLine) => boolean) => {
    const rest = lines.slice(index + 1)
    const end = rest.findIndex((line) => line.kind !== 'blank' && isEnd(line))
    return [lines[index]!, ...rest.slice(0, end === -1 ? undefined : end)].filter(
      ({ kind }) => kind !== 'blank',
    )
  }
  return [
    [lines[index]!],
    take((line) => line.indent <= indent),
    take((line) => line.indent < indent),
  ]
}
