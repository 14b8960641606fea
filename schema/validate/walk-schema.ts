import type { Path } from '../problems/location.ts'
import type { Schema } from './json-schema.ts'

/**
 * Follows `$ref`, keeping sibling keywords, and selects the branch of a `discriminator`.
 * @param schema a subschema, or the name of a definition
 */
export const resolveSchema = (
  root: Schema,
  schema: Schema | string,
  value?: unknown,
): Schema | undefined => getSchemaNode(root, schema).resolve(value)?.schema

/**
 * A subschema prepared for walking. Cached, since schemas do not change and every page uses them.
 */
export type SchemaNode = { resolve(value: unknown): ResolvedNode | undefined }

/** The schema of a value with references followed and the branch selected. */
export type ResolvedNode = {
  schema: Schema
  items?: SchemaNode
  properties: Map<string, SchemaNode>
  /** For properties that are not listed in `properties`. */
  additional?: SchemaNode
  /** Properties to derive when missing, each with the name of its source. */
  derived: [name: string, source: string][]
}

const nodeCache = new WeakMap<Schema, Map<Schema | string, SchemaNode>>()

/** Returns the cached node of a subschema or definition in `root`. */
export function getSchemaNode(root: Schema, schema: Schema | string): SchemaNode {
  const known = nodeCache.get(root) ?? new Map<Schema | string, SchemaNode>()
  nodeCache.set(root, known)
  const node = known.get(schema) ?? createSchemaNode(root, schema)
  known.set(schema, node)
  return node
}

/** Resolved on first use, since a schema may be recursive. */
function createSchemaNode(root: Schema, schema: Schema | string): SchemaNode {
  const rule = typeof schema === 'string' ? { $ref: `#/$defs/${schema}` } : schema
  let selectBranch: SchemaNode['resolve'] | undefined
  return { resolve: (value) => (selectBranch ??= createBranchSelector(root, rule))(value) }
}

function createBranchSelector(root: Schema, schema: Schema): SchemaNode['resolve'] {
  const resolved = followReference(root, schema)
  if (!resolved.discriminator) {
    const only = createResolvedNode(root, resolved)
    return () => only
  }
  const { propertyName } = resolved.discriminator
  const branches = new Map<unknown, ResolvedNode>()
  for (const branch of resolved.oneOf ?? []) {
    const followed = followReference(root, branch)
    const tag = followed.properties?.[propertyName]?.const
    if (!branches.has(tag)) branches.set(tag, createResolvedNode(root, followed))
  }
  return (value) =>
    branches.get(
      typeof value === 'object' && value !== null
        ? (value as Record<string, unknown>)[propertyName]
        : undefined,
    )
}

function createResolvedNode(root: Schema, schema: Schema): ResolvedNode {
  const { items, properties = {}, additionalProperties } = schema
  const entries = Object.entries(properties)
  return {
    schema,
    properties: new Map(entries.map(([name, property]) => [name, getSchemaNode(root, property)])),
    derived: entries.flatMap(([name, { derived }]) => (derived ? [[name, derived]] : [])),
    ...(items && { items: getSchemaNode(root, items) }),
    ...(typeof additionalProperties === 'object' && {
      additional: getSchemaNode(root, additionalProperties),
    }),
  }
}

/** Replaces a reference with its definition, keeping the keywords beside the reference. */
export function followReference(root: Schema, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema
  const { $ref: _, ...beside } = schema
  return followReference(root, { ...getDefinition(root, schema), ...beside })
}

/** Returns the definition that a reference names. */
export const getDefinition = (root: Schema, { $ref = '' }: Schema): Schema =>
  root.$defs?.[$ref.replace('#/$defs/', '')] ?? {}

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

/** Calls back for every text that readers see, such as a title or a paragraph, with its own path. */
export function walkTexts(
  root: Schema,
  definition: string,
  value: unknown,
  path: Path,
  visit: (text: string, path: Path) => void,
): void {
  walkSchema(root, definition, value, path, {
    string(format, text, at) {
      if (format === 'text' || format === 'markdown') visit(text, [...at])
      return text
    },
  })
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
