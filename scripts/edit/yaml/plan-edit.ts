import { isCollection, isMap, isSeq, type Node, type YAMLMap, type YAMLSeq } from 'yaml'
import { getNodeRange, type YamlTree } from '../../../schema/source/positions.ts'
import { type Splice, findDifference } from '../../../schema/util/splice-text.ts'
import { UserError } from '../../shared/user-error.ts'
import type { JsonValue, StructureEdit } from '../yaml-operations.ts'
import { assertPlain, findNode, findPair, isInFlow, type Collection } from './find-node.ts'
import { formatEntry, formatFlow, formatFlowPair, formatProperty } from './format-value.ts'
import {
  findLineEnd,
  getColonEnd,
  getColumn,
  listEntries,
  type EntryRange,
} from './list-entries.ts'
import { isScalarValue, replaceScalar } from './scalar-text.ts'
import { detectStyle, type EditedText } from './text-style.ts'
import { formatFileLine } from '../../../schema/problems/location.ts'

/**
 * Plans an edit of the structure of a file, in the style of the text around it.
 * @throws UserError if it cannot be made by replacing a range
 */
export function planEdit(file: string, tree: YamlTree, operation: StructureEdit): Splice[] {
  const isFact = operation.path[0] === 'facts'
  const style = { ...detectStyle(file, tree.document, tree.text), isFact }
  const edited = { file, tree, style }
  const path = operation.path.slice(0, -1)
  const step = operation.path.at(-1)
  if (step === undefined) throw new UserError(`${file} cannot be replaced as a whole.`)
  const { node: collection } = findNode(file, tree, path)
  if (operation.kind === 'insert') return planEntryInsertion(edited, operation)
  if (isMap(collection) && !findPair(collection, step)) {
    if (operation.kind !== 'set') throw new UserError(`${file} has no ${path.join('.')}.${step}.`)
    return planProperty(edited, collection, String(step), operation.value, operation.before)
  }
  const found = findNode(file, tree, operation.path)
  assertPlain(file, tree, found.node)
  const parent = found.parent!
  const index = isMap(parent) ? parent.items.indexOf(found.pair!) : Number(step)
  switch (operation.kind) {
    case 'set':
      return planReplacement(edited, operation.path, parent, index, operation.value)
    case 'move':
      if (!isSeq(parent)) throw new UserError(`Only entries of lists can be moved.`)
      return planEntryMove(edited, parent, index, operation.to)
    case 'remove':
      return planEntryRemoval(edited, path, parent, index)
  }
}

/** @throws UserError for unusual syntax, such as `? key` */
function getEntries(edited: EditedText, collection: Collection) {
  const entries = listEntries(edited.tree.text, collection)
  if (!entries)
    throw new UserError(
      `${edited.file} has a map that is written in an unusual way. Edit it there.`,
    )
  return entries
}

function planReplacement(
  edited: EditedText,
  path: (string | number)[],
  parent: Collection,
  index: number,
  value: JsonValue,
): Splice[] {
  const { tree, style } = edited
  const { text } = tree
  const entry = getEntries(edited, parent)[index]!
  const { node } = entry
  const range = getNodeRange(node)
  const isFlow = parent.flow === true || isInFlow(tree.document, path)
  const column = getColumn(text, entry.start)
  const isItem = isSeq(parent)
  const rest = text.slice(entry.end, findLineEnd(text, entry.end)).trim()
  const isWritten = range !== undefined && range[0] < range[1]
  const valueStart = isItem
    ? isFlow
      ? entry.start
      : entry.start + 1
    : (getColonEnd(text, (parent as YAMLMap<Node>).items[index]!.key) ?? entry.end)
  if (isWritten && isScalarValue(value) && !isCollection(node)) {
    const indent = column + (isItem ? 2 : style.indent)
    // A comment that follows would become part of a block scalar.
    const isInline = isFlow || (String(value).includes('\n') && rest !== '')
    const written = replaceScalar(text, node!, value, { isFlow: isInline, indent }, style)
    const change = findDifference(text.slice(...range), written)
    return [{ ...change, start: range[0] + change.start, end: range[0] + change.end }]
  }
  if (isWritten && isFlow)
    return [{ start: range[0], end: range[1], text: formatFlow(value, style) }]
  if (isFlow) return [{ start: valueStart, end: entry.end, text: ` ${formatFlow(value, style)}` }]
  const wasFlow = isCollection(node) && node.flow === true && !isEmpty(node)
  const prefix = isItem ? '-' : text.slice(entry.start, valueStart)
  // A comment that follows would end up on another line.
  const comment = findBlockComment(text.slice(valueStart, entry.end))
  const isFlowValue = wasFlow || rest !== '' || comment !== '' || undefined
  const written = formatEntry(prefix, value, column, style, isFlowValue).slice(prefix.length)
  const isBlock = isCollection(node) && !node.flow && !isItem
  // The comment after the key.
  const header = isBlock ? text.slice(valueStart, findLineEnd(text, valueStart)).trimEnd() : comment
  const isBelow = written.startsWith(style.lineBreak)
  return [
    { start: valueStart, end: entry.end, text: isBelow ? header + written : written + header },
  ]
}

