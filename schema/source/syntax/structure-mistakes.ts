import { onEachLine, type BrokenText, type CauseKind, type Columns, type Suspect } from './cause.ts'
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
import { pageProperties, propertyNames } from '../../problems/property-names.gen.ts'
import { separateValue } from './character-mistakes.ts'
import { formatCount } from '../../util/format-first-items.ts'

/** Finds list entries without their dash. */
export const missingDash: CauseKind = {
  message: 'This list entry has no dash.',
  fix: 'Start it with a dash.',
  find: onEachLine((line, lines, index) =>
    line.dashes.length > 0
      ? []
      : [
          ...findFirstEntryWithoutDash(line, lines, index),
          ...findEntryWithoutDash(line, lines, index),
        ],
  ),
}

/** Mistakes in texts over several lines and in lists, missing colons, and wrong indentation. */
export const structureMistakes: CauseKind[] = [
  { addsTextLines: true, find: onEachLine(findBlockScalarMistakes) },
  {
    fix: 'Start a new line.',
    find: onEachLine((line) => {
      const { key, text, value, valueColumn, content } = line
      if (key === undefined || !value.startsWith('- ')) return []
      const message = `The list belongs on the lines below "${key}:".`
      const at: Columns = [text.slice(0, valueColumn).trimEnd().length, valueColumn]
      const mark: Columns = [valueColumn, valueColumn + 1]
      return [{ line, message, mark, at, text: `\n${' '.repeat(content + 2)}` }]
    }),
  },
  missingDash,
  {
    fix: 'Delete the dash.',
    find: onEachLine((line, lines, index) => {
      const { key, dashes, content } = line
      const dash = dashes[0]!
      if (dashes.length !== 1 || key === undefined) return []
      const level = listOpenLevels(lines, index).findLast(
        ({ kind, column }) => kind === 'key' && (column === dash || column === content),
      )
      if (!level) return []
      const message = `This dash starts a new list entry, but "${key}" belongs with the property above.`
      const text = ' '.repeat(level.column)
      return [{ line, message, mark: [dash, dash + 1], at: [0, content], text }]
    }),
  },
  { fix: 'Add it.', find: onEachLine(findMissingColon) },
  { hidesRest: true, find: findUnindentedContinuations },
  { find: findIndentationMistakes },
  {
    // The last resort.
    fix: 'Delete it, or put quotes around the whole text.',
    isGuess: true,
    find: ({ lines, faultLine }) =>
      [lines[faultLine], lines[faultLine - 1], lines[faultLine + 1]].flatMap((line): Suspect[] =>
        line?.kind !== 'code'
          ? []
          : [...line.text.matchAll(/["'[\]{},|>*&!%@`]/g)].map(({ 0: character, index }) => ({
              line,
              message: `This ${character} is probably not meant to be here.`,
              mark: [index, index + 1],
            })),
      ),
  },
]

/** Finds mistakes in a block scalar: a text over several lines, which starts with | or >. */
function findBlockScalarMistakes(line: SourceLine, lines: SourceLine[], index: number): Suspect[] {
  if (!blockScalarPattern.test(line.value)) return findTextAfterMark(line, lines, index)
  const [first, ...shallower] = listLinesBelow(lines, index, ({ kind }) => kind !== 'text').filter(
    ({ kind }) => kind === 'text',
  )
  const shallow = shallower.filter(({ indent }) => indent < first!.indent)
  const below = lines.slice(index + 1)
  const start = below.findIndex(({ kind }) => kind !== 'blank')
  const blank = below.slice(0, start).filter(({ text }) => text !== '')
  return [
    ...blank.slice(0, 1).map(
      (deep): Suspect => ({
        line: deep,
        message: 'This blank line has more spaces than the text below it.',
        fix: 'Delete its spaces.',
        mark: [0, deep.text.length],
        edits: blank.map((each) => spliceLine(each, 0, each.text.length, '')),
      }),
    ),
    ...shallow.slice(0, 1).map(
      (each): Suspect => ({
        line: each,
        message: 'This line is indented less than the first line of its text.',
        fix: `Indent it like the first line, by ${first!.indent} spaces.`,
        mark: [0, each.indent],
        edits: shallow.flatMap((other) => shiftLines([other], first!.indent - other.indent)),
      }),
    ),
    ...findUnindentedText(line, lines, index),
  ]
}

