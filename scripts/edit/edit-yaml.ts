import type { Scalar } from 'yaml'
import { tryParseJson } from '../../schema/util/try-parse.ts'
import { getNodeRange, type YamlTree } from '../../schema/source/positions.ts'
import { type Splice, spliceText } from '../../schema/util/splice-text.ts'
import { UserError } from '../shared/user-error.ts'
import { refuseEdit } from './text-edits.ts'
import { findNode, parseTree, tryParseTree } from './yaml/find-node.ts'
import { planEdit } from './yaml/plan-edit.ts'
import { isJson } from './yaml/text-style.ts'
import { applyToValue, type ValueOperation } from './yaml-operations.ts'

/**
 * Edits the text of a YAML file, and touches nothing else: comments, order, quotes, indentation and
 * line endings stay. The edited text is parsed again and compared with the intended value.
 * @param file for messages
 * @throws UserError if an operation cannot be carried out exactly
 */
export function editYaml(file: string, text: string, operations: ValueOperation[]): string {
  const tree = parseTree(file, text)
  const splices = operations.flatMap((operation) => planOperation(file, tree, operation))
  const expected = applyToValue(tree.document.toJS(), operations)
  const edited = spliceText(text, splices)
  const after =
    isJson(file) && tryParseJson(edited) === undefined ? undefined : tryParseTree(edited)
  if (!after || JSON.stringify(after.document.toJS()) !== JSON.stringify(expected)) refuseEdit(file)
  return edited
}

function planOperation(file: string, tree: YamlTree, operation: ValueOperation): Splice[] {
  if (operation.kind !== 'rename-key') return planEdit(file, tree, operation)
  const { pair } = findNode(file, tree, operation.path)
  if (!pair) throw new UserError(`${file} has no property ${operation.path.join('.')}.`)
  return [renameKey(pair.key as Scalar, operation.name)]
}

function renameKey(key: Scalar, name: string): Splice {
  const [start, end] = getNodeRange(key)!
  const quoted = {
    QUOTE_SINGLE: `'${name.replaceAll("'", "''")}'`,
    QUOTE_DOUBLE: JSON.stringify(name),
  }[String(key.type)]
  return { start, end, text: quoted ?? name }
}
