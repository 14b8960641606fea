import { getNodeRange } from '../../../schema/source/positions.ts'
import type { Splice } from '../../../schema/util/splice-text.ts'
import { UserError } from '../../shared/user-error.ts'
import type { Collection } from './find-node.ts'
import { getColumn, listEntries, type EntryRange } from './list-entries.ts'
import type { EditedText } from './text-style.ts'

/** Inserts the text of an entry into brackets. */
export function planFlowInsertion(
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
export function planFlowMove(
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
export function moveIndex(count: number, from: number, to: number): number[] {
  const order = Array.from({ length: count }, (_, index) => index)
  order.splice(to, 0, ...order.splice(from, 1))
  return order
}

export function planFlowRemoval(
  edited: EditedText,
  collection: Collection,
  index: number,
): Splice[] {
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
      `${file}:${tree.lines.linePos(start).line} has a comment in brackets, or unusual syntax, so it is not edited here. Nothing was written.`,
    )
  return entries
}
