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
