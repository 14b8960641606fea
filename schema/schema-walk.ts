import type { Path } from './problem.ts'

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
  wakes?: Occasion
  /**
   * A script in the folder `early` of a block, or of what blocks share, that comes with the page: what the block says before anybody has done anything. With `after`, it
   * comes when the script of that name has found out what there is to say, and not at all on a page without that.
   */
  early?: { script: string; after?: string } & Pick<Occasion, 'with'>
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
export type Occasion = { with?: string; query?: string }

/** What the schema says beyond JSON Schema itself. */
export const annotations = {
  formats: ['text', 'markdown', 'link', 'fact', 'anchor', 'picture'],
  keywords: ['tsType', 'expected', 'h1', 'headings', 'derived', 'live', 'wakes', 'early', 'blanks', 'shownAt'],
}

export type Visit = {
  /** Every string with a format; the answer takes its place. */
  string(format: string, value: string, path: Path, schema: Schema): unknown
  /** Every group of properties, as written. */
  group?(value: Record<string, unknown>, path: Path): void
  /** Every property of an object whose schema says `derived` and whose value is missing. `group` is the object as resolved so far. */
  derive?(name: string, group: Record<string, unknown>, path: Path): unknown
}

/**
 * Walks a value along its schema and returns a copy in which `visit` has replaced each formatted string.
 * What does not fit the schema is passed over: validation has reported it.
 */
export function walkSchema(root: Schema, schema: Schema, value: unknown, path: Path, visit: Visit): unknown {
  const rule = resolveSchema(root, schema, value)
  if (!rule) return value
  if (typeof value === 'string') return rule.format ? visit.string(rule.format, value, path, rule) : value
  if (Array.isArray(value)) {
    const { items } = rule
    return items ? value.map((item, index) => walkSchema(root, items, item, [...path, index], visit)) : value
  }
  if (typeof value !== 'object' || value === null) return value
  return walkObject(root, rule, value, path, visit)
}

function walkObject(root: Schema, rule: Schema, value: object, path: Path, visit: Visit): object {
  visit.group?.(value as Record<string, unknown>, path)
  const result: Record<string, unknown> = {}
  const rest = typeof rule.additionalProperties === 'object' ? rule.additionalProperties : undefined
  for (const [key, item] of Object.entries(value)) {
    const property = rule.properties && Object.hasOwn(rule.properties, key) ? rule.properties[key] : rest
    result[key] = property ? walkSchema(root, property, item, [...path, key], visit) : item
  }
  for (const [key, property] of Object.entries(rule.properties ?? {})) {
    const derived = property.derived && !(key in result) ? visit.derive?.(property.derived, result, path) : undefined
    if (derived !== undefined) result[key] = derived
  }
  return result
}

/** Follows `$ref`, keeping keywords that stand beside it, and picks the branch that a `discriminator` names. */
export function resolveSchema(root: Schema, schema: Schema, value?: unknown): Schema | undefined {
  const rule = followRefs(root, schema)
  if (!rule?.discriminator) return rule
  const name = rule.discriminator.propertyName
  const tag = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
  return rule.oneOf?.map((branch) => followRefs(root, branch)).find((branch) => branch?.properties?.[name]?.const === tag)
}

/** A schema is walked along once for each value on each page, and never changes. */
const followed = new WeakMap<Schema, Schema | undefined>()

function followRefs(root: Schema, schema: Schema): Schema | undefined {
  if (schema.$ref === undefined) return schema
  const known = followed.get(schema)
  if (known) return known
  if (!followed.has(schema)) {
    const { $ref, ...beside } = schema
    const target = root.$defs?.[$ref.replace('#/$defs/', '')]
    followed.set(schema, target && followRefs(root, { ...target, ...beside }))
  }
  return followed.get(schema)
}
