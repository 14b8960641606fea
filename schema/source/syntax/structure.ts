/** Where lines belong: dashes, colons and indentation. */
import { rangeIn, separateValue, type BrokenText, type Suspect } from './suspects.ts'
import {
  blockScalarPattern,
  findCodeLine,
  getParentColumn,
  hasPropertyName,
  listLinesBelow,
  listOpenLevels,
  opensBlock,
  shiftLines,
  spliceLine,
  type OpenLevel,
  type SourceLine,
} from '../../problems/yaml-lines.ts'
import { pageProperties } from '../../problems/property-names.gen.ts'
import { formatCount } from '../../util/format-first-items.ts'

/** Suspects indentation with tabs: it gets a common width, or that of the open entries above it. */
export function findTabs({ lines }: BrokenText): Suspect[] {
  const tabbed = lines.filter(({ kind, text }) => kind !== 'blank' && /^ *\t/.test(text))
  const [first] = tabbed
  if (!first) return []
  const index = lines.indexOf(first)
  const above = findCodeLine(lines, index, -1)
  const kind = /^\s*- /.test(first.text) ? 'dash' : 'key'
  const open = listOpenLevels(lines, index).filter((level) => level.kind === kind)
  const columns = open.map(({ column }) => column).reverse()
  if (above && opensBlock(above)) columns.unshift(above.content + 2)
  if (!above) columns.push(0)
  const indentOf = ({ text }: SourceLine) => /^\s*/.exec(text)![0]
  const measure = (line: SourceLine, width: number) =>
    indentOf(line).replaceAll('\t', ' '.repeat(width)).length
  return columns.flatMap((column, choice) =>
    tabWidths.map((width) => ({
      range: rangeIn(first, 0, indentOf(first).length),
      fix: tabbed.length === 1 ? 'Use spaces.' : `Use spaces, on ${tabbed.length} lines.`,
      edits: tabbed.map((line) => {
        const indent = column + measure(line, width) - measure(first, width)
        return spliceLine(line, 0, indentOf(line).length, ' '.repeat(Math.max(0, indent)))
      }),
      isGuess: choice > 0 || !tabWidths.some((each) => measure(first, each) === column),
    })),
  )
}

const tabWidths = [2, 4, 8]

/**
 * Suspects a text over several lines, below | or after a name, that is not indented more than its
 * name. It ends before a property or a less indented line, or with the last line.
 */
