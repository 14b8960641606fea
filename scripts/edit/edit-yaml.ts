import {
  isPair,
  isSeq,
  Document,
  visit,
  type Node,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { getNodeRange, type YamlTree } from '../../schema/source/positions.ts'
import type { Path } from '../../schema/source/position-types.ts'
import { spliceText } from '../../schema/util/splice-text.ts'
import { UserError } from '../shared/user-error.ts'
import type { TextEdit } from './text-edits.ts'
import { findNode, findPair, parseTree, tryParseTree } from './yaml/find-node.ts'
import { planEdit } from './yaml/plan-edit.ts'
import {
  applyToValue,
  isStructureOperation,
  type YamlOperation,
  type YamlValue,
} from './yaml-operations.ts'

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
  const after = tryParseTree(spliceText(text, edits))
  if (!after || JSON.stringify(after.document.toJS()) !== JSON.stringify(expected))
    throw new UserError(
      `${file} cannot be edited without changing more than intended. Nothing was written.`,
    )
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
  if (isStructureOperation(operation))
    return planEdit(file, tree, operation).map((splice) => ({ file, ...splice }))
  const { node, pair } = findNode(file, tree, operation.path)
  const { text } = tree
  switch (operation.kind) {
    case 'rename-key':
      if (!pair) throw new UserError(`${file} has no property ${operation.path.join('.')}.`)
      return [renameKey(file, pair.key as Scalar, operation.name)]
    case 'replace': {
      const [start, end] = getNodeRange(node) ?? [0, 0]
      const matches = text.slice(start, end).matchAll(operation.pattern)
      return [...matches].map(({ index, 0: { length } }) => ({
        file,
        start: start + index,
        end: start + index + length,
        text: operation.replacement,
      }))
    }
    case 'insert-key': {
      const map = node as YAMLMap
      const after = findPair(map, operation.after)!
      const line = `${operation.key}: ${formatFlowValue(operation.value)}`
      return [insertAfter(file, text, map, after.key, after.value ?? after.key, line)]
    }
    case 'append': {
      const list = node as YAMLSeq<Node>
      const value = formatFlowValue(operation.value)
      const last = list.items.at(-1)
      if (!last) return [insertText(file, getNodeRange(list)![0] + 1, value)]
      return [insertAfter(file, text, list, list, last, list.flow ? value : `- ${value}`)]
    }
  }
}

function renameKey(file: string, key: Scalar, name: string): TextEdit {
  const [start, end] = getNodeRange(key)!
  const quoted = {
    QUOTE_SINGLE: `'${name.replaceAll("'", "''")}'`,
    QUOTE_DOUBLE: JSON.stringify(name),
  }[String(key.type)]
  return { file, start, end, text: quoted ?? name }
}

const insertText = (file: string, offset: number, text: string): TextEdit => ({
  file,
  start: offset,
  end: offset,
  text,
})

/**
 * Inserts an entry of a map or list after another: after a comma in flow style, otherwise on its
 * own line.
 * @param first what begins in the column of the new line
 * @param last the end of the entry before
 */
function insertAfter(
  file: string,
  text: string,
  collection: YAMLMap | YAMLSeq,
  first: Node,
  last: Node,
  entry: string,
): TextEdit {
  const [, end] = getNodeRange(last)!
  if (collection.flow) return insertText(file, end, `, ${entry}`)
  const [start] = getNodeRange(first)!
  const indent = ' '.repeat(start - (text.lastIndexOf('\n', start - 1) + 1))
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n'
  // The range of a block scalar includes its last line break.
  if (text[end - 1] === '\n') return insertText(file, end, `${indent}${entry}${lineBreak}`)
  const lineEnd = /\r?\n|$/.exec(text.slice(end))!
  return insertText(file, end + lineEnd.index, `${lineBreak}${indent}${entry}`)
}

/** Formats a value in one line, quoted where flow style requires it. */
function formatFlowValue(value: YamlValue): string {
  const document = new Document(Array.isArray(value) ? value : [value])
  ;(document.contents as YAMLSeq).flow = true
  const list = document.toString({ flowCollectionPadding: false, singleQuote: true, lineWidth: 0 })
  return Array.isArray(value) ? list.trimEnd() : list.trimEnd().slice(1, -1)
}
