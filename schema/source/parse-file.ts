import {
  getFirstKey,
  locateInTree,
  createLazyLocator,
  parseYamlTree,
  toPosition,
  getNodeRange,
  type YamlTree,
} from './positions.ts'
import { problemInFile } from '../problems/problem.ts'
import { fastParseYamlBytes } from '../fast/fast-yaml.ts'
import { withFastPath } from '../util/fast-paths.ts'
import { dropRepeatedKeys } from './syntax/repeated-keys.ts'
import { findTruncatedTexts } from './syntax/truncated-texts.ts'
import { createReport } from './syntax/report.ts'
import { reportExpansionError, findSyntaxProblems, maxAliasCount } from './syntax/yaml-problems.ts'
import { decodeLeniently, reportEncoding, isUtf8Text, stripByteOrderMark } from './text/encoding.ts'
import { findControlCharacters, findControlEscapes } from './text/control-characters.ts'
import { reportDeepNesting, findDeepValue, locateDeepestLine } from './text/nesting.ts'
import type { OffsetLocator } from './position-types.ts'
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
  if (!isUtf8Text(bytes))
    return createUnreadableFile(reportEncoding(file, bytes), decodeLeniently(bytes))
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
  try {
    const tree = parseYamlTree(text)
    if (tree) return readYamlTree(file, tree)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return createUnreadableFile(reportDeepNesting(file, locateDeepestLine(text)), text)
}

/** @throws {RangeError} if nesting exhausts the stack */
function readYamlTree(file: string, tree: YamlTree): SourceFile {
  const { text, document } = tree
  const at: OffsetLocator = (start, end) => toPosition(tree, start, end)
  const report = createReport(file, tree)
  const { problems, isReadable } = findSyntaxProblems(tree, report)
  const hasRepetitions = dropRepeatedKeys(document)
  let value: unknown
  try {
    if (isReadable) value = document.toJS({ maxAliasCount })
  } catch (error) {
    if (error instanceof RangeError) throw error
    const range = getNodeRange(getFirstKey(document.contents)) ?? [0, 1]
    problems.push(reportExpansionError(error as Error, range, report))
  }
  const deepValue = findDeepValue(value)
  if (deepValue) {
    problems.push(reportDeepNesting(file, locateInTree(tree, deepValue)))
    value = undefined
  }
  if (value === null)
    problems.push({ ...problemInFile(file, 'EMPTY_FILE', 'This file is empty.'), ...at(0, 1) })
  if (isReadable) problems.push(...findTruncatedTexts(text, document, report))
  problems.push(...findControlCharacters(file, text, at))
  if (!deepValue) problems.push(...findControlEscapes(file, document, text, at))
  return {
    file,
    value,
    problems,
    locate: (path, part, needle) => locateInTree(tree, path, part, needle),
    possibleNames: value === undefined || hasRepetitions ? listPossibleNames(text) : new Set(),
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

/** Lists the keys of a text, and the addresses in its lists, which may be aliases of pages. */
const listPossibleNames = (text: string) =>
  new Set(
    [
      ...text.matchAll(/^[ \t]*["']?([a-z/][^\s"':]*)["']?[ \t]*:/gm),
      ...text.matchAll(/^[ \t]*-[ \t]+["']?(\/[^\s"':,]*)["']?[ \t]*$/gm),
      ...[...text.matchAll(/^[ \t]*aliases[ \t]*:(.*)$/gm)].flatMap(([, list]) => [
        ...list!.matchAll(/(\/[^\s"',\]]*)/g),
      ]),
    ].map(([, name]) => name!),
  )
