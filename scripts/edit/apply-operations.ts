import { isDeepStrictEqual } from 'node:util'
import { editCsv, isCsv, readCsv } from './edit-csv.ts'
import { editYaml } from './edit-yaml.ts'
import { findChangedRange } from './find-difference.ts'
import { parseTree } from './yaml/find-node.ts'
import type { JsonValue, StructureOperation, ValueOperation } from './yaml-operations.ts'
import { UserError } from '../shared/user-error.ts'
import { getAt, isRecord } from '../../schema/util/records.ts'
import type { Path } from '../../schema/problems/position.ts'

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
  operations: ValueOperation[],
  maxMs = Number.POSITIVE_INFINITY,
): string {
  if (isCsv(file)) return editCsv(file, before, operations)
  let text = before
  const endsAt = performance.now() + maxMs
  const edit = (steps: ValueOperation[]) => {
    // Each parses the file.
    if (performance.now() > endsAt)
      throw new UserError(
        `These ${operations.length} changes of ${file} take longer than ${maxMs / 1000} seconds. Make fewer at once.`,
      )
    text = editYaml(file, text, steps)
  }
  for (const group of groupScalars(operations)) {
    const root = group.length > 1 ? getValue(file, text, []) : undefined
    const isReplaced = ({ path }: ValueOperation) => isScalar(getAt(root, path))
    const replaced = group.filter(isReplaced)
    if (replaced.length > 0) edit(replaced)
    for (const operation of group.filter((each) => !isReplaced(each)))
      for (const step of splitSet(operation, () => getValue(file, text, operation.path)))
        edit([step])
  }
  return text
}

/**
 * Joins operations that follow each other and set different scalars. They are replaced together,
 * because each edit alone parses the file.
 */
function groupScalars(operations: ValueOperation[]): ValueOperation[][] {
  const groups: ValueOperation[][] = []
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
function splitSet(
  operation: ValueOperation,
  getCurrent: () => JsonValue | undefined,
): ValueOperation[] {
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
): StructureOperation[] | undefined {
  if (isDeepStrictEqual(before, after)) return []
  if (Array.isArray(before) && Array.isArray(after)) return splitList(path, before, after)
  if (isRecord(before) && isRecord(after)) return splitMap(path, before, after)
  return undefined
}

const setValue = (
  path: Path,
  before: JsonValue | undefined,
  value: JsonValue,
): StructureOperation[] => listDifferences(path, before, value) ?? [{ kind: 'set', path, value }]

function splitMap(
  path: Path,
  before: Record<string, JsonValue>,
  after: Record<string, JsonValue>,
): StructureOperation[] | undefined {
  const keys = Object.keys(after)
  if (!Object.keys(before).some((key) => Object.hasOwn(after, key))) return undefined
  return [
    ...Object.keys(before)
      .filter((key) => !Object.hasOwn(after, key))
      .map((key): StructureOperation => ({ kind: 'remove', path: [...path, key] })),
    ...keys.flatMap((key) => setValue([...path, key], before[key], after[key]!)),
  ]
}

/** Keeps the entries at both ends, and sets, removes or inserts those between them. */
function splitList(
  path: Path,
  before: JsonValue[],
  after: JsonValue[],
): StructureOperation[] | undefined {
  if (before.length === 0 || after.length === 0) return undefined
  const { start, end, newEnd } = findChangedRange(before, after, isDeepStrictEqual)
  const common = Math.min(end, newEnd)
  const operations: StructureOperation[] = []
  for (let index = start; index < common; index++)
    operations.push(...setValue([...path, index], before[index], after[index]!))
  for (let index = common; index < newEnd; index++)
    operations.push({ kind: 'insert', path: [...path, index], value: after[index]! })
  for (let index = common; index < end; index++)
    operations.push({ kind: 'remove', path: [...path, common] })
  return operations
}
