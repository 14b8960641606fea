import type { Path } from '../problems/problem.ts'

/** The parts of JSON Schema that the spec language uses. */
export type Schema = {
  $ref?: string
  $defs?: Record<string, Schema>
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  format?: string
  description?: string
  expected?: string
  title?: string
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  items?: Schema
  oneOf?: Schema[]
  discriminator?: { propertyName: string }
  /** The heading that becomes the page's h1. */
  h1?: boolean
  /** The block has a life in the application, which is loaded when a visitor comes to touch it. */
  live?: boolean
  /** When a live block has the application loaded without being touched. */
  hydrates?: BlockCondition
  /**
   * A script in the folder `eager` of a block, or of what blocks share, that comes with the page: what the block says before anybody has done anything. With `after`, it
   * comes when the script of that name has found out what there is to say, and not at all on a page without that.
   */
  eager?: { script: string; after?: string } & Pick<BlockCondition, 'with'>
  /** The list has as many entries as the list of this name, in the same group or one around it. */
  countOf?: string
  /** What the text may leave open, in braces, to be filled in in the browser: `{distance}`. */
  blanks?: string[]
  /** The widest at which the picture is shown, in pixels of css. */
  shownAt?: number
  /** The value is filled in by the generator when the author leaves it out. */
  derived?: string
  [keyword: string]: unknown
}

/** `with`: where the block has this property. `query`: where the address has this name in its query. Always, where neither is said. */
type BlockCondition = { with?: string; query?: string }

/** What the schema says beyond JSON Schema itself. */
export const schemaExtensions = {
  formats: ['text', 'markdown', 'link', 'fact', 'anchor', 'picture'],
  keywords: [
    'tsType',
    'expected',
    'h1',
    'headings',
    'derived',
    'live',
    'hydrates',
    'eager',
    'blanks',
    'shownAt',
  ],
}

/** What is told of each place on the way. A path is the walker's own, which goes on with it: who keeps it keeps a copy. */
export type SchemaVisitor = {
  /** Every string with a format; the answer takes its place. */
  string(format: string, value: string, path: Path, schema: Schema): unknown
  /** Every group of properties, as written. */
  group?(value: Record<string, unknown>, path: Path): void
  /** Every property of an object whose schema says `derived` and whose value is missing. `group` is the object as resolved so far. */
  derive?(name: string, group: Record<string, unknown>, path: Path): unknown
}

/**
 * Walks a value along its schema and returns it with each formatted string as `visit` answered. What nothing is replaced in is
 * the same object as before. What does not fit the schema is passed over: validation has reported it.
 */
export function walkSchema(
  root: Schema,
  schema: Schema,
  value: unknown,
  path: Path,
  visit: SchemaVisitor,
): unknown {
  const rule = getSchemaNode(root, schema).resolve(value)
  return rule ? walkValue(rule, value, [...path], visit) : value
}

function walkValue(rule: ResolvedNode, value: unknown, path: Path, visit: SchemaVisitor): unknown {
  if (typeof value === 'string')
    return rule.schema.format ? visit.string(rule.schema.format, value, path, rule.schema) : value
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value)
    ? walkArray(rule, value, path, visit)
    : walkObject(rule, value as Record<string, unknown>, path, visit)
}

function walkChild(
  guide: SchemaNode,
  value: unknown,
  path: Path,
  key: string | number,
  visit: SchemaVisitor,
): unknown {
  const rule = guide.resolve(value)
  if (!rule || (typeof value === 'string' ? !rule.schema.format : typeof value !== 'object'))
    return value
  // One list for all: a page has hundreds of places, of which few are ever spoken of.
  path.push(key)
  const result = walkValue(rule, value, path, visit)
  path.pop()
  return result
}

function walkArray(
  { items }: ResolvedNode,
  list: unknown[],
  path: Path,
  visit: SchemaVisitor,
): unknown[] {
  if (!items) return list
  let result = list
  for (let index = 0; index < list.length; index++) {
    const item = list[index]
    const part = walkChild(items, item, path, index, visit)
    if (part === item) continue
    if (result === list) result = [...list]
    result[index] = part
  }
  return result
}

function walkObject(
  rule: ResolvedNode,
  value: Record<string, unknown>,
  path: Path,
  visit: SchemaVisitor,
): object {
  visit.group?.(value, path)
  let result = value
  for (const key of Object.keys(value)) {
    const property = rule.properties.get(key) ?? rule.additional
    if (!property) continue
    const item = value[key]
    const part = walkChild(property, item, path, key, visit)
    if (part === item) continue
    if (result === value) result = { ...value }
    result[key] = part
  }
  for (const [key, source] of rule.derived) {
    const derived = key in result ? undefined : visit.derive?.(source, result, path)
    if (derived === undefined) continue
    if (result === value) result = { ...value }
    result[key] = derived
  }
  return result
}

/** Follows `$ref`, keeping keywords that stand beside it, and picks the branch that a `discriminator` names. */
export const resolveSchema = (root: Schema, schema: Schema, value?: unknown): Schema | undefined =>
  getSchemaNode(root, schema).resolve(value)?.schema

/** A place in a schema, made ready for walking: a schema is walked along once for each value on each page, and never changes. */
type SchemaNode = { resolve(value: unknown): ResolvedNode | undefined }

/** What holds for a value: references followed, the branch picked, and guides to its parts. */
type ResolvedNode = {
  schema: Schema
  items?: SchemaNode
  properties: Map<string, SchemaNode>
  /** For properties without a name of their own. */
  additional?: SchemaNode
  /** Properties that are filled in when they are missing, and from what. */
  derived: [name: string, source: string][]
}

const nodeCache = new WeakMap<Schema, Map<Schema | string, SchemaNode>>()

function getSchemaNode(root: Schema, schema: Schema): SchemaNode {
  const known = nodeCache.get(root) ?? new Map<Schema | string, SchemaNode>()
  nodeCache.set(root, known)
  // What is asked for by its name alone is another object each time.
  const isName = schema.$ref !== undefined && Object.keys(schema).length === 1
  const key = isName ? schema.$ref! : schema
  const guide = known.get(key) ?? createSchemaNode(root, schema)
  known.set(key, guide)
  return guide
}

/** A schema may hold itself, so that what it says is read when it is first asked for. */
function createSchemaNode(root: Schema, schema: Schema): SchemaNode {
  let choose: SchemaNode['resolve'] | undefined
  return { resolve: (value) => (choose ??= createBranchSelector(root, schema))(value) }
}

function createBranchSelector(root: Schema, schema: Schema): SchemaNode['resolve'] {
  const rule = followRefs(root, schema)
  if (!rule) return () => undefined
  if (!rule.discriminator) {
    const only = createResolvedNode(root, rule)
    return () => only
  }
  const { propertyName } = rule.discriminator
  const branches = new Map<unknown, ResolvedNode>()
  for (const branch of rule.oneOf ?? []) {
    const followed = followRefs(root, branch)
    const tag = followed?.properties?.[propertyName]?.const
    if (followed && !branches.has(tag)) branches.set(tag, createResolvedNode(root, followed))
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

function followRefs(root: Schema, schema: Schema): Schema | undefined {
  if (schema.$ref === undefined) return schema
  const { $ref, ...beside } = schema
  const target = root.$defs?.[$ref.replace('#/$defs/', '')]
  return target && followRefs(root, { ...target, ...beside })
}
