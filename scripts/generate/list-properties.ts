/** A subschema of a block's schema. */
export type PropertySchema = {
  $ref?: string
  type?: string
  description?: string
  const?: string
  enum?: (string | number)[]
  required?: string[]
  properties?: Record<string, PropertySchema>
  items?: PropertySchema
}
export type SchemaDefinitions = Record<string, PropertySchema>

/** One property in the documentation of a block. */
type PropertyRow = {
  /** The path relative to the block, such as `cards[].title`. */
  path: string
  required: boolean
  /** A description of the type, with literal values in backticks. */
  typeLabel: string
  description: string
}

/** Lists the properties of a block except `type`, each followed by its nested properties. */
export function listProperties(schema: PropertySchema, defs: SchemaDefinitions): PropertyRow[] {
  const { type: _, ...properties } = schema.properties ?? {}
  return listNestedProperties({ ...schema, properties }, defs, '')
}

function listNestedProperties(
  { properties = {}, required = [] }: PropertySchema,
  defs: SchemaDefinitions,
  prefix: string,
): PropertyRow[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = `${prefix}${name}`
    const row = {
      path,
      required: required.includes(name),
      typeLabel: describeType(property, defs),
      description: property.description ?? '',
    }
    // Shared definitions are expanded, because they are not documented separately.
    const item = resolveRef(property.items ?? property, defs)
    return [row, ...listNestedProperties(item, defs, property.items ? `${path}[].` : `${path}.`)]
  })
}

function resolveRef(property: PropertySchema, defs: SchemaDefinitions): PropertySchema {
  return property.$ref ? { ...defs[property.$ref.split('/').at(-1)!], ...property } : property
}

function describeType(property: PropertySchema, defs: SchemaDefinitions): string {
  const name = property.$ref?.split('/').at(-1)
  if (name !== undefined && defs[name]?.type === 'string' && !defs[name].enum) return name
  if (name === 'icon') return name
  const { type, enum: values, items } = resolveRef(property, defs)
  if (values) return values.map((value) => `\`${value}\``).join(' or ')
  if (items)
    return resolveRef(items, defs).type === 'string'
      ? `list of ${describeType(items, defs)}`
      : 'list'
  if (type === 'boolean') return '`true` or `false`'
  return type === 'object' ? 'the properties below' : (type ?? 'see description')
}