/** The comment in the first line of a block scalar. */
const findBlockComment = (source: string) => /^ *[|>][-+0-9]*( +#[^\r\n]*)/.exec(source)?.[1] ?? ''

const isEmpty = (collection: { items: unknown[] }) => collection.items.length === 0

/** Adds a property in front of another, or as the last one. */
function planProperty(
  edited: EditedText,
  map: YAMLMap,
  key: string,
  value: JsonValue,
  before?: string,
): Splice[] {
  const next = before === undefined ? undefined : findPair(map, before)
  const index = next ? map.items.indexOf(next) : map.items.length
  if (map.flow)
    return planFlowInsertion(
      edited,
      map as Collection,
      index,
      formatFlowPair(key, value, edited.style),
    )
  return planBlockInsertion(edited, map as Collection, index, (column) =>
    formatProperty(key, value, column, edited.style),
  )
}

function planEntryInsertion(
  edited: EditedText,
  { path, value }: StructureEdit & { kind: 'insert' },
): Splice[] {
  const { file, tree, style } = edited
  const { node, pair, parent } = findNode(file, tree, path.slice(0, -1))
  const index = Number(path.at(-1))
  if (!isSeq(node) || !(index >= 0 && index <= node.items.length))
    throw new UserError(`${file} has no list ${path.slice(0, -1).join('.')} with ${index} entries.`)
  const sequence = node as YAMLSeq<Node>
  const isNested = isInFlow(tree.document, path.slice(0, -1))
  if (isEmpty(sequence) && !isNested && pair && parent && !isScalarValue(value))
    return planReplacement(
      edited,
      path.slice(0, -1),
      parent,
      (parent as YAMLMap).items.indexOf(pair),
      [value],
    )
  if (sequence.flow) return planFlowInsertion(edited, sequence, index, formatFlow(value, style))
  const siblings = sequence.items.filter(isCollection)
  const flowSiblings = siblings.filter(({ flow }) => flow).length
  const isFlow = siblings.length > 0 ? flowSiblings * 2 > siblings.length : undefined
  return planBlockInsertion(edited, sequence, index, (column) =>
    formatEntry('-', value, column, style, isFlow),
  )
}

/** Separates a new entry by an empty line if its neighbors are separated in this way. */
function planBlockInsertion(
  edited: EditedText,
  collection: Collection,
  index: number,
  format: (column: number) => string,
): Splice[] {
  const { text } = edited.tree
  const { lineBreak } = edited.style
  const entries = getEntries(edited, collection)
  const column = getColumn(text, entries[0]!.start)
  const [before, after] = index > 0 ? [index - 1, index] : [0, 1]
  const gap =
    entries[after] === undefined && before > 0
      ? text.slice(entries[before - 1]!.outerEnd, entries[before]!.outerStart)
      : entries[after] === undefined
        ? ''
        : text.slice(entries[before]!.outerEnd, entries[after].outerStart)
  const separator = /\n[ \t]*\r?\n/.test(gap) ? lineBreak + lineBreak : lineBreak
  const indent = ' '.repeat(column)
  if (index === 0) {
    const { outerStart } = entries[0]!
    return [{ start: outerStart, end: outerStart, text: `${format(column)}${separator}${indent}` }]
  }
  const { outerEnd } = entries[index - 1]!
  return [{ start: outerEnd, end: outerEnd, text: `${separator}${indent}${format(column)}` }]
}

/** Permutes whole entries. What is between them stays. */
function planEntryMove(edited: EditedText, sequence: YAMLSeq, from: number, to: number): Splice[] {
  const count = sequence.items.length
  if (!(to >= 0 && to < count))
    throw new UserError(`The list has ${count} entries, so none can be moved to ${to}.`)
  if (from === to) return []
  if (sequence.flow) return planFlowMove(edited, sequence as Collection, from, to)
  const { text } = edited.tree
  const entries = getEntries(edited, sequence as Collection)
  const texts = entries.map(({ outerStart, outerEnd }) => text.slice(outerStart, outerEnd))
  const order = moveIndex(count, from, to)
  return entries.flatMap(({ outerStart, outerEnd }, index) =>
    order[index] === index
      ? []
      : [{ start: outerStart, end: outerEnd, text: texts[order[index]!]! }],
  )
}

function planEntryRemoval(
  edited: EditedText,
  path: (string | number)[],
  parent: Collection,
  index: number,
): Splice[] {
  if (parent.flow) return planFlowRemoval(edited, parent, index)
  const { text } = edited.tree
  const entries = getEntries(edited, parent)
  const entry = entries[index]!
  if (entries.length === 1) return planEmptying(edited, path, isSeq(parent))
  const [previous, next] = [entries[index - 1], entries[index + 1]]
  const isBlank = (start: number, end: number) => /^\s*$/.test(text.slice(start, end))
  if (previous && isBlank(previous.outerEnd, entry.outerStart))
    return [{ start: previous.outerEnd, end: entry.outerEnd, text: '' }]
  if (previous) {
    const lineStart = entry.outerStart - getColumn(text, entry.outerStart)
    const lineEnd = text.indexOf('\n', entry.outerEnd) + 1 || text.length
    return [{ start: lineStart, end: lineEnd, text: '' }]
  }
  const following = text.slice(entry.outerEnd, next!.outerStart)
  const end = entry.outerEnd + (following.search(/\S/) + 1 || following.length + 1) - 1
  return [{ start: entry.outerStart, end, text: '' }]
}

/** Replaces a collection with one entry by an empty one. */
function planEmptying(edited: EditedText, path: (string | number)[], isList: boolean): Splice[] {
  const { file, tree } = edited
  const { pair, parent } = findNode(file, tree, path)
  if (!parent) throw new UserError(`${file} must not become empty.`)
  const index = pair ? (parent as YAMLMap).items.indexOf(pair) : Number(path.at(-1))
  const entry = getEntries(edited, parent)[index]!
  const start = pair ? getColonEnd(tree.text, pair.key)! : entry.start + 1
  return [{ start, end: entry.end, text: isList ? ' []' : ' {}' }]
}

/** Inserts the text of an entry into brackets. */
function planFlowInsertion(
  edited: EditedText,
  collection: Collection,
  index: number,
  written: string,
): Splice[] {
  const { tree, style } = edited
  const { text } = tree
  const entries = listFlowEntries(edited, collection)
  const [start, end] = getNodeRange(collection)!
  if (entries.length === 0) {
    const padding = text[start] === '{' ? style.padding : ''
    return [{ start: start + 1, end: end - 1, text: `${padding}${written}${padding}` }]
  }
  const next = entries[index]
  const separator = isOnOwnLine(text, entries.at(-1)!)
    ? `,${style.lineBreak}${' '.repeat(getColumn(text, entries.at(-1)!.start))}`
    : ', '
  if (next) return [{ start: next.start, end: next.start, text: `${written}${separator}` }]
  const last = entries.at(-1)!
  const comma = /^\s*,/.exec(text.slice(last.end, end))
  if (!comma) return [{ start: last.end, end: last.end, text: `${separator}${written}` }]
  const afterComma = last.end + comma[0].length
  return [{ start: afterComma, end: afterComma, text: `${separator.slice(1)}${written},` }]
}

/** Exchanges the texts of entries. Commas, spaces and line breaks stay. */
function planFlowMove(
  edited: EditedText,
  collection: Collection,
  from: number,
  to: number,
): Splice[] {
  const entries = listFlowEntries(edited, collection)
  const texts = entries.map(({ start, end }) => edited.tree.text.slice(start, end))
  const order = moveIndex(entries.length, from, to)
  return entries.flatMap(({ start, end }, index) =>
    order[index] === index ? [] : [{ start, end, text: texts[order[index]!]! }],
  )
}

/** @returns for each position, the index of the entry that moves there. */
function moveIndex(count: number, from: number, to: number): number[] {
  const order = Array.from({ length: count }, (_, index) => index)
  order.splice(to, 0, ...order.splice(from, 1))
  return order
}

function planFlowRemoval(edited: EditedText, collection: Collection, index: number): Splice[] {
  const entries = listFlowEntries(edited, collection)
  const [entry, previous, next] = [entries[index]!, entries[index - 1], entries[index + 1]]
  if (next) return [{ start: entry.start, end: next.start, text: '' }]
  if (previous) return [{ start: previous.end, end: entry.end, text: '' }]
  const [start, end] = getNodeRange(collection)!
  return [{ start: start + 1, end: end - 1, text: '' }]
}

const isOnOwnLine = (text: string, { start }: EntryRange) =>
  /^[ \t]*$/.test(text.slice(start - getColumn(text, start), start))

/** Comments in brackets would not move along with what they are about. */
function listFlowEntries({ file, tree }: EditedText, collection: Collection): EntryRange[] {
  const { text } = tree
  const [start, end] = getNodeRange(collection)!
  const entries = listEntries(text, collection)
  const ends = [start + 1, ...(entries ?? []).map((entry) => entry.end)]
  const starts = [...(entries ?? []).map((entry) => entry.start), end - 1]
  const hasComment = starts.some((each, index) => text.slice(ends[index], each).includes('#'))
  if (!entries || hasComment)
    throw new UserError(
      `${formatFileLine({ file, ...tree.lines.linePos(start) })} has a comment in brackets, or unusual syntax, so it is not edited here. Nothing was written.`,
    )
  return entries
}
