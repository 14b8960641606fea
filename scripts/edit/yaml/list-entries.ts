import { isCollection, isSeq, type Node, type Pair } from 'yaml'
import { getNodeRange } from '../../../schema/source/positions.ts'
import type { Collection } from './find-node.ts'

/**
 * An entry of a map or list, as it is in the text.
 * @property start where its key, dash or value begins
 * @property end after its value, without a comment
 * @property outerStart in block style, where the comments directly above it begin
 * @property outerEnd in block style, the end of its last line, comments of its own included
 */
export type EntryRange = {
  node: Node | null
  start: number
  end: number
  outerStart: number
  outerEnd: number
}

/** @returns undefined if the entries are written in an unusual way, such as with `? key`. */
export function listEntries(text: string, collection: Collection): EntryRange[] | undefined {
  const entries: EntryRange[] = []
  let done = getNodeRange(collection)![0]
  for (const item of collection.items) {
    const found = findEntryRange(text, collection, item as Node | Pair<Node, Node | null>, done)
    if (!found) return undefined
    const { node, start, end } = found
    const isOuter = !collection.flow
    const column = getColumn(text, start)
    const first = entries.length === 0
    const outerStart =
      isOuter && !(first && !isSeq(collection))
        ? findCommentsAbove(text, start, column, first ? 0 : done)
        : start
    entries.push({ node, start, end, outerStart, outerEnd: end })
    done = isOuter ? findLineEnd(text, end) : end
    entries.at(-1)!.outerEnd = done
  }
  if (collection.flow) return entries
  for (const [index, entry] of entries.entries()) {
    const limit = entries[index + 1]?.outerStart ?? text.length
    entry.outerEnd = absorbComments(text, entry, limit)
  }
  return entries
}

function findEntryRange(
  text: string,
  collection: Collection,
  item: Node | Pair<Node, Node | null>,
  done: number,
): Pick<EntryRange, 'node' | 'start' | 'end'> | undefined {
  if (isSeq(collection)) {
    const node = item as Node
    const [from, to] = getNodeRange(node) ?? [-1, -1]
    if (collection.flow) return from < 0 ? undefined : { node, start: from, end: to }
    const column = getColumn(text, getNodeRange(collection)![0])
    const start = findDash(text, done, column)
    return start < 0 ? undefined : { node, start, end: getContentEnd(text, node) ?? start + 1 }
  }
  const { key, value } = item as Pair<Node, Node | null>
  const [start, keyEnd] = getNodeRange(key) ?? [-1, -1]
  if (start < 0 || start === keyEnd) return undefined
  const colon = getColonEnd(text, key)
  if (colon === undefined) return collection.flow ? { node: value, start, end: keyEnd } : undefined
  return { node: value, start, end: getContentEnd(text, value) ?? colon }
}

/** @returns the offset after the colon of a key; undefined if no colon follows it */
export function getColonEnd(text: string, key: Node): number | undefined {
  const end = getNodeRange(key)![1]
  const found = /^[ \t]*:/.exec(text.slice(end, end + 100))
  return found ? end + found[0].length : undefined
}

/** @returns undefined for a value that is not written, as in `key:`. */
function getContentEnd(text: string, node: Node | null): number | undefined {
  const [start, end] = getNodeRange(node) ?? [0, 0]
  if (start === end) return undefined
  if (isCollection(node) && !node.flow) {
    const last = listEntries(text, node as Collection)?.at(-1)
    return last?.end
  }
  // A block scalar includes its last line break.
  return text[end - 1] === '\n' ? end - (text[end - 2] === '\r' ? 2 : 1) : end
}

export const getColumn = (text: string, offset: number) =>
  offset - (text.lastIndexOf('\n', offset - 1) + 1)

/** The end of a line without its line break. */
export function findLineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset)
  if (end < 0) return text.length
  return text[end - 1] === '\r' && end > offset ? end - 1 : end
}

/** The next dash in a column, at or after an offset. Only comments are between entries. */
function findDash(text: string, from: number, column: number): number {
  for (let line = text.lastIndexOf('\n', from - 1) + 1; line >= 0 && line < text.length; ) {
    const at = line + column
    if (at >= from && text[at] === '-' && /^[ \t\r\n]?$/.test(text[at + 1] ?? '')) {
      const before = text.slice(line, at)
      if (line < from || /^ *$/.test(before)) return at
    }
    line = text.indexOf('\n', line) + 1 || -1
  }
  return -1
}

/** Comments in the same column directly above an entry belong to it. */
function findCommentsAbove(text: string, start: number, column: number, after: number): number {
  let line = start - column
  if (!/^ *$/.test(text.slice(line, start))) return start
  let found = start
  while (line > after) {
    const above = text.lastIndexOf('\n', line - 2) + 1
    if (above < after || text.slice(above, line).search(/\S/) !== column) break
    if (text[above + column] !== '#') break
    found = above + column
    line = above
  }
  return found
}

/** Comments below an entry that are indented further belong to it. */
function absorbComments(text: string, { start, outerEnd }: EntryRange, limit: number): number {
  const column = getColumn(text, start)
  let end = outerEnd
  for (let line = text.indexOf('\n', outerEnd) + 1; line > 0 && line < limit; ) {
    const lineEnd = findLineEnd(text, line)
    const content = text.slice(line, lineEnd)
    const indent = content.search(/\S/)
    if (indent >= 0 && (indent <= column || content[indent] !== '#')) break
    if (indent >= 0) end = lineEnd
    line = text.indexOf('\n', lineEnd) + 1
  }
  return end
}