/** Suspects text after the mark: in `body: | Some text`, the text belongs on the lines below. */
function findTextAfterMark(line: SourceLine, lines: SourceLine[], index: number): Suspect[] {
  const [, mark, text] = /^([|>][-+]?)\s*([^\s#|>+-].*)$/.exec(line.value) ?? []
  const next = lines.slice(index + 1).find(({ kind }) => kind !== 'blank')
  if (mark === undefined || line.key === undefined || !next || next.indent <= line.content)
    return []
  const end = line.text.length
  return [
    {
      line,
      message: `The text belongs on the lines below the ${mark}.`,
      fix: 'Start a new line.',
      mark: [line.valueColumn, end],
      at: [line.valueColumn + mark.length, end],
      text: `\n${' '.repeat(next.indent)}${text}`,
    },
  ]
}

/** Suspects text that is not indented more than its key. */
function findUnindentedText(line: SourceLine, lines: SourceLine[], index: number): Suspect[] {
  const column = getParentColumn(line) ?? 0
  const first = lines.slice(index + 1).find(({ kind }) => kind !== 'blank')
  const isEmpty = first !== undefined && first.indent <= column
  const start = isEmpty ? first : findCodeLine(lines, index, 1)
  if (!first || !start || start.indent > column || fitsAbove(start, lines)) return []
  const below = lines.slice(lines.indexOf(start))
  // If only some lines are not indented enough, they get the indentation of the others.
  const indent = isEmpty ? column + 2 : first.indent
  return listTextLengths(below, lines, column).map((length) => {
    const text = below.slice(0, length).filter(({ kind }) => kind !== 'blank')
    const moved = isEmpty ? text : text.filter((each) => each.indent < indent)
    const name = line.key ?? '-'
    return {
      line: start,
      message: `The text below "${name}" must be indented more than "${name}".`,
      fix: moved.length > 1 ? 'Indent all of its lines.' : 'Indent it.',
      mark: [start.indent, start.text.length],
      edits: shiftLines(moved, indent - start.indent),
      // Not a guess if the line is a sentence, rather than a property or a list entry.
      isGuess: start.key !== undefined || !/^[\p{L}\p{N}*[$]/u.test(start.text.trimStart()),
    }
  })
}

/** Whether a line is a known property, or a list entry in the column of the entries above it. */
const fitsAbove = (line: SourceLine, lines: SourceLine[]): boolean =>
  hasPropertyName(line, lines) ||
  listOpenLevels(lines, lines.indexOf(line)).some(
    ({ kind, column }) => kind === 'dash' && line.dashes[0] === column,
  )

/**
 * Lists how many lines the text may have: it ends before a property or a less indented line, or
 * with the last line.
 */
function listTextLengths(below: SourceLine[], lines: SourceLine[], column: number): number[] {
  const ends = below.flatMap((line, at) => {
    const isShallower = line.kind !== 'blank' && line.indent < column
    return at > 0 && (hasPropertyName(line, lines) || isShallower) ? [at] : []
  })
  return ends.length === 0 ? [below.length] : ends.slice(0, 2)
}

/** Suspects a first list entry without a dash, if the other entries below the key have dashes. */
function findFirstEntryWithoutDash(
  line: SourceLine,
  lines: SourceLine[],
  index: number,
): Suspect[] {
  const above = findCodeLine(lines, index, -1)
  if (!above || !opensBlock(above) || line.indent < above.content) return []
  const isEntry = ({ kind, dashes, indent }: SourceLine) =>
    kind === 'code' && dashes.length > 0 && indent <= line.indent
  const further = listLinesBelow(lines, index, isEntry)
  const next = lines[index + 1 + further.length]
  if (!next || (next.indent !== line.indent && next.indent !== line.indent - 2)) return []
  return [addDash(line, further, next.indent, line.key !== next.key)]
}

/** Suspects a line without a dash in the column of the dashes above it. */
function findEntryWithoutDash(line: SourceLine, lines: SourceLine[], index: number): Suspect[] {
  const levels = listOpenLevels(lines, index).reverse()
  return levels.flatMap(({ column, kind, line: above }) => {
    if (kind !== 'dash' || line.indent < column || line.indent > column + 2) return []
    const isAlike =
      line.key === undefined
        ? above.key === undefined && line.text[line.indent] === above.value[0]
        : line.key === above.key
    const isEnd = (next: SourceLine) =>
      next.kind === 'code' && (next.indent < line.indent || next.dashes.length > 0)
    return isAlike ? [addDash(line, listLinesBelow(lines, index, isEnd), column, false)] : []
  })
}

/**
 * Adds the dash of an entry, and aligns the other properties of the entry, unless they are already
 * indented more.
 * @param further the lines below, up to the next entry
 */
function addDash(
  line: SourceLine,
  further: SourceLine[],
  column: number,
  isGuess: boolean,
): Suspect {
  const own = further.filter(({ kind }) => kind !== 'blank')
  const isAligned = (own[0]?.indent ?? 0) > line.indent
  const by = column + 2 - line.indent
  const edits = [
    spliceLine(line, 0, line.indent, `${' '.repeat(column)}- `),
    ...(isAligned || by === 0 ? [] : shiftLines(own, by)),
  ]
  return { line, mark: [line.content, line.text.length], edits, isGuess }
}

/** Suspects a line that starts with the name of a property and has no colon after it. */
function findMissingColon(line: SourceLine, lines: SourceLine[], index: number): Suspect[] {
  const { key, content, text } = line
  const [matched = '', name, mark = ''] =
    /^([\w-]+|\/[^\s:]*)(\s*[=;]\s*|\s+|$)/.exec(text.slice(content)) ?? []
  if (name === undefined || (key !== undefined && !key.includes(' '))) return []
  const value = text.slice(content + matched.length)
  // A value rarely starts with a lowercase letter, so "all" may be the start of a text.
  const isKnown =
    name.startsWith('/') ||
    pageProperties.has(name) ||
    (propertyNames.has(name) && !/^[a-z]/.test(value)) ||
    lines.some((other) => other !== line && other.key === name && other.content === content) ||
    /^(?:[{[]|[|>][-+]?\s*$)/.test(value)
  const below = findCodeLine(lines, index, 1)
  const hasEntries = below !== undefined && (below.indent > content || below.dashes.length > 0)
  const opens = /^[a-z]/.test(name) && text.trim() === name && hasEntries
  if (!isKnown && !opens && !/[=;]/.test(mark)) return []
  return [
    {
      ...separateValue(line, content + name.length, content + matched.length),
      message: `A colon is missing after "${name}".`,
      mark: [content, content + name.length],
      isGuess: !isKnown,
      addsTextLines: /[|>][-+]?\s*$/.test(text),
    },
  ]
}

/** Finds a text over several lines whose later lines are not indented more than its key. */
function findUnindentedContinuations({ lines, faultLine }: BrokenText): Suspect[] {
  return [lines[faultLine], findCodeLine(lines, faultLine, 1)].flatMap((line): Suspect[] => {
    if (line?.kind !== 'code' || line.key !== undefined || line.dashes.length > 0) return []
    const index = lines.indexOf(line)
    const above = findCodeLine(lines, index, -1)
    if (above?.key === undefined || /^[|>[{]/.test(above.value) || line.indent > above.content)
      return []
    const isEnd = ({ kind, key, dashes }: SourceLine) =>
      kind === 'code' && (key ?? dashes[0]) !== undefined
    const column = above.content + 2
    return [
      {
        line,
        message: `This line continues the text of "${above.key}", so it must be indented more.`,
        fix: `Indent it ${column} spaces.`,
        mark: [line.indent, line.text.length],
        edits: [line, ...listLinesBelow(lines, index, isEnd)].flatMap((each) =>
          shiftLines([each], column - each.indent),
        ),
        isGuess: !above.value.includes(' ') || !line.text.trim().includes(' '),
      },
    ]
  })
}

/** Finds lines whose indentation fits no line above them. */
function findIndentationMistakes({ lines, faultLine, getLineNumber }: BrokenText): Suspect[] {
  return [lines[faultLine], findCodeLine(lines, faultLine, -1), findCodeLine(lines, faultLine, 1)]
    .flatMap((line) =>
      line && /^(?:code|text)$/.test(line.kind) ? listAlignments(lines, line) : [],
    )
    .sort((one, other) => one.rating - other.rating)
    .flatMap(({ line, level, isGuess }) =>
      listMovedLines(lines, line).map((moved) => ({
        line,
        message: describeIndentation(line, level, lines, getLineNumber),
        fix: `Indent it ${level.column} spaces${moved.length > 1 ? ', and move what belongs to it' : ''}.`,
        mark: [0, line.indent],
        edits: shiftLines(moved, level.column - line.indent),
        isGuess,
      })),
    )
}

/**
 * A column to which a line may be moved. The lower the rating, the more likely the column is right.
 */
type Alignment = { line: SourceLine; level: OpenLevel; rating: number; isGuess: boolean }

/** Lists the columns of other lines that a line may belong with. */
function listAlignments(lines: SourceLine[], line: SourceLine): Alignment[] {
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
    .map((level) => ({ level, rating: rateColumn(line, level, lines) }))
  return rated.map(({ level, rating }) => {
    const distance = Math.abs(level.column - line.indent)
    const isRivaled = rated.some((other) => other.level !== level && other.rating <= rating + 0.5)
    const isGuess = isRivaled || distance > 2 || (distance === 2 && !fitsColumn(line, level, lines))
    return { line, level, rating, isGuess }
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
 * Rates a column for a line. The rating is lower, which means more likely, if few spaces are added
 * or deleted, and if the line fits the entries in this column.
 */
function rateColumn(line: SourceLine, level: OpenLevel, lines: SourceLine[]): number {
  const { column, kind, line: sibling } = level
  const distance = Math.abs(column - line.indent)
  // At least two lines below are in this column.
  if (sibling.start > line.start) return distance - 2
  if (kind === 'dash') {
    const isAlike = line.key === sibling.key && (line.key ?? line.value[0] === sibling.value[0])
    return distance - (isAlike ? 1 : 0)
  }
  const routeColumn = findRouteColumn(line, lines)
  if (line.key?.startsWith('/') && routeColumn !== undefined)
    return column === routeColumn ? 0 : distance + 4
  // Of two columns at the same distance, the deeper one is more likely.
  return distance - (fitsColumn(line, level, lines) ? 1 : 0) - (column > line.indent ? 0.25 : 0)
}

/**
 * Whether a line fits a column: another line has the same property in this column, or the line is a
 * property of a page and the column is that of pages' properties.
 */
function fitsColumn(line: SourceLine, { column, kind }: OpenLevel, lines: SourceLine[]): boolean {
  const { key = '' } = line
  const routeColumn = findRouteColumn(line, lines)
  return (
    kind === 'dash' ||
    (key.startsWith('/') && column === routeColumn) ||
    (pageProperties.has(key) && column - 2 === routeColumn) ||
    lines.some((other) => other !== line && other.key === key && other.content === column)
  )
}

const findRouteColumn = (line: SourceLine, lines: SourceLine[]) =>
  lines.find((other) => other !== line && other.key?.startsWith('/'))?.content

function describeIndentation(
  line: SourceLine,
  { column, line: sibling }: OpenLevel,
  lines: SourceLine[],
  getLineNumber: BrokenText['getLineNumber'],
): string {
  const spaces = formatCount(line.indent, 'space')
  const above = findCodeLine(lines, lines.indexOf(line), -1)
  if (above === sibling && opensBlock(sibling) && column > sibling.content)
    return `This line is indented ${spaces}, but belongs below "${sibling.key}".`
  return `This line is indented ${spaces}, but line ${getLineNumber(sibling.start)}, which it seems to belong with, is indented ${column}.`
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
