import { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, type Document } from 'yaml'
import { describeExpansion, describeSyntax, findCutTexts, findCycle, findMergeMarker, listCauses, maxAliasCount, type Locate } from './syntax-problems.ts'
import { problemInFile, type Path, type Problem } from './problem.ts'

/** A position in a file; lines and columns count from 1. */
export type Position = {
  line: number
  column: number
  endColumn: number
  excerpt: string
  /** Where it is not the file that was asked: of a page that is made of a template and a row. */
  file?: string
  made?: MadeOf
}

/** What a page of a set is made of: a place in its template, and its row (of each table). `inRow` when the position is that of a cell. */
export type MadeOf = { route: string; template: FileLine & { column: number }; rows: FileLine[]; inRow: boolean }
export type FileLine = { file: string; line: number }

/** A parsed file: its plain value, and where each part of it stands. */
export type SourceFile = {
  file: string
  value: unknown
  problems: Problem[]
  /** @param needle a part of the text at `path` that is meant, if it can be found there. */
  locate(path: Path, part?: 'key' | 'value', needle?: string): Position
  /** Every name before a colon in a file that could not be read as a whole: what it may define. */
  possibleNames: Set<string>
}

const mebibyte = 1024 * 1024
export const maxFileBytes = mebibyte

/**
 * Parses the bytes of one YAML file. Pure; never throws for what an author can write.
 * @param file the name for messages, relative to the site's folder.
 * @param limit how large it may be, in bytes.
 */
export function parseFile(file: string, bytes: Uint8Array, limit = maxFileBytes): SourceFile {
  const tooLarge = checkSize(file, bytes, limit)
  if (tooLarge) return unreadable(tooLarge, bytes)
  const text = decodeUtf8(bytes)
  if (text === undefined) return unreadable(notUtf8(file, bytes), bytes)
  const lines = new LineCounter()
  const document = parseText(text, lines)
  if (!document) return unreadable({ ...problemInFile(file, 'YAML_SYNTAX', 'The file is nested too deeply.'), line: 1, column: 1, endColumn: 2 }, bytes)
  const at: Locate = (start, end) => positionOf(text, lines, start, end)
  const marker = findMergeMarker(file, text, at) ?? findCycle(file, document, at)
  const problems = marker ? [marker] : listCauses(document.errors, text).map((error) => describeSyntax(file, error, text, document, at))
  // A name given twice still leaves a readable tree, so that the rest of the file is checked too. Two types in one block do not.
  const readable = !marker && !problems.some(({ code, found }) => code === 'YAML_SYNTAX' || found === 'a second type')
  let value: unknown
  try {
    if (readable) value = document.toJS({ maxAliasCount })
  } catch (error) {
    const position = at(...(rangeOfNode(firstKey(document.contents)) ?? [0, 1]))
    problems.push(describeExpansion(file, error as Error, document, position, at))
  }
  if (value === null) problems.push({ ...problemInFile(file, 'EMPTY_FILE', 'The file holds nothing.'), ...at(0, 1) })
  if (readable) problems.push(...findCutTexts(file, document, text, at))
  return {
    file,
    value,
    problems,
    locate: (path, part, needle) => at(...findNeedle(text, rangeOf(document, path, part), needle)),
    possibleNames: value === undefined ? listNames(text) : new Set(),
  }
}

/** The problem of a file that is over `limit` bytes. */
export function checkSize(file: string, bytes: Uint8Array, limit: number): Problem | undefined {
  if (bytes.length <= limit) return undefined
  const details = { expected: `at most ${limit / mebibyte} MiB`, found: `${(bytes.length / mebibyte).toFixed(1)} MiB` }
  return { ...problemInFile(file, 'FILE_TOO_LARGE', 'The file is too large to read.', details), line: 1, column: 1, endColumn: 2 }
}

