import type { Path } from '../../schema/source/position-types.ts'
import { getAt, isRecord } from '../../schema/util/records.ts'

/**
 * A change to the value of a YAML file, from which both the edited text and the value that it must
 * have follow.
 *
 * - *rename-key* gives the last key of `path` another name.
 * - *replace* replaces every match of a pattern in the scalar at `path`. The pattern must match the
 *   same parts of the value and of its source.
 * - *insert-key* adds a property to the map at `path`, after the property `after`.
 * - *append* adds an entry to the list at `path`.
 * - *set*, *insert*, *move* and *remove* change the structure; see `StructureOperation`.
 */
export type YamlOperation =
  | StructureOperation
  | KeyRename
  | { kind: 'replace'; path: Path; pattern: RegExp; replacement: string }
  | { kind: 'insert-key'; path: Path; key: string; value: YamlValue; after: string }
  | { kind: 'append'; path: Path; value: string }

export type KeyRename = { kind: 'rename-key'; path: Path; name: string }

export type YamlValue = string | string[]

/**
 * A change of the structure of a file.
 *
 * - *set* replaces the value at `path`, or adds the property to its map, in front of the property
 *   `before` if there is one.
 * - *insert* adds an entry to a list at the index that ends `path`.
 * - *move* moves an entry of a list to another index, counted without it.
 * - *remove* removes a property or an entry.
 */
export type StructureOperation =
  | { kind: 'set'; path: Path; value: JsonValue; before?: string }
  | { kind: 'insert'; path: Path; value: JsonValue }
  | { kind: 'move'; path: Path; to: number }
  | { kind: 'remove'; path: Path }

export const isStructureOperation = (operation: YamlOperation): operation is StructureOperation =>
  ['set', 'insert', 'move', 'remove'].includes(operation.kind)

/** A JSON value. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | JsonValue[]
  | { [key: string]: JsonValue }

type Collection = Record<string | number, unknown>

/** Applies operations to a parsed value. @returns a new value; the given one is unchanged */
export function applyToValue(value: unknown, operations: YamlOperation[]): unknown {
  const root: Collection = { value: structuredClone(value) }
  // Keys are renamed last, since the paths of all operations are those of the original file.
  const isRename = ({ kind }: YamlOperation) => kind === 'rename-key'
  for (const operation of operations.filter((each) => !isRename(each)))
    applyOperation(root, operation)
  const deepestFirst = operations.filter(isRename).sort((a, b) => b.path.length - a.path.length)
  for (const operation of deepestFirst) applyOperation(root, operation)
  return root.value
}

function applyOperation(root: Collection, operation: YamlOperation): void {
  const path = ['value', ...operation.path]
  const last = path.at(-1)!
  const parent = getAt(root, path.slice(0, -1)) as Collection
  const node = parent?.[last]
  switch (operation.kind) {
    case 'replace':
      if (typeof node === 'string')
        parent[last] = node.replaceAll(operation.pattern, () => operation.replacement)
      return
    case 'append':
      if (Array.isArray(node)) node.push(operation.value)
      return
    case 'insert-key':
      if (isRecord(node))
        reorderKeys(node, (entry) =>
          entry[0] === operation.after ? [entry, [operation.key, operation.value]] : [entry],
        )
      return
    case 'set':
    case 'insert':
    case 'move':
    case 'remove':
      changeStructure(parent, operation)
      return
    case 'rename-key':
      if (isRecord(parent))
        reorderKeys(parent, ([key, value]) => [[key === last ? operation.name : key, value]])
  }
}

function changeStructure(parent: Collection, operation: StructureOperation): void {
  const last = operation.path.at(-1)!
  if (operation.kind === 'set') {
    const isNew = isRecord(parent) && !Object.hasOwn(parent, last)
    parent[last] = structuredClone(operation.value)
    if (isNew && operation.before !== undefined) moveKey(parent, String(last), operation.before)
    return
  }
  if (operation.kind === 'remove' && !Array.isArray(parent)) {
    delete parent[last]
    return
  }
  if (!Array.isArray(parent)) return
  const index = Number(last)
  if (operation.kind === 'insert') parent.splice(index, 0, structuredClone(operation.value))
  else if (operation.kind === 'remove') parent.splice(index, 1)
  else parent.splice(operation.to, 0, ...parent.splice(index, 1))
}

/** Moves the last property in front of another. */
function moveKey(node: Record<string, unknown>, key: string, before: string): void {
  const value = node[key]
  reorderKeys(node, (entry) =>
    entry[0] === key ? [] : entry[0] === before ? [[key, value], entry] : [entry],
  )
  if (!Object.hasOwn(node, key)) node[key] = value
}

type Entry = [key: string, value: unknown]

/** Changes the entries of an object in place, because YAML aliases may share it. */
function reorderKeys(node: Record<string, unknown>, map: (entry: Entry) => Entry[]): void {
  const entries = Object.entries(node).flatMap(map)
  for (const key of Object.keys(node)) delete node[key]
  Object.assign(node, Object.fromEntries(entries))
}