export function findUnindentedText(
  line: SourceLine,
  lines: SourceLine[],
  index: number,
): Suspect[] {
  const { key = '-', value } = line
  const isBlock = blockScalarPattern.test(value)
  const column = getParentColumn(line) ?? 0
  const at = lines.findIndex(
    ({ kind, indent }, each) => each > index && kind !== 'blank' && (!isBlock || indent <= column),
  )
  const first = lines[at]
  if (!first || first.indent > column || hasPropertyName(first, lines)) return []
  const isText =
    isBlock || (line.key !== undefined && /^[^|>[{#"']/.test(value) && first.kind === 'code')
  if (!isText || (!isBlock && (first.key !== undefined || first.dashes.length > 0))) return []
  const indented = lines.slice(index + 1, at).find(({ kind }) => kind === 'text')?.indent
  const below = lines.slice(at)
  const ends = below.flatMap((each, length) => {
    const isShallower = each.kind !== 'blank' && each.indent < column
    return length > 0 && (hasPropertyName(each, lines) || isShallower) ? [length] : []
  })
  return [...ends.slice(0, 2), below.length].map((length) => ({
    message: `This text belongs to "${key}", so it must be indented more than "${key}".`,
    range: rangeIn(first, first.indent, first.text.length),
    edits: shiftLines(below.slice(0, length), (indented ?? column + 2) - first.indent),
    isGuess: isBlock
      ? first.dashes.length > 0
      : !value.includes(' ') || !first.text.trim().includes(' '),
  }))
}

/** Suspects text after the mark: in `body: | Some text`, the text belongs on the lines below. */
export function findTextAfterMark(line: SourceLine, lines: SourceLine[], index: number): Suspect[] {
  const [, mark, text] = /^([|>][-+]?)\s*([^\s#|>+-].*)$/.exec(line.value) ?? []
  const next = lines.slice(index + 1).find(({ kind }) => kind !== 'blank')
  if (mark === undefined || line.key === undefined || !next || next.indent <= line.content)
    return []
  const [from, to] = [line.valueColumn, line.text.length]
  const edit = spliceLine(line, from + mark.length, to, `\n${' '.repeat(next.indent)}${text}`)
  return [{ range: rangeIn(line, from, to), edits: [edit] }]
}

/**
 * Suspects a line without a dash: in the column of the dashes above it, or below a name, if the
 * entries after it have dashes.
 */
export function findMissingDash(line: SourceLine, lines: SourceLine[], index: number): Suspect[] {
  if (line.dashes.length > 0) return []
  const above = findCodeLine(lines, index, -1)
  const isFirst = above !== undefined && opensBlock(above) && line.indent >= above.content
  const isNext = ({ kind, dashes, indent }: SourceLine) =>
    kind === 'code' && (indent < line.indent || dashes.length > 0)
  const further = listLinesBelow(lines, index, isNext)
  const next = lines[index + 1 + further.length]
  const suspects = listOpenLevels(lines, index)
    .reverse()
    .filter(({ kind, line: { key, value } }) => {
      const isAlike = key === line.key && (key ?? line.text[line.indent] === value[0])
      return kind === 'dash' && isAlike
    })
    .map(({ column }) => ({ column, isGuess: false }))
  if (isFirst && next && next.dashes.length > 0)
    suspects.unshift({ column: next.indent, isGuess: line.key !== next.key })
  return suspects
    .filter(({ column }) => line.indent >= column && line.indent <= column + 2)
    .map(({ column, isGuess }) => ({
      range: rangeIn(line, line.content, line.text.length),
      edits: addDash(line, further, column),
      isGuess,
    }))
}

/**
 * Adds the dash of an entry, and aligns the other properties of the entry, unless they are already
 * indented more.
 */
function addDash(line: SourceLine, further: SourceLine[], column: number) {
  const own = further.filter(({ kind }) => kind !== 'blank')
  const by = column + 2 - line.indent
  const isAligned = by === 0 || (own[0]?.indent ?? 0) > line.indent
  const dash = spliceLine(line, 0, line.indent, `${' '.repeat(column)}- `)
  return [dash, ...(isAligned ? [] : shiftLines(own, by))]
}

/** Suspects a dash before a property that belongs with the one above it. */
export function findExtraDash(line: SourceLine, lines: SourceLine[], index: number): Suspect[] {
  const { key, dashes, content } = line
  const dash = dashes[0]!
  if (dashes.length !== 1 || key === undefined) return []
  const level = listOpenLevels(lines, index).findLast(
    ({ kind, column }) => kind === 'key' && (column === dash || column === content),
  )
  if (!level) return []
  const message = `This dash starts a new list entry, but "${key}" belongs with the property above.`
  const edits = [spliceLine(line, 0, content, ' '.repeat(level.column))]
  return [{ message, range: rangeIn(line, dash, dash + 1), edits }]
}

/** Suspects a line that starts with the name of a property and has no colon after it. */
export function findMissingColon(line: SourceLine, lines: SourceLine[], index: number): Suspect[] {
  const { key, content, text } = line
  const [matched = '', name] =
    /^(\w[\w-]*|\/(?!\/)[^\s:]*)(?:\s*[=;]\s*|\s+|$)/.exec(text.slice(content)) ?? []
  if (name === undefined || (key !== undefined && !key.includes(' '))) return []
  // A value rarely starts with a lowercase letter, so "all" may be the start of a text.
  const isText = /^[a-z]/.test(text.slice(content + matched.length))
  const isKnown =
    name.startsWith('/') ||
    pageProperties.has(name) ||
    (hasPropertyName(line, lines, name) && !isText)
  const below = findCodeLine(lines, index, 1)
  const hasEntries = below !== undefined && (below.indent > content || below.dashes.length > 0)
  if (!isKnown && !(text.trim() === name && hasEntries)) return []
  return [
    {
      range: rangeIn(line, content, content + name.length),
      edits: [separateValue(line, content + name.length, content + matched.length)],
      isGuess: !isKnown,
      addsTextLines: /[|>][-+]?\s*$/.test(text),
    },
  ]
}

/** Suspects lines whose indentation fits no line above them. */
export function findIndentation({ lines, faultLine, getLineNumber }: BrokenText): Suspect[] {
  return [lines[faultLine], findCodeLine(lines, faultLine, -1), findCodeLine(lines, faultLine, 1)]
    .flatMap((line) => (line && /^(?:code|text)$/.test(line.kind) ? rateColumns(line, lines) : []))
    .sort((one, other) => one.rating - other.rating)
    .flatMap(({ line, level: { column, line: sibling }, isGuess }) => {
      const isBeside = sibling.content === column || sibling.dashes.includes(column)
      const belongs = isBeside
        ? `line ${getLineNumber(sibling.start)}, which it seems to belong with, is indented ${column}`
        : `belongs below "${sibling.key}"`
      return listMovedLines(lines, line).map((moved) => ({
        message: `This line is indented ${formatCount(line.indent, 'space')}, but ${belongs}.`,
        fix: `Indent it ${column} spaces${moved.length > 1 ? ', and move what belongs to it' : ''}.`,
        range: rangeIn(line, 0, line.indent),
        edits: shiftLines(moved, column - line.indent),
        isGuess,
      }))
    })
}

/**
 * A column to which a line may be moved. The lower the rating, the more likely the column is right.
 */
type RatedColumn = { line: SourceLine; level: OpenLevel; rating: number; isGuess: boolean }

/** Lists the columns of other lines that a line may belong with. */
function rateColumns(line: SourceLine, lines: SourceLine[]): RatedColumn[] {
  const index = lines.indexOf(line)
  const kind = line.dashes.length > 0 ? 'dash' : 'key'
  const levels = listOpenLevels(lines, index).filter((level) => level.kind === kind)
  const above = findCodeLine(lines, index, -1)
  if (above && opensBlock(above)) {
    levels.push({ column: above.content + 2, kind: 'key', line: above })
    levels.push(...findSiblingsBelow(lines, index))
  }
  const rated = levels
    .filter(({ column }) => column !== line.indent)
    .map((level) => {
      const { column, line: sibling } = level
      const distance = Math.abs(column - line.indent)
      const fits = fitsColumn(line, level, lines)
      // At least two lines below are in this column.
      const isSiblingBelow = sibling.start > line.start
      // Of two columns at the same distance, the deeper one is more likely.
      const bonus = isSiblingBelow ? 2 : (fits ? 1 : 0) + (column > line.indent ? 0.25 : 0)
      return { level, distance, fits, rating: distance - bonus }
    })
  return rated.map(({ level, rating, distance, fits }) => {
    const isRivaled = rated.some((other) => other.level !== level && other.rating <= rating + 0.5)
    return {
      line,
      level,
      rating,
      isGuess: isRivaled || distance > (fits || kind === 'dash' ? 2 : 1),
    }
  })
}

/** Finds the other entries of a list or map whose first entry is in the wrong column. */
function findSiblingsBelow(lines: SourceLine[], index: number): OpenLevel[] {
  const line = lines[index]!
  const isEntry = line.dashes.length > 0
  const next = findCodeLine(lines, index, 1)
  const further = next && findCodeLine(lines, lines.indexOf(next), 1)
  if (!next || !further || next.indent !== further.indent || next.indent === line.indent) return []
  if ([next, further].some(({ dashes }) => dashes.length > 0 !== isEntry)) return []
  return [{ column: next.indent, kind: isEntry ? 'dash' : 'key', line: next }]
}

/**
 * Whether a line fits a column: the line is an entry like the other one there, another line has the
 * same property in this column, or the column is that of routes, or of pages' properties.
 */
function fitsColumn(line: SourceLine, level: OpenLevel, lines: SourceLine[]): boolean {
  const { column, kind, line: sibling } = level
  const { key = '' } = line
  if (kind === 'dash')
    return (
      line.key === sibling.key && (line.key !== undefined || line.value[0] === sibling.value[0])
    )
  const routes = lines.find((other) => other !== line && other.key?.startsWith('/'))?.content
  return (
    (key.startsWith('/') && column === routes) ||
    (pageProperties.has(key) && column - 2 === routes) ||
    lines.some((other) => other !== line && other.key === key && other.content === column)
  )
}

/**
 * Lists the groups of lines that may have to move together: the line alone, the line with the
 * deeper lines below it, or the line with all lines below it that are at least as deep.
 */
const listMovedLines = (lines: SourceLine[], line: SourceLine): SourceLine[][] => {
  const below = (depth: number) =>
    listLinesBelow(lines, lines.indexOf(line), ({ indent }) => indent < depth)
  return [[line], [line, ...below(line.indent + 1)], [line, ...below(line.indent)]]
}
