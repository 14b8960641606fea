import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type Document,
  type Pair,
  type Scalar,
  type ScalarTag,
  type YAMLMap,
} from 'yaml'
import type { NodeRange } from './fast-yaml.ts'
import { findNameOffsets } from '../problems/correction.ts'
import type { Path, Position } from '../problems/location.ts'

/** A text with the offsets of its lines. */
type IndexedText = { text: string; lines: LineCounter }

/** A file parsed by the `yaml` package, with the range of every node. */
export type YamlTree = IndexedText & { document: Document }

/** A part of a text. @property indentation what is before it on its first line */
type TextPart = { text: string; linesBefore: number; indentation: string }

/**
 * Creates a locator for a text that `fastParseYaml` accepts. It is parsed with ranges on first use,
 * since most files have no problems.
 * @param findEntry returns the text of an entry of a section, such as a page. To locate something in
 * it, the rest of the file is not parsed again.
 */
export function createLazyLocator(
  read: () => string,
  findEntry: (section: string, name: string) => TextPart | undefined,
): (...place: PlaceInTree) => Position {
  let text: string | undefined
  return (path, part, needle) => {
    const [section, name, ...rest] = path.map(String)
    const entry = name === undefined ? undefined : findEntry(section!, name)
    if (!entry) return locateInText((text ??= read()), path, part, needle)
    const found = locateInText(entry.text, [name!, ...rest], part, needle)
    const line = found.line + entry.linesBefore
    if (found.line > 1) return { ...found, line }
    const { length } = entry.indentation
    return {
      line,
      column: found.column + length,
      endColumn: found.endColumn + length,
      excerpt: entry.indentation + found.excerpt,
    }
  }
}

/** The texts that were parsed last: each edit starts from the result of the one before. */
const recent = new Map<string, YamlTree>()
/** Of all of them. A report about facts goes from page to page, and back. */
const maxCharacters = 500_000
let characters = 0

/** Parses a text with the `yaml` package, unless that was done a short time ago. */
export function parseRecent(text: string): YamlTree | undefined {
  const known = recent.get(text)
  const tree = known ?? parseYamlTree(text)
  if (!tree) return undefined
  if (known) recent.delete(text)
  else characters += text.length
  recent.set(text, tree)
  for (const oldest of recent.keys()) {
    if (characters <= maxCharacters || oldest === text) break
    recent.delete(oldest)
    characters -= oldest.length
  }
  return tree
}

/** @param source accepted by `fastParseYaml`, and so not nested too deeply */
const locateInText = (source: string, ...place: PlaceInTree): Position =>
  locateInTree(parseRecent(source)!, ...place)

/** Indexes where the lines of a text begin. */
export function countLines(text: string): LineCounter {
  const lines = new LineCounter()
  for (let start = 0; start >= 0; start = text.indexOf('\n', start) + 1 || -1)
    lines.addNewLine(start)
  return lines
}

/** Locates the value or key at a path, or its nearest existing ancestor. */
export const locateInTree = (tree: YamlTree, ...[path, part, needle]: PlaceInTree): Position =>
  toPosition(tree, ...findNeedle(tree.text, findNodeRange(tree.document, path, part), needle))

type PlaceInTree = [path: Path, part?: 'key' | 'value', needle?: string]

/** Composes the characters of a text, so that é is the same name in every file. */
function composeText(node: Scalar): void {
  if (typeof node.value === 'string') node.value = node.value.normalize()
}

const isSameKey = (one: unknown, other: unknown): boolean =>
  one === other ||
  (isScalar(one) &&
    isScalar(other) &&
    String(one.value).normalize() === String(other.value).normalize())

/** A phone number as phones write it, +14325550142, is text without quotes, too. */
const phoneNumberTag: ScalarTag = {
  tag: 'tag:yaml.org,2002:str',
  default: true,
  test: /^\+[1-9]\d{6,14}$/,
  resolve: (text) => text,
}

