import type { Path } from '../problems/location.ts'
import type { Schema } from './json-schema.ts'
import { getSchemaNode, type ResolvedNode, type SchemaNode } from './schema-nodes.ts'

/** Callbacks for walking a value. The walker mutates and reuses `path`, so copy it to keep it. */
export type SchemaVisitor = {
  /** Whether to leave out the property or list item at a path. */
  omits?(path: Path): boolean
  /** Called for every string with a format, or a name (format ''). The return value replaces it. */
  string(format: string, value: string, path: Path, schema: Schema): unknown
  /** Called for every object, as written. */
  group?(value: Record<string, unknown>, path: Path, schema: Schema): void
  /** Called for every phone number and email address. The return value replaces it. */
  contact?(value: Record<string, unknown>, path: Path): unknown
  /**
   * Called for every missing property that is `derived`. `group` is the object, as far as it is
   * resolved.
   */
  derive?(name: string, group: Record<string, unknown>, path: Path): unknown
}

/**
 * Walks a value of a definition and returns it with the replacements from the callbacks. Objects and
 * lists without replacements are returned as they are, not copied. Values that do not match the
 * schema are skipped: validation reports them.
 */
export function walkSchema(
  root: Schema,
  definition: string,
  value: unknown,
  path: Path,
  visit: SchemaVisitor,
): unknown {
  const resolved = getSchemaNode(root, definition).resolve(value)
  return resolved ? walkValue(resolved, value, [...path], visit) : value
}

function walkValue(
  resolved: ResolvedNode,
  value: unknown,
  path: Path,
  visit: SchemaVisitor,
): unknown {
  if (typeof value === 'string')
    return visit.string(resolved.schema.format ?? '', value, path, resolved.schema)
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value)
    ? walkArray(resolved, value, path, visit)
    : walkObject(resolved, value as Record<string, unknown>, path, visit)
}

const isVisited = ({ format, names }: Schema) => format !== undefined || names !== undefined

/** Marks a value that is left out. */
const omitted = Symbol('omitted')

function walkChild(
  node: SchemaNode,
  value: unknown,
  path: Path,
  key: string | number,
  visit: SchemaVisitor,
): unknown {
  const resolved = node.resolve(value)
  const isWalked =
    resolved && (typeof value === 'string' ? isVisited(resolved.schema) : typeof value === 'object')
  if (!isWalked && !visit.omits) return value
  // Reuse one path: a page has hundreds of values, and few of their paths are kept.
  path.push(key)
  const isOmitted = visit.omits?.(path) === true
  const result = isWalked && !isOmitted ? walkValue(resolved, value, path, visit) : value
  path.pop()
  return isOmitted ? omitted : result
}

function walkArray(
  { items }: ResolvedNode,
  list: unknown[],
  path: Path,
  visit: SchemaVisitor,
): unknown[] {
  if (!items) return list
  let result: unknown[] | undefined
  for (let index = 0; index < list.length; index++) {
    const item = list[index]
    const walked = walkChild(items, item, path, index, visit)
    if (walked !== item) result ??= list.slice(0, index)
    if (walked !== omitted) result?.push(walked)
  }
  return result ?? list
}

function walkObject(
  resolved: ResolvedNode,
  value: Record<string, unknown>,
  path: Path,
  visit: SchemaVisitor,
): object {
  visit.group?.(value, path, resolved.schema)
  if (resolved.schema.contact) return (visit.contact?.(value, path) ?? value) as object
  let result = value
  for (const key in value) {
    const property = resolved.properties.get(key) ?? resolved.additional
    if (!property) continue
    const item = value[key]
    const walked = walkChild(property, item, path, key, visit)
    if (walked === item) continue
    if (result === value) result = { ...value }
    if (walked === omitted) delete result[key]
    else result[key] = walked
  }
  for (const [key, source] of resolved.derived) {
    const derived = key in result ? undefined : visit.derive?.(source, result, path)
    if (derived === undefined) continue
    if (result === value) result = { ...value }
    result[key] = derived
  }
  return result
}
