import { isDeepStrictEqual } from 'node:util'
import { editCsv, isCsv, readCsv } from './edit-csv.ts'
import { parseTree, findNode, tryParseTree } from './yaml/find-node.ts'
import { type JsonValue, type StructureEdit, type Edit, applyToValue } from './yaml-operations.ts'
import { UserError } from '../shared/user-error.ts'
import { addToGroup, groupBy, type Groups } from '../../schema/util/group-by.ts'
import { getAt, isRecord } from '../../schema/util/records.ts'
import type { Path } from '../../schema/problems/location.ts'
import type { Scalar } from 'yaml'
import { tryParseJson } from '../../schema/util/try-parse.ts'
import { getNodeRange, type YamlTree } from '../../schema/source/positions.ts'
import { type Splice, spliceText, findChangedRange } from '../../schema/util/splice-text.ts'
import { refuseEdit } from './text-edits.ts'
import { planEdit } from './yaml/plan-edit.ts'
import { isJson } from './yaml/text-style.ts'
import { toSingleQuoted, toDoubleQuoted } from './yaml/scalar-text.ts'

/**
 * Applies operations one after the other: each path refers to the text after the previous
 * operation.
 * @param file for messages
 * @param maxMs how long it may take, for operations of somebody else than the user
 * @throws UserError if one cannot be carried out exactly; then none is
 */
export function applyOperations(
  file: string,
  before: string,
  operations: Edit[],
  maxMs = Number.POSITIVE_INFINITY,
): string {
  if (isCsv(file)) return editCsv(file, before, operations)
  let text = before
  let root: { value: JsonValue | undefined } | undefined
  const endsAt = performance.now() + maxMs
  const edit = (steps: Edit[]) => {
    // Each parses the file.
    if (performance.now() > endsAt)
      throw new UserError(
        `These ${operations.length} changes of ${file} take longer than ${maxMs / 1000} seconds. Make fewer at once.`,
      )
    text = editYaml(file, text, steps)
    root = undefined
  }
  function* planSteps(own: Edit[]): Generator<Edit[]> {
    for (const group of groupScalars(own)) {
      const isReplaced = ({ path }: Edit) =>
        group.length > 1 &&
        isScalar(getAt((root ??= { value: getValue(file, text, []) }).value, path))
      const kinds = groupBy(group, isReplaced)
      if (kinds.has(true)) yield kinds.get(true)!
      for (const operation of kinds.get(false) ?? [])
        for (const step of splitSet(operation, () => getValue(file, text, operation.path)))
          yield [step]
    }
  }
  for (const entries of groupEntries(operations)) {
    let planned = entries.map(planSteps)
    while (planned.length > 0) {
      const steps = planned.map((each) => each.next())
      planned = planned.filter((_, index) => !steps[index]!.done)
      const next = steps.flatMap(({ value }) => value ?? [])
      if (next.length > 0) edit(next)
    }
  }
  return text
}

/**
 * Groups operations that follow each other and are inside entries, such as a page or a fact, by their
 * entry: what happens inside one moves nothing in another, so that all are edited at once.
 */
function groupEntries(operations: Edit[]): Edit[][][] {
  const runs: Groups<string, Edit>[] = []
  let wasInside: boolean | undefined
  for (const operation of operations) {
    const [section, entry, ...inside] = operation.path
    const isInside = inside.length > 0
    if (isInside !== wasInside) runs.push(new Map())
    addToGroup(runs.at(-1)!, isInside ? `${section}\n${entry}` : '', operation)
    wasInside = isInside
  }
  return runs.map((run) => [...run.values()])
}

/**
 * Joins operations that follow each other and set different scalars. They are replaced together,
 * because each edit alone parses the file.
 */
function groupScalars(operations: Edit[]): Edit[][] {
  const groups: Edit[][] = []
  let paths = new Set<string>()
  for (const operation of operations) {
    const path = JSON.stringify(operation.path)
    const isJoined = operation.kind === 'set' && isScalar(operation.value)
    if (isJoined && paths.size > 0 && !paths.has(path)) groups.at(-1)!.push(operation)
    else {
      groups.push([operation])
      paths = new Set()
    }
    if (isJoined) paths.add(path)
  }
  return groups
}

const isScalar = (value: unknown) => typeof value !== 'object' && value !== undefined

/** The value at a path of a text, as JSON. Undefined if there is none. */
export function getValue(file: string, text: string, path: Path): JsonValue | undefined {
  if (isCsv(file)) return getAt<JsonValue>(readCsv(file, text), path)
  const { document } = parseTree(file, text)
  const node = path.length === 0 ? document.contents : document.getIn(path, true)
  if (node === undefined) return undefined
  return (isNodeLike(node) ? node.toJS(document) : node) as JsonValue
}

