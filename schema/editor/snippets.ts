import type { Schema } from '../validate/json-schema.ts'
import { listRequired } from './read-schema.ts'
import { followReference } from '../validate/walk-schema.ts'
import type { Snippet } from './types.ts'

/** A sample key for a map in a snippet, by the definition of its keys. */
const keyNames: Record<string, string> = {
  '#/$defs/route': '/path',
  '#/$defs/set-route': '/path/{column\\}',
  '#/$defs/fact-name': 'name',
}

/**
 * Writes a snippet of an object with the properties that its schema requires. The author fills in
 * the values.
 */
export const writeObjectSnippet = (
  root: Schema,
  schema: Schema,
  fixed: Record<string, unknown> = {},
): Record<string, unknown> => writeRequired(root, schema, new TabStops(), fixed)

/**
 * Writes a snippet of an entry of a map such as `facts`.
 * @returns undefined if any text may be a key of the map
 */
export function writeEntrySnippet(
  { propertyNames, additionalProperties }: Schema,
  root: Schema,
  { label = 'a new entry', required = [] as string[], fixed = {} } = {},
): Snippet | undefined {
  const key = keyNames[(propertyNames as Schema | undefined)?.$ref ?? '']
  if (key === undefined || typeof additionalProperties !== 'object') return undefined
  const stops = new TabStops()
  const name = stops.next(key)
  const entry = followReference(root, additionalProperties)
  const all = new Set([...listRequired(entry), ...required])
  const inOrder = Object.keys(entry.properties ?? {}).filter((each) => all.has(each))
  const whole = { ...entry, required: inOrder }
  const body = entry.properties
    ? writeRequired(root, whole, stops, fixed)
    : writeValue(root, whole, stops)
  return { label, body: { [name]: body }, markdownDescription: additionalProperties.description }
}

function writeRequired(
  root: Schema,
  schema: Schema,
  stops: TabStops,
  fixed: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    listRequired(schema).map((name) => [
      name,
      fixed[name] ?? writeValue(root, schema.properties?.[name] ?? {}, stops),
    ]),
  )
}

function writeValue(root: Schema, written: Schema, stops: TabStops): unknown {
  const schema = followReference(root, written)
  if (schema.const !== undefined) return schema.const
  if (schema.discriminator) return { [schema.discriminator.propertyName]: stops.next() }
  if ([schema.type].flat().includes('array')) return [writeValue(root, schema.items ?? {}, stops)]
  if (schema.type === 'object' && schema.properties) return writeRequired(root, schema, stops, {})
  return stops.next()
}

/** Numbers the tab stops of a snippet. */
class TabStops {
  #count = 0

  next(name?: string): string {
    this.#count++
    return name === undefined ? `$${this.#count}` : `\${${this.#count}:${name}}`
  }
}