/** Thousands of brackets within brackets exhaust the stack; undefined then. */
function parseText(text: string, lineCounter: LineCounter): Document | undefined {
  try {
    return parseDocument(text, { lineCounter, prettyErrors: false, version: '1.2', logLevel: 'error' })
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** What stands in for a file that cannot be read. */
export function unreadable(problem: Problem, bytes: Uint8Array): SourceFile {
  const { line = 1, column = 1, endColumn = 1, excerpt = '' } = problem
  return {
    file: problem.file,
    value: undefined,
    problems: [problem],
    locate: () => ({ line, column, endColumn, excerpt }),
    possibleNames: listNames(new TextDecoder().decode(bytes.subarray(0, 8 * maxFileBytes))),
  }
}

/** Undefined when the bytes are no UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

export function notUtf8(file: string, bytes: Uint8Array): Problem {
  // Decoded leniently, the first bad byte becomes U+FFFD, and what precedes it has the right line.
  const text = new TextDecoder('utf-8').decode(bytes)
  const offset = Math.max(0, text.indexOf('\uFFFD'))
  const before = text.slice(0, offset).split('\n')
  const line = before.length
  const column = (before.at(-1) ?? '').length + 1
  const excerpt = (text.split('\n')[line - 1] ?? '').replace(/\r$/, '')
  const problem = problemInFile(file, 'NOT_UTF8', 'The file is not saved as UTF-8.', {
    expected: 'UTF-8, the encoding of the web',
    found: 'a byte of another encoding, shown as \uFFFD',
  })
  return { ...problem, line, column, endColumn: column + 1, excerpt }
}

/** Where an offset of a text stands. */
export function positionOf(text: string, lines: LineCounter, start: number, end: number): Position {
  const { line, col } = lines.linePos(Math.min(start, text.length))
  const lineStart = lines.lineStarts[line - 1] ?? 0
  const lineEnd = text.indexOf('\n', lineStart)
  const excerpt = text.slice(lineStart, lineEnd === -1 ? undefined : lineEnd).replace(/\r$/, '')
  const width = Math.max(1, Math.min(end, lineStart + excerpt.length) - start)
  return { line, column: col, endColumn: col + width, excerpt }
}

/** The range of a node, or of the nearest part that is there when the path leads nowhere. */
function rangeOf(document: Document, path: Path, part: 'key' | 'value' = 'value'): [number, number] {
  let node: unknown = document.contents
  let range: [number, number] = rangeOfNode(node) ?? [0, 1]
  for (const [index, step] of path.entries()) {
    if (isAlias(node)) node = node.resolve(document)
    const pair = isMap(node) ? node.items.find((item) => String(isScalar(item.key) ? item.key.value : item.key) === String(step)) : undefined
    const last = index === path.length - 1
    if (pair) {
      const key = rangeOfNode(pair.key)
      const value = rangeOfNode(pair.value)
      node = pair.value
      // A value that is a whole map or list is shown by its key: a caret under a paragraph says less.
      const collection = isMap(node) || isSeq(node) || value === undefined || value[0] === value[1]
      range = (last && part === 'value' && !collection ? value : key) ?? range
    } else if (isSeq(node)) {
      node = node.items[Number(step)]
      range = rangeOfNode(firstKey(node)) ?? rangeOfNode(node) ?? range
    } else {
      return range
    }
  }
  return range
}

/** The needle's own range, when it stands in the text of the range. */
function findNeedle(text: string, [start, end]: [number, number], needle?: string): [number, number] {
  const found = needle ? text.indexOf(needle, start) : -1
  return found === -1 || found >= end ? [start, end] : [found, found + needle!.length]
}

const listNames = (text: string) =>
  new Set([...text.matchAll(/^[ \t]*["']?([a-z/][^\s"':]*)["']?[ \t]*:/gm)].map(([, name]) => name!))

const firstKey = (node: unknown): unknown => (isMap(node) ? (node.items[0]?.key ?? node) : node)

function rangeOfNode(node: unknown): [number, number] | undefined {
  return isNode(node) && node.range ? [node.range[0], node.range[1]] : undefined
}