/** The value of a text. @returns undefined if the text has a mistake */
export function tryGetValue(file: string, text: string): JsonValue | undefined {
  try {
    return getValue(file, text, [])
  } catch {
    return undefined
  }
}

type NodeLike = { toJS(document: unknown): unknown }
const isNodeLike = (node: unknown): node is NodeLike =>
  typeof (node as Partial<NodeLike> | null)?.toJS === 'function'

/**
 * Replaces a map or list by setting what is different in it, so that the rest of its text stays.
 */
function splitSet(operation: Edit, getCurrent: () => JsonValue | undefined): Edit[] {
  if (operation.kind !== 'set' || !isCollection(operation.value)) return [operation]
  return listDifferences(operation.path, getCurrent(), operation.value) ?? [operation]
}

const isCollection = (value: unknown) => typeof value === 'object' && value !== null

/**
 * The operations that turn a value into another. @returns undefined if the whole value is replaced.
 */
export function listDifferences(
  path: Path,
  before: JsonValue | undefined,
  after: JsonValue,
): StructureEdit[] | undefined {
  if (isDeepStrictEqual(before, after)) return []
  if (Array.isArray(before) && Array.isArray(after)) return splitList(path, before, after)
  if (isRecord(before) && isRecord(after)) return splitMap(path, before, after)
  return undefined
}

const setValue = (path: Path, before: JsonValue | undefined, value: JsonValue): StructureEdit[] =>
  listDifferences(path, before, value) ?? [{ kind: 'set', path, value }]

function splitMap(
  path: Path,
  before: Record<string, JsonValue>,
  after: Record<string, JsonValue>,
): StructureEdit[] | undefined {
  const keys = Object.keys(after)
  if (!Object.keys(before).some((key) => Object.hasOwn(after, key))) return undefined
  return [
    ...Object.keys(before)
      .filter((key) => !Object.hasOwn(after, key))
      .map((key): StructureEdit => ({ kind: 'remove', path: [...path, key] })),
    ...keys.flatMap((key) => setValue([...path, key], before[key], after[key]!)),
  ]
}

/** Keeps the entries at both ends, and sets, removes or inserts those between them. */
function splitList(
  path: Path,
  before: JsonValue[],
  after: JsonValue[],
): StructureEdit[] | undefined {
  if (before.length === 0 || after.length === 0) return undefined
  const { start, end, newEnd } = findChangedRange(before, after, isDeepStrictEqual)
  const common = Math.min(end, newEnd)
  const operations: StructureEdit[] = []
  for (let index = start; index < common; index++)
    operations.push(...setValue([...path, index], before[index], after[index]!))
  for (let index = common; index < newEnd; index++)
    operations.push({ kind: 'insert', path: [...path, index], value: after[index]! })
  for (let index = common; index < end; index++)
    operations.push({ kind: 'remove', path: [...path, common] })
  return operations
}

/**
 * Edits the text of a YAML file, and touches nothing else: comments, order, quotes, indentation and
 * line endings stay. The edited text is parsed again and compared with the intended value.
 * @param file for messages
 * @throws UserError if an operation cannot be carried out exactly
 */
export function editYaml(file: string, text: string, operations: Edit[]): string {
  const tree = parseTree(file, text)
  const splices = operations.flatMap((operation) => planOperation(file, tree, operation))
  const expected = applyToValue(tree.document.toJS(), operations)
  const edited = spliceText(text, splices)
  const after =
    isJson(file) && tryParseJson(edited) === undefined ? undefined : tryParseTree(edited)
  if (!after || JSON.stringify(after.document.toJS()) !== JSON.stringify(expected)) refuseEdit(file)
  return edited
}

function planOperation(file: string, tree: YamlTree, operation: Edit): Splice[] {
  if (operation.kind !== 'rename-key') return planEdit(file, tree, operation)
  const { pair } = findNode(file, tree, operation.path)
  if (!pair) throw new UserError(`${file} has no property ${operation.path.join('.')}.`)
  return [renameKey(pair.key as Scalar, operation.name)]
}

function renameKey(key: Scalar, name: string): Splice {
  const [start, end] = getNodeRange(key)!
  const quoted = {
    QUOTE_SINGLE: toSingleQuoted(name),
    QUOTE_DOUBLE: toDoubleQuoted(name),
  }[String(key.type)]
  return { start, end, text: quoted ?? name }
}
