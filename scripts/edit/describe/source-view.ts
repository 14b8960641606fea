import { localizeCommands } from '../../launch/commands.mjs'
import { isMap, isSeq, isScalar } from 'yaml'
import { parseYamlReference } from '../../../schema/source/parse-file.ts'
import { getNodeRange, type YamlTree } from '../../../schema/source/positions.ts'
import { findCsvPath, isCsv, tryParseTable } from '../edit-csv.ts'
import { findChild, tryParseTree } from '../yaml/find-node.ts'
import type { Path } from '../../../schema/problems/location.ts'

/**
 * `GET source?address=`: the text of a file with the edits, and where the value is in it. The
 * deepest value of the path that is written counts. `GET source-place?file=&line=&column=` answers
 * `{ address? }`, the other way round.
 */
export type SourceView = {
  file: string
  text: string
  /** Why the file cannot be read. */
  problems: SourceProblem[]
  /** In UTF-16 code units. */
  start?: number
  end?: number
}

/** A mistake that keeps a file from being read. Line and column begin with 1. */
export type SourceProblem = { line: number; column: number; message: string; fix: string }

/**
 * Shows a value in the text of its file.
 * @param path the path of the value. If it is not written, the value that would contain it is
 *   shown.
 */
export function describeSource(file: string, text: string, path: Path): SourceView {
  const tree = tryParseTree(text)
  if (!tree) return { file, text, problems: listSyntaxProblems(file, text) }
  let node: unknown = tree.document.contents
  let range: readonly number[] | undefined
  for (const step of path) {
    const { pair, child } = findChild(node, step)
    node = child
    const own = getNodeRange(node)
    if (!own) break
    range = [getNodeRange(pair?.key)?.[0] ?? own[0], own[1]]
  }
  return {
    file,
    text,
    problems: [],
    ...(range && { start: range[0]!, end: range[1]! }),
  }
}

/** The value or property at a line and column of a file; both begin with 1. */
export function findValueAt(
  file: string,
  text: string,
  line: number,
  column: number,
): Path | undefined {
  if (isCsv(file)) return tryParseTable(file, text) && findCsvPath(file, text, line, column)
  const tree = tryParseTree(text)
  return tree && findPathAt(tree, line, column)
}

/** Finds the value that somebody points at. After the end of a line is the value that ends there. */
export function findPointedValue(
  file: string,
  text: string,
  line: number,
  column: number,
): Path | undefined {
  const { length } = (text.split('\n')[line - 1] ?? '').trimEnd()
  return findValueAt(file, text, line, Math.max(1, Math.min(column, length)))
}

/** Finds the value at an offset of the text. */
export function findValueAtOffset(file: string, text: string, offset: number): Path | undefined {
  const before = text.slice(0, offset).split('\n')
  return findValueAt(file, text, before.length, before.at(-1)!.length + 1)
}

/** Mistakes that keep a file from being read, in the words of `npm run check`. */
export const listSyntaxProblems = (file: string, text: string): SourceProblem[] =>
  parseYamlReference(file, text)
    .problems.filter(({ severity }) => severity === 'error')
    .map(({ line = 1, column = 1, message, fix }) => ({
      line,
      column,
      message,
      fix: localizeCommands(fix),
    }))

/** The path of the deepest value at a line and column, or of the property whose key is there. */
function findPathAt({ document, lines, text }: YamlTree, line: number, column: number) {
  const start = lines.lineStarts[line - 1]
  if (start === undefined) return undefined
  const offset = Math.min(start + column - 1, text.length)
  const path: Path = []
  let node: unknown = document.contents
  const contains = (child: unknown) => {
    const range = getNodeRange(child)
    return range !== undefined && range[0] <= offset && offset < range[1]
  }
  for (;;) {
    if (isMap(node)) {
      const found = node.items.find(({ key, value }) => contains(key) || contains(value))
      if (!found || !isScalar(found.key)) return path
      path.push(String(found.key.value))
      if (contains(found.key)) return path
      node = found.value
    } else if (isSeq(node)) {
      const index = node.items.findIndex(contains)
      if (index < 0) return path
      path.push(index)
      node = node.items[index]
    } else return path
  }
}
