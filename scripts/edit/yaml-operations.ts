import type { Path } from '../../schema/source/position-types.ts'
import { isRecord } from '../../schema/util/records.ts'

/**
 * A change to the value of a YAML file, from which both the edited text and the value that it must
 * have follow.
 *
 * - *rename-key* gives the last key of `path` another name.
 * - *replace* replaces every match of a pattern in the scalar at `path`. The pattern must match the
 *   same parts of the value and of its source.
 * - *insert-key* adds a property to the map at `path`, behind the property `after`.
 * - *append* adds an entry to the list at `path`.
 */
export type YamlOperation =
  | { kind: 'rename-key'; path: Path; name: string }
  | { kind: 'replace'; path: Path; pattern: RegExp; replacement: string }
  | { kind: 'insert-key'; path: Path; key: string; value: YamlValue; after: string }
  | { kind: 'append'; path: Path; value: string }

export type YamlValue = string | string[]

type Collection = Record<string | number, unknown>

/** Applies operations to a parsed value. @returns a new value; the given one is unchanged */
export function applyToValue(value: unknown, operations: YamlOperation[]): unknown {
  const root: Collection = { value: structuredClone(value) }
  // Keys are renamed last, since the paths of all operations are those of the original file.
  const isRename = ({ kind }: YamlOperation) => kind === 'rename-key'
  for (const operation of operations.filter((each) => !isRename(each))) applyOne(root, operation)
  const deepestFirst = operations.filter(isRename).sort((a, b) => b.path.length - a.path.length)
  for (const operation of deepestFirst) applyOne(root, operation)
  return root.value
}

function applyOne(root: Collection, operation: YamlOperation): void {
  const path = ['value', ...operation.path]
  const last = path.at(-1)!
  const parent = findNode(root, path.slice(0, -1)) as Collection
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
    case 'rename-key':
      if (isRecord(parent))
        reorderKeys(parent, ([key, value]) => [[key === last ? operation.name : key, value]])
  }
}

const findNode = (root: unknown, path: Path): unknown =>
  path.reduce((node, step) => (node as Collection | undefined)?.[step], root)

type Entry = [key: string, value: unknown]

/** Changes the entries of an object in place, because YAML aliases may share it. */
function reorderKeys(node: Record<string, unknown>, map: (entry: Entry) => Entry[]): void {
  const entries = Object.entries(node).flatMap(map)
  for (const key of Object.keys(node)) delete node[key]
  Object.assign(node, Object.fromEntries(entries))
}
