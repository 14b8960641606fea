import { isPair, isSeq, visit, type Scalar } from 'yaml'
import { tryParseJson } from '../../schema/util/try-parse.ts'
import { getNodeRange, type YamlTree } from '../../schema/source/positions.ts'
import type { Path } from '../../schema/problems/position.ts'
import { spliceText } from '../../schema/util/splice-text.ts'
import { UserError } from '../shared/user-error.ts'
import { refuseEdit, type TextEdit } from './text-edits.ts'
import { findNode, parseTree, tryParseTree } from './yaml/find-node.ts'
import { planEdit } from './yaml/plan-edit.ts'
import { isJson } from './yaml/text-style.ts'
import { applyToValue, type YamlOperation } from './yaml-operations.ts'

/**
 * Translates operations on the value of a YAML file to edits of its text that touch nothing else:
 * comments, order, quotes, indentation and line endings stay. The edited text is parsed again and
 * compared with the intended value.
 * @param file for messages
 * @throws UserError if an operation cannot be carried out exactly
 */
export function editYaml(file: string, text: string, operations: YamlOperation[]): TextEdit[] {
  const tree = parseTree(file, text)
  const edits = operations.flatMap((operation) => planOperation(file, tree, operation))
  const expected = applyToValue(tree.document.toJS(), operations)
  const edited = spliceText(text, edits)
  const after =
    isJson(file) && tryParseJson(edited) === undefined ? undefined : tryParseTree(edited)
  if (!after || JSON.stringify(after.document.toJS()) !== JSON.stringify(expected)) refuseEdit(file)
  return edits
}

/** Finds the path of the scalar that begins at an offset. */
export function findScalarPath(file: string, text: string, offset: number): Path | undefined {
  const { document } = parseTree(file, text)
  let found: Path | undefined
  visit(document, {
    Scalar(key, node, ancestors) {
      if (key === 'key' || node.range?.[0] !== offset) return undefined
      const nodes = [...ancestors, node]
      found = nodes.flatMap((child, index): Path => {
        const parent = nodes[index - 1]
        if (isPair(child)) return [String((child.key as Scalar).value)]
        return isSeq(parent) ? [parent.items.indexOf(child)] : []
      })
      return visit.BREAK
    },
  })
  return found
}

function planOperation(file: string, tree: YamlTree, operation: YamlOperation): TextEdit[] {
  if (operation.kind !== 'rename-key' && operation.kind !== 'replace')
    return planEdit(file, tree, operation).map((splice) => ({ file, ...splice }))
  const { node, pair } = findNode(file, tree, operation.path)
  if (operation.kind === 'rename-key') {
    if (!pair) throw new UserError(`${file} has no property ${operation.path.join('.')}.`)
    return [renameKey(file, pair.key as Scalar, operation.name)]
  }
  const [start, end] = getNodeRange(node) ?? [0, 0]
  const matches = tree.text.slice(start, end).matchAll(operation.pattern)
  return [...matches].map(({ index, 0: { length } }) => ({
    file,
    start: start + index,
    end: start + index + length,
    text: operation.replacement,
  }))
}

function renameKey(file: string, key: Scalar, name: string): TextEdit {
  const [start, end] = getNodeRange(key)!
  const quoted = {
    QUOTE_SINGLE: `'${name.replaceAll("'", "''")}'`,
    QUOTE_DOUBLE: JSON.stringify(name),
  }[String(key.type)]
  return { file, start, end, text: quoted ?? name }
}
