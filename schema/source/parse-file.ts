import type { LineCounter } from 'yaml'
import {
  countLines,
  getFirstKey,
  locateInTree,
  createLazyLocator,
  parseYamlTree,
  toPosition,
  getNodeRange,
  type YamlTree,
} from './positions.ts'
import { problemInFile, type Problem, type ParsedFile } from '../problems/problem.ts'
import { fastParseYaml } from './fast-yaml.ts'
import { withFastPath } from '../util/with-fast-path.ts'
import { dropRepeatedKeys } from './syntax/repeated-keys.ts'
import { findTruncatedTexts } from './syntax/truncated-texts.ts'
import { createReport } from './syntax/report.ts'
import { reportExpansionError, findSyntaxProblems, maxAliasCount } from './syntax/yaml-problems.ts'
import { decodeLeniently, reportEncoding, isUtf8Text, stripByteOrderMark } from './text/encoding.ts'
import { findControlCharacters, findControlEscapes } from './text/control-characters.ts'
import { reportDeepNesting, findDeepValue, locateDeepestLine } from './text/nesting.ts'
import type { OffsetLocator, SourceFile } from '../problems/location.ts'
import { shortHash } from '../util/short-hash.ts'
import { describeSourceState, readSourceBytes } from './text/source-bytes.ts'

const bytesPerMebibyte = 1024 * 1024
export const maxFileBytes = bytesPerMebibyte

/**
 * Parses one YAML file. Pure; mistakes are returned as problems, never thrown.
 * @param file the name for messages, relative to the site's folder
 * @param limit maximum size in bytes
 */
export function parseFile(file: string, bytes: Uint8Array, limit = maxFileBytes): ParsedFile {
  const tooLarge = checkFileSize(file, bytes, limit)
  if (tooLarge)
    return createUnreadableFile(tooLarge, decodeLeniently(bytes.subarray(0, 8 * bytesPerMebibyte)))
  if (!isUtf8Text(bytes))
    return createUnreadableFile(reportEncoding(file, bytes), decodeLeniently(bytes))
  return parseYaml(file, stripByteOrderMark(bytes))
}

function parseYamlFast(file: string, bytes: Buffer): ParsedFile | undefined {
  const parsed = fastParseYaml(bytes)
  if (!parsed) return undefined
  const { value, entries, text } = parsed
  const findRange = (section: string, name: string) =>
    entries.get((value as Record<string, object>)[section]!)?.get(name)
  // Each character of the text is one byte.
  const decode = ([start, end]: [number, number]) => Buffer.from(text.slice(start, end), 'latin1')
  let lines: LineCounter | undefined
  return {
    file,
    value,
    problems: [],
    locate: createLazyLocator(
      () => bytes.toString(),
      (section, name) => {
        const range = findRange(section, name)
        if (!range) return undefined
        const { line, col } = (lines ??= countLines(text)).linePos(range[0])
        return {
          // Without the indentation of the next entry.
          text: decode(range).toString().replace(/ +$/, ''),
          linesBefore: line - 1,
          indentation: text.slice(range[0] - col + 1, range[0]),
        }
      },
    ),
    possibleNames: [],
    entryBytes(section, name) {
      const range = findRange(section, name)
      return range && decode(range)
    },
  }
}

const parseYaml = withFastPath(parseYamlFast, (file: string, bytes: Buffer) =>
  parseYamlReference(file, bytes.toString()),
)

/** Parses any YAML with the `yaml` package and reports its errors. */
export function parseYamlReference(file: string, text: string): ParsedFile {
  try {
    const tree = parseYamlTree(text)
    if (tree) return readYamlTree(file, tree)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return createUnreadableFile(reportDeepNesting(file, locateDeepestLine(text)), text)
}

/** @throws {RangeError} if nesting exhausts the stack */
function readYamlTree(file: string, tree: YamlTree): ParsedFile {
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
    possibleNames: value === undefined || hasRepetitions ? listPossibleNames(text) : [],
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
export function createUnreadableFile(problem: Problem, text: string): ParsedFile {
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
function listPossibleNames(text: string): string[] {
  const found = [
    ...text.matchAll(/^[ \t]*["']?([a-z/][^\s"':]*)["']?[ \t]*:/gm),
    ...text.matchAll(/^[ \t]*-[ \t]+["']?(\/[^\s"':,]*)["']?[ \t]*$/gm),
    ...[...text.matchAll(/^[ \t]*aliases[ \t]*:(.*)$/gm)].flatMap(([, list]) => [
      ...list!.matchAll(/(\/[^\s"',\]]*)/g),
    ]),
  ]
  return [...new Set(found.map(([, name]) => name!))]
}

/** Enough for all files of a site of ordinary size. Of a large one, not all stay in memory. */
const maxParsedBytes = 4_000_000

/** A file as it was when it was read. @property hash of its bytes */
export type OpenedFile = { bytes: Buffer; hash: string; source: ParsedFile }

/** The files that were parsed last, by name and content. The newest is at the end. */
const parsedFiles = new Map<string, OpenedFile>()
let parsedBytes = 0

const toKey = (file: string, hash: string) => `${file}\n${hash}`

/**
 * Parses a file, or returns the result if the same text was parsed before: a file is validated,
 * made into pages, and searched for the lines of its problems.
 * @param file the name for messages, relative to the site's folder
 */
function parseBytes(file: string, bytes: Buffer): OpenedFile {
  const hash = shortHash(bytes)
  const known = findParsedFile(file, hash)
  if (known) return known
  const parsed = { bytes, hash, source: parseFile(file, bytes) }
  parsedFiles.set(toKey(file, hash), parsed)
  parsedBytes += bytes.length
  for (const [oldest, { bytes: old }] of parsedFiles) {
    if (parsedBytes <= maxParsedBytes) break
    parsedFiles.delete(oldest)
    parsedBytes -= old.length
  }
  return parsed
}

/** Finds a version of a file that this process has parsed lately. */
export function findParsedFile(file: string, hash: string): OpenedFile | undefined {
  const key = toKey(file, hash)
  const known = parsedFiles.get(key)
  if (known) {
    parsedFiles.delete(key)
    parsedFiles.set(key, known)
  }
  return known
}

/** The files that were opened last, and what they were like then. */
const opened = new Map<string, { state: object | string; hash: string }>()

/**
 * Reads and parses a file, unless it is as it was when it was read last.
 * @param path the real path, without symbolic links
 * @param file the name for messages, relative to the site's folder
 * @throws NodeJS.ErrnoException
 */
export function openFile(path: string, file: string): OpenedFile {
  const state = describeSourceState(path)
  const last = opened.get(path)
  const known = last && last.state === state ? findParsedFile(file, last.hash) : undefined
  if (known) return known
  const parsed = parseBytes(file, readSourceBytes(path))
  // A file that may change unnoticed is read again.
  if (state === undefined) opened.delete(path)
  else opened.set(path, { state, hash: parsed.hash })
  return parsed
}

/** Reads and parses a file as it is now. See `openFile`. */
export const openSource = (path: string, file: string): ParsedFile => openFile(path, file).source

/** Creates a source that is parsed only when one of its positions is needed. */
export const createLazySource = (path: string, file: string): SourceFile => ({
  file,
  locate: (...args) => openSource(path, file).locate(...args),
})
