import type { Path } from '../source/position-types.ts'

/** What a fact may be about, as the property that cites it requires. */
export type Measure = 'money' | 'time' | 'distance'

/** The JSON Schema keywords that the site specification uses, and its own extensions. */
export type Schema = {
  $ref?: string
  $defs?: Record<string, Schema>
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  format?: string
  pattern?: string
  description?: string
  expected?: string
  title?: string
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  items?: Schema
  oneOf?: Schema[]
  discriminator?: { propertyName: string }
  /** This heading becomes the page's h1. */
  h1?: boolean
  /** The block hydrates: interacting with it loads the application. */
  live?: boolean
  /** When a live block loads the application without an interaction. */
  hydrates?: BlockCondition
  /**
   * A script in the `eager` folder of a block or of blocks/shared that loads with the page. With
   * `after`, it loads once the script of that name has a result, and only on pages that have it.
   */
  eager?: { script: string; after?: string } & Pick<BlockCondition, 'with'>
  /** The list must be as long as the list property of this name in the nearest enclosing object. */
  countOf?: string
  /** Variables such as `{distance}` that the browser replaces. */
  blanks?: string[]
  /** What the unit of the cited fact must measure. */
  measures?: Measure
  /** The maximum display width of the picture, in CSS pixels. */
  shownAt?: number
  /** The generator derives the value if the author omits it. */
  derived?: string
  /** What each value of `enum` means, in the same order, in Markdown. */
  enumDescriptions?: string[]
  /**
   * What editors offer here: the names of facts, whole citations, categories of articles, towns of
   * the area served, or the property itself although its value is derived.
   */
  suggest?: 'facts' | 'citations' | 'categories' | 'towns' | 'property'
  /** The words of a group by language and name. Only in the definitions of words. */
  translations?: Record<string, Record<string, unknown>>
  /** The object is a phone number or an email address, which resolves to a link. */
  contact?: boolean
  [keyword: string]: unknown
}

/**
 * `with`: only if the block has this property. `query`: only if the URL has this query parameter.
 * Always, if neither is set.
 */
type BlockCondition = { with?: string; query?: string }

/** Formats and keywords that are not part of JSON Schema. */
export const schemaExtensions = {
  formats: ['text', 'markdown', 'link', 'fact', 'anchor', 'picture'],
  keywords: [
    'tsType',
    'expected',
    'h1',
    'headings',
    'derived',
    'translations',
    'live',
    'hydrates',
    'eager',
    'blanks',
    'shownAt',
    'enumDescriptions',
    'suggest',
    'contact',
    'measures',
  ],
}

/** Callbacks of a walk. `path` is reused and mutated by the walker: copy it to keep it. */
export type SchemaVisitor = {
  /** Whether to leave out the property or list item at a path. */
  omits?(path: Path): boolean
  /** Called for every string with a format. The return value replaces it. */
  string(format: string, value: string, path: Path, schema: Schema): unknown
  /** Called for every object, as written. */
  group?(value: Record<string, unknown>, path: Path): void
  /** Called for every phone number and email address. The return value replaces it. */
  contact?(value: Record<string, unknown>, path: Path): unknown
  /** Called for every missing property that is `derived`. `group` is the object resolved so far. */
  derive?(name: string, group: Record<string, unknown>, path: Path): unknown
}

/**
 * Walks a value along its schema and returns it with the replacements that `visit` made. Objects
 * and lists without replacements are returned as they are, not copied. Values that do not match the
 * schema are skipped: validation reports them.
 */
export function walkSchema(
  root: Schema,
  schema: Schema,
  value: unknown,
  path: Path,
  visit: SchemaVisitor,
): unknown {
  const resolved = getSchemaNode(root, schema).resolve(value)
  return resolved ? walkValue(resolved, value, [...path], visit) : value
}

function walkValue(
  resolved: ResolvedNode,
  value: unknown,
  path: Path,
  visit: SchemaVisitor,
): unknown {
  if (typeof value === 'string')
    return resolved.schema.format
      ? visit.string(resolved.schema.format, value, path, resolved.schema)
      : value
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value)
    ? walkArray(resolved, value, path, visit)
    : walkObject(resolved, value as Record<string, unknown>, path, visit)
}

