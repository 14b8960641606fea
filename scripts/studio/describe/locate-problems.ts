import { isMap, isScalar, isSeq } from 'yaml'
import { getNodeRange, type YamlTree } from '../../../schema/source/positions.ts'
import type { Problem } from '../../../schema/problems/types.ts'
import { tryParseTree } from '../../edit/yaml/find-node.ts'
import { listCorrected } from './problem-list.ts'
import type { Path } from '../../../schema/source/position-types.ts'
import type { StudioProblem } from '../protocol.ts'

/**
 * Finds what problems are about.
 * @param texts of the files, by name; a file that is missing here has no paths
 */
export function locateProblems(problems: Problem[], texts: Map<string, string>): StudioProblem[] {
  return problems.map((problem) => {
    const { code, severity, message, fix, expected, suggestion, file, line, column } = problem
    const text = texts.get(file) ?? ''
    const tree = line === undefined ? undefined : tryParseTree(text)
    const path = problem.pendingLocation?.path ?? (tree && findPathAt(tree, line!, column ?? 1))
    const corrected = listCorrected(problem, text)
    const route = problem.setOrigin?.route ?? (path?.[0] === 'pages' ? path[1] : undefined)
    return {
      code,
      severity,
      message,
      fix,
      ...(expected !== undefined && { expected }),
      ...(suggestion !== undefined && { suggestion }),
      file,
      ...(line !== undefined && { line }),
      ...(column !== undefined && { column }),
      ...(corrected && { corrected }),
      ...(path && { address: { file, path } }),
      ...(typeof route === 'string' && { route }),
    }
  })
}

/** The path of the deepest value at a line and column, or of the property whose key is there. */
export function findPathAt({ document, lines, text }: YamlTree, line: number, column: number) {
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
