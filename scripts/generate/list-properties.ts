/** A part of a block's schema. */
export type Property = {
  $ref?: string
  type?: string
  description?: string
  const?: string
  enum?: (string | number)[]
  required?: string[]
  properties?: Record<string, Property>
  items?: Property
}
export type Defs = Record<string, Property>

/** One line of a block's documentation. */
export type PropertyRow = {
  /** From the block: `cards[].title`. */
  path: string
  required: boolean
  /** Its type in words; what is to be written literally stands between backticks. */
  holds: string
  description: string
}

/** Every property of a block but `type`, each followed by those within it. */
export function listProperties(schema: Property, defs: Defs): PropertyRow[] {
  const { type: _, ...properties } = schema.properties ?? {}
  return walk({ ...schema, properties }, defs, '')
}

function walk(
  { properties = {}, required = [] }: Property,
  defs: Defs,
  prefix: string,
): PropertyRow[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = `${prefix}${name}`
    const row = {
      path,
      required: required.includes(name),
      holds: nameType(property, defs),
      description: property.description ?? '',
    }
    // What a list or a map holds; a shared definition is spelled out too, since nobody can look it up here.
    const item = follow(property.items ?? property, defs)
    return [row, ...walk(item, defs, property.items ? `${path}[].` : `${path}.`)]
  })
}

function follow(property: Property, defs: Defs): Property {
  return property.$ref ? { ...defs[property.$ref.split('/').at(-1)!], ...property } : property
}

function nameType(property: Property, defs: Defs): string {
  const name = property.$ref?.split('/').at(-1)
  if (name !== undefined && defs[name]?.type === 'string' && !defs[name].enum) return name
  if (name === 'icon') return name
  const { type, enum: values, items } = follow(property, defs)
  if (values) return values.map((value) => `\`${value}\``).join(' or ')
  if (items)
    return follow(items, defs).type === 'string' ? `list of ${nameType(items, defs)}` : 'list'
  if (type === 'boolean') return '`true` or `false`'
  return type === 'object' ? 'the properties below' : (type ?? 'see right')
}