function walkChild(
  node: SchemaNode,
  value: unknown,
  path: Path,
  key: string | number,
  visit: SchemaVisitor,
): unknown {
  const resolved = node.resolve(value)
  if (
    !resolved ||
    (typeof value === 'string' ? !resolved.schema.format : typeof value !== 'object')
  )
    return value
  // Reuse one path: a page has hundreds of values, and few paths are ever kept.
  path.push(key)
  const result = walkValue(resolved, value, path, visit)
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
  let result: unknown[] | undefined
  for (let index = 0; index < list.length; index++) {
    const item = list[index]
    const isOmitted = visit.omits !== undefined && isOmittedChild(visit, path, index)
    const part = isOmitted ? undefined : walkChild(items, item, path, index, visit)
    if (part !== item) result ??= list.slice(0, index)
    if (!isOmitted) result?.push(part)
  }
  return result ?? list
}

function isOmittedChild(visit: SchemaVisitor, path: Path, key: string | number): boolean {
  path.push(key)
  const isOmitted = visit.omits!(path)
  path.pop()
  return isOmitted
}

function walkObject(
  resolved: ResolvedNode,
  value: Record<string, unknown>,
  path: Path,
  visit: SchemaVisitor,
): object {
  visit.group?.(value, path)
  if (resolved.schema.contact) return (visit.contact?.(value, path) ?? value) as object
  let result = value
  for (const key in value) {
    const property = resolved.properties.get(key) ?? resolved.additional
    if (!property) continue
    if (visit.omits !== undefined && isOmittedChild(visit, path, key)) {
      if (result === value) result = { ...value }
      delete result[key]
      continue
    }
    const item = value[key]
    const part = walkChild(property, item, path, key, visit)
    if (part === item) continue
    if (result === value) result = { ...value }
    result[key] = part
  }
  for (const [key, source] of resolved.derived) {
    const derived = key in result ? undefined : visit.derive?.(source, result, path)
    if (derived === undefined) continue
    if (result === value) result = { ...value }
    result[key] = derived
  }
  return result
}

/** Follows `$ref`, keeping sibling keywords, and selects the branch of a `discriminator`. */
export const resolveSchema = (root: Schema, schema: Schema, value?: unknown): Schema | undefined =>
  getSchemaNode(root, schema).resolve(value)?.schema

/**
 * A subschema prepared for walking. Cached, since schemas do not change and every page uses them.
 */
type SchemaNode = { resolve(value: unknown): ResolvedNode | undefined }

/** The schema of a value with references followed and the branch selected. */
type ResolvedNode = {
  schema: Schema
  items?: SchemaNode
  properties: Map<string, SchemaNode>
  /** For properties that are not listed in `properties`. */
  additional?: SchemaNode
  /** Properties to derive when missing, and the names of their sources. */
  derived: [name: string, source: string][]
}

const nodeCache = new WeakMap<Schema, Map<Schema | string, SchemaNode>>()

function getSchemaNode(root: Schema, schema: Schema): SchemaNode {
  const known = nodeCache.get(root) ?? new Map<Schema | string, SchemaNode>()
  nodeCache.set(root, known)
  // A bare { $ref } is a new object on each call, so cache it by name.
  const isName = schema.$ref !== undefined && Object.keys(schema).length === 1
  const key = isName ? schema.$ref! : schema
  const node = known.get(key) ?? createSchemaNode(root, schema)
  known.set(key, node)
  return node
}

/** Resolved on first use, since a schema may be recursive. */
function createSchemaNode(root: Schema, schema: Schema): SchemaNode {
  let selectBranch: SchemaNode['resolve'] | undefined
  return { resolve: (value) => (selectBranch ??= createBranchSelector(root, schema))(value) }
}

function createBranchSelector(root: Schema, schema: Schema): SchemaNode['resolve'] {
  const resolved = followRefs(root, schema)
  if (!resolved) return () => undefined
  if (!resolved.discriminator) {
    const only = createResolvedNode(root, resolved)
    return () => only
  }
  const { propertyName } = resolved.discriminator
  const branches = new Map<unknown, ResolvedNode>()
  for (const branch of resolved.oneOf ?? []) {
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
  const { $ref, ...siblings } = schema
  const target = root.$defs?.[$ref.replace('#/$defs/', '')]
  return target && followRefs(root, { ...target, ...siblings })
}
