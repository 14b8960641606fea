/** Changes to the value of a YAML file. The studio's page applies them, too, so this stays pure. */
import type { Path } from '../../schema/problems/location.ts'
import { getAt, isRecord } from '../../schema/util/records.ts'

/**
 * A change to the value of a YAML file, from which both the edited text and the value that it must
 * have follow.
 *
 * - *set* replaces the value at `path`, or adds the property to its map, in front of the property
 *   `before` if there is one.
 * - *insert* adds an entry to a list at the index that ends `path`.
 * - *move* moves an entry of a list to another index, counted without it.
 * - *remove* removes a property or an entry.
 * - *rename-key* gives the last key of `path` another name.
 */
export type Edit = StructureEdit | { kind: 'rename-key'; path: Path; name: string }

/** An operation on a value of a file. */
export type FileEdit = { file: string } & Edit

export type StructureEdit =
  | { kind: 'set'; path: Path; value: JsonValue; before?: string }
  | { kind: 'insert'; path: Path; value: JsonValue }
  | { kind: 'move'; path: Path; to: number }
  | { kind: 'remove'; path: Path }

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | JsonValue[]
  | { [key: string]: JsonValue }

/**
 * Applies operations whose paths are all those of the given value.
 * @returns a new value, which shares what has not changed
 */
export function applyToValue<T>(value: T, operations: Edit[]): T {
  const isRename = ({ kind }: Edit) => kind === 'rename-key'
  const renames = operations.filter(isRename).sort((a, b) => b.path.length - a.path.length)
  return [...operations.filter((each) => !isRename(each)), ...renames].reduce<unknown>(
    applyOperation,
    value,
  ) as T
}

function applyOperation(root: unknown, operation: Edit): unknown {
  const { path } = operation
  const owner = path.slice(0, -1)
  const last = path.at(-1)!
  const [key, index] = [String(last), Number(last)]
  switch (operation.kind) {
    case 'set':
      return path.length === 0
        ? operation.value
        : updateAt(root, owner, (parent) =>
            Array.isArray(parent)
              ? parent.toSpliced(index, 1, operation.value)
              : setProperty(parent, key, operation.value, operation.before),
          )
    case 'insert':
      return updateList(root, owner, (list) => list.toSpliced(index, 0, operation.value))
    case 'move':
      return updateList(root, owner, (list) =>
        list.toSpliced(index, 1).toSpliced(operation.to, 0, list[index]),
      )
    case 'remove':
      if (Array.isArray(getAt(root, owner)))
        return updateList(root, owner, (list) => list.toSpliced(index, 1))
      return mapEntries(root, owner, (entry) => (entry[0] === key ? [] : [entry]))
    case 'rename-key':
      return mapEntries(root, owner, ([name, each]) => [
        [name === key ? operation.name : name, each],
      ])
  }
}

/** Returns a copy with another value at a path. Maps that are missing on the way are added. */
function updateAt(
  node: unknown,
  [step, ...rest]: Path,
  change: (node: unknown) => unknown,
): unknown {
  if (step === undefined) return change(node)
  const inner = updateAt(getAt(node, [step]), rest, change)
  return Array.isArray(node)
    ? node.toSpliced(Number(step), 1, inner)
    : { ...(isRecord(node) && node), [step]: inner }
}

const updateList = (root: unknown, path: Path, change: (list: unknown[]) => unknown[]): unknown =>
  Array.isArray(getAt(root, path))
    ? updateAt(root, path, (list) => change(list as unknown[]))
    : root

type Entry = [key: string, value: unknown]

const mapEntries = (root: unknown, path: Path, map: (entry: Entry) => Entry[]): unknown =>
  isRecord(getAt(root, path))
    ? updateAt(root, path, (node) =>
        Object.fromEntries(Object.entries(node as object).flatMap(map)),
      )
    : root

/** @param before the property in front of which a new one is added; by default, it is the last */
function setProperty(map: unknown, key: string, value: unknown, before?: string) {
  const entries = Object.entries(isRecord(map) ? map : {})
  const known = entries.findIndex(([name]) => name === key)
  const next = entries.findIndex(([name]) => name === before)
  if (known >= 0) return Object.fromEntries(entries.toSpliced(known, 1, [key, value]))
  return Object.fromEntries(entries.toSpliced(next < 0 ? entries.length : next, 0, [key, value]))
}

/**
 * Adds entries at the end of a list.
 * @param length of the list; 0 if it is not there yet
 * @param before see `set`
 */
export function appendValues(
  path: Path,
  length: number,
  values: JsonValue[],
  before?: string,
): StructureEdit[] {
  if (length === 0 && values.length > 0) return [{ kind: 'set', path, value: values, before }]
  return values.map((value, index) => ({ kind: 'insert', path: [...path, length + index], value }))
}

/**
 * Sets a value, with the maps that are missing or left out on the way to it.
 * @param root the value of the file
 */
export function nestValue(root: unknown, path: Path, value: JsonValue): StructureEdit {
  let depth = path.length - 1
  while (depth > 0 && getAt(root, path.slice(0, depth)) == null) depth--
  const nested = path
    .slice(depth + 1)
    .reduceRight<JsonValue>((inner, step) => ({ [step]: inner }), value)
  return { kind: 'set', path: path.slice(0, depth + 1), value: nested }
}