/** Parses with the `yaml` package. Undefined if nesting is so deep that it exhausts the stack. */
export function parseYamlTree(text: string): YamlTree | undefined {
  const lines = new LineCounter()
  const isComposed = text === text.normalize() && !text.includes('\\u')
  const { stackTraceLimit } = Error
  // A damaged file may have an error for each character, and nobody reads their stacks.
  Error.stackTraceLimit = 0
  try {
    const document = parseDocument(text, {
      lineCounter: lines,
      prettyErrors: false,
      version: '1.2',
      merge: true,
      logLevel: 'error',
      customTags: (tags) => [phoneNumberTag, ...tags],
      ...(!isComposed && { uniqueKeys: isSameKey }),
    })
    if (!isComposed) visit(document, { Scalar: (_, node) => composeText(node) })
    // The parser reports some exceptions of its own as errors of the document.
    const isExhausted = document.errors.some(({ message }) => /call stack/.test(message))
    return isExhausted ? undefined : { text, document, lines }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** Converts a range of offsets to a position, whose excerpt is the whole first line. */
export function toPosition({ text, lines }: IndexedText, start: number, end: number): Position {
  const { line, col } = lines.linePos(Math.min(start, text.length))
  const lineStart = lines.lineStarts[line - 1] ?? 0
  const lineEnd = text.indexOf('\n', lineStart)
  const excerpt = text.slice(lineStart, lineEnd === -1 ? undefined : lineEnd).replace(/\r$/, '')
  const width = Math.max(1, Math.min(end, lineStart + excerpt.length) - start)
  return { line, column: col, endColumn: col + width, excerpt }
}

/** Finds the range of the node at `path`, or of its nearest existing ancestor. */
function findNodeRange(document: Document, path: Path, part: 'key' | 'value' = 'value'): NodeRange {
  let node: unknown = document.contents
  let range: NodeRange = getNodeRange(node) ?? [0, 1]
  for (const [index, step] of path.entries()) {
    if (isAlias(node)) node = node.resolve(document)
    const pair = isMap(node) ? findPair(document, node, String(step)) : undefined
    const last = index === path.length - 1
    if (pair) {
      const key = getNodeRange(pair.key)
      const value = getNodeRange(pair.value)
      node = pair.value
      // Point at the key of a map or list rather than at its first line.
      const collection = isMap(node) || isSeq(node) || value === undefined || value[0] === value[1]
      range = (last && part === 'value' && !collection ? value : key) ?? range
    } else if (isSeq(node)) {
      node = node.items[Number(step)]
      range = getNodeRange(getFirstKey(node)) ?? getNodeRange(node) ?? range
    } else {
      return range
    }
  }
  return range
}

/** Whether an entry of a map is `<<: *anchor`. The parser replaces its key by a symbol. */
export const isMergePair = ({ key }: Pair): boolean =>
  isScalar(key) && typeof key.value === 'symbol'

/** Finds an entry of a map by its key: its own, or one that it takes over with `<<: *anchor`. */
function findPair(document: Document, map: YAMLMap, name: string): Pair | undefined {
  const getName = ({ key }: Pair) => String(isScalar(key) ? (key.value ?? '') : key)
  const own = map.items.find((pair) => getName(pair) === name)
  if (own) return own
  const merged = map.items
    .filter(isMergePair)
    .flatMap(({ value }) => (isSeq(value) ? value.items : [value]))
    .map((node) => (isAlias(node) ? node.resolve(document) : node))
  for (const node of merged) {
    const found = isMap(node) ? findPair(document, node, name) : undefined
    if (found) return found
  }
  return undefined
}

/**
 * Narrows a range to the needle, if the range contains it. Prefers a needle that is not part of a
 * longer name.
 */
function findNeedle(text: string, [start, end]: NodeRange, needle?: string): NodeRange {
  if (!needle) return [start, end]
  const found = text.slice(start, end + needle.length - 1).indexOf(needle)
  if (found === -1) return [start, end]
  const [best = found] = findNameOffsets(text.slice(start, end), needle)
  return [start + best, start + best + needle.length]
}

/** Returns the first key of a map, to point at; any other node, or an empty map, unchanged. */
export const getFirstKey = (node: unknown): unknown =>
  isMap(node) ? (node.items[0]?.key ?? node) : node

/** Returns the offsets of a node of the `yaml` package, without trailing space and comments. */
export function getNodeRange(node: unknown): NodeRange | undefined {
  return isNode(node) && node.range ? [node.range[0], node.range[1]] : undefined
}
