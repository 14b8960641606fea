/** A part of a block's schema. */
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

/** One line of a block's documentation. */
export type PropertyRow = {
  /** From the block: `cards[].title`. */
  path: string
  required: boolean
  /** Its type in words; what is to be written literally stands between backticks. */
  typeLabel: string
  description: string
}

/** Every property of a block but `type`, each followed by those within it. */
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
    // What a list or a map holds; a shared definition is spelled out too, since nobody can look it up here.
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
  return type === 'object' ? 'the properties below' : (type ?? 'see right')
}
