import { isUtf8 } from 'node:buffer'
import {
  getFirstKey,
  locateInTree,
  createLazyLocator,
  parseYamlTree,
  toPosition,
  getNodeRange,
} from './positions.ts'
import { problemInFile } from '../problems/problem.ts'
import { fastParseYamlBytes } from '../fast/fast-yaml.ts'
import { withFastPath } from '../util/fast-paths.ts'
import {
  describeExpansionError,
  describeSyntaxError,
  findTruncatedTexts,
  findAliasCycle,
  findMergeMarker,
  filterRootErrors,
  maxAliasCount,
  type OffsetLocator,
} from './describe-syntax-errors.ts'
import type { SourceFile } from './types.ts'
import type { Problem } from '../problems/types.ts'

const bytesPerMebibyte = 1024 * 1024
export const maxFileBytes = bytesPerMebibyte

/**
 * Parses one YAML file. Pure; mistakes are returned as problems, never thrown.
 * @param file the name for messages, relative to the site's folder
 * @param limit maximum size in bytes
 */
export function parseFile(file: string, bytes: Uint8Array, limit = maxFileBytes): SourceFile {
  const tooLarge = checkFileSize(file, bytes, limit)
  if (tooLarge)
    return createUnreadableFile(tooLarge, decodeLeniently(bytes.subarray(0, 8 * bytesPerMebibyte)))
  if (!isUtf8(bytes))
    return createUnreadableFile(describeInvalidUtf8(file, bytes), decodeLeniently(bytes))
  return parseYaml(file, stripByteOrderMark(bytes))
}

function parseYamlFast(file: string, bytes: Buffer): SourceFile | undefined {
  const parsed = fastParseYamlBytes(bytes)
  if (!parsed) return undefined
  const { value, entries, text } = parsed
  const entryBytes = (section: string, name: string) => {
    const range = entries.get((value as Record<string, object>)[section]!)?.get(name)
    // Each character of the text is one byte.
    return range && Buffer.from(text.slice(...range), 'latin1')
  }
  return {
    file,
    value,
    problems: [],
    locate: createLazyLocator(() => bytes.toString()),
    possibleNames: new Set(),
    entryBytes,
  }
}

const parseYaml = withFastPath(parseYamlFast, (file: string, bytes: Buffer) =>
  parseYamlReference(file, bytes.toString()),
)

/** Parses any YAML with the `yaml` package and reports its errors. */
export function parseYamlReference(file: string, text: string): SourceFile {
  const tree = parseYamlTree(text)
  if (!tree)
    return createUnreadableFile(
      {
        ...problemInFile(file, 'YAML_SYNTAX', 'This file is nested too deeply.'),
        line: 1,
        column: 1,
        endColumn: 2,
      },
      text,
    )
  const { document } = tree
  const at: OffsetLocator = (start, end) => toPosition(tree, start, end)
  const marker = findMergeMarker(file, text, at) ?? findAliasCycle(file, document, at)
  const problems = marker
    ? [marker]
    : filterRootErrors(document.errors, text).map((error) =>
        describeSyntaxError(file, error, text, document, at),
      )
  // A duplicate key leaves a usable tree, so the rest of the file is still checked. The exception
  // is a block with two types.
  const readable =
    !marker &&
    !problems.some(({ code, found }) => code === 'YAML_SYNTAX' || found === 'a second type')
  let value: unknown
  try {
    if (readable) value = document.toJS({ maxAliasCount })
  } catch (error) {
    const position = at(...(getNodeRange(getFirstKey(document.contents)) ?? [0, 1]))
    problems.push(describeExpansionError(file, error as Error, document, position, at))
  }
  if (value === null)
    problems.push({ ...problemInFile(file, 'EMPTY_FILE', 'This file is empty.'), ...at(0, 1) })
  if (readable) problems.push(...findTruncatedTexts(file, document, text, at))
  return {
    file,
    value,
    problems,
    locate: (path, part, needle) => locateInTree(tree, path, part, needle),
    possibleNames: value === undefined ? listPossibleNames(text) : new Set(),
  }
}

/** Returns a problem if the file is larger than `limit` bytes. */
export function checkFileSize(file: string, bytes: Uint8Array, limit: number): Problem | undefined {
  if (bytes.length <= limit) return undefined
  const details = {
    expected: `at most ${limit / bytesPerMebibyte} MiB`,
    found: `${(bytes.length / bytesPerMebibyte).toFixed(1)} MiB`,
  }
  return {
    ...problemInFile(file, 'FILE_TOO_LARGE', 'This file is too large.', details),
    line: 1,
    column: 1,
    endColumn: 2,
  }
}

/** Creates a source without a value for a file that cannot be read. */
export function createUnreadableFile(problem: Problem, text: string): SourceFile {
  const { line = 1, column = 1, endColumn = 1, excerpt = '' } = problem
  return {
    file: problem.file,
    value: undefined,
    problems: [problem],
    locate: () => ({ line, column, endColumn, excerpt }),
    possibleNames: listPossibleNames(text),
  }
}

const decodeLeniently = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

/** Decodes UTF-8 without its byte order mark. Undefined if the bytes are not valid UTF-8. */
export const decodeUtf8 = (bytes: Uint8Array): string | undefined =>
  isUtf8(bytes) ? stripByteOrderMark(bytes).toString() : undefined

function stripByteOrderMark(bytes: Uint8Array): Buffer {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const start = hasMark ? 3 : 0
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, bytes.byteLength - start)
}

export function describeInvalidUtf8(file: string, bytes: Uint8Array): Problem {
  // The first invalid byte is decoded to U+FFFD, which gives its line and column.
  const text = decodeLeniently(bytes)
  const offset = Math.max(0, text.indexOf('\uFFFD'))
  const before = text.slice(0, offset).split('\n')
  const line = before.length
  const column = (before.at(-1) ?? '').length + 1
  const excerpt = (text.split('\n')[line - 1] ?? '').replace(/\r$/, '')
  const problem = problemInFile(file, 'NOT_UTF8', 'This file is not saved as UTF-8.', {
    expected: 'UTF-8, the encoding of the web',
    found: 'a byte that is not valid in UTF-8, shown as \uFFFD',
  })
  return { ...problem, line, column, endColumn: column + 1, excerpt }
}

const listPossibleNames = (text: string) =>
  new Set(
    [...text.matchAll(/^[ \t]*["']?([a-z/][^\s"':]*)["']?[ \t]*:/gm)].map(([, name]) => name!),
  )
