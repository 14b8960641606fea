import { isRecord, type UnknownRecord } from '../util/records.ts'

/** What an author may give days: blocks, and the entries of lists in them and in the header and footer. */
const description = 'The days on which this is shown: { from: 2027-01-01, until: 2027-01-06 }.'
const publish = { $ref: '#/$defs/days', description }

/** Definitions whose lists have entries that may have days, besides those of blocks. */
const sections = ['navigation', 'business']

/**
 * Adds the property `publish` to the schema of each block, and of each entry of a list that is an
 * object. Lists that must be as long as another stay as they are.
 * @param defs the definitions of a schema
 */
export function addDays(defs: Record<string, UnknownRecord>): Record<string, UnknownRecord> {
  /** Definitions that lists have as entries. */
  const entries = new Set<string>()
  const visit = (node: unknown, counted: Set<string>): unknown => {
    if (Array.isArray(node)) return node.map((item) => visit(item, counted))
    if (!isRecord(node)) return node
    const names = new Set([...counted, ...listCountedNames(node.properties)])
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => {
        if (key !== 'properties' || !isRecord(value)) return [key, visit(value, names)]
        const properties = Object.entries(value).map(([name, property]) => {
          const seen = visit(property, names)
          return [name, names.has(name) ? seen : addToItems(seen, entries)]
        })
        return [key, Object.fromEntries(properties)]
      }),
    )
  }
  const blocks = Object.keys(defs).filter((name) => name.endsWith('-block'))
  const changed = { ...defs }
  for (const name of [...blocks, ...sections])
    if (defs[name]) changed[name] = visit(defs[name], new Set()) as UnknownRecord
  for (const name of blocks) changed[name] = withPublish(changed[name]!)
  // An entry may have lists of its own.
  const done = new Set<string>()
  for (;;) {
    const name = [...entries].find((each) => !done.has(each))
    if (name === undefined) return changed
    done.add(name)
    changed[name] = withPublish(visit(defs[name], new Set()) as UnknownRecord)
  }
}

/** Lists whose length another list must have: `countOf` names them. */
function listCountedNames(properties: unknown): string[] {
  const found = JSON.stringify(properties ?? {}).matchAll(/"countOf":"([^"]+)"/g)
  return [...found].map(([, name]) => name!)
}

/** @param entries the names of definitions that items refer to; is added to. */
function addToItems(property: unknown, entries: Set<string>): unknown {
  if (!isRecord(property) || !isRecord(property.items) || 'countOf' in property) return property
  const { items } = property
  const name = typeof items.$ref === 'string' ? items.$ref.replace('#/$defs/', '') : undefined
  if (name !== undefined) entries.add(name)
  return items.type === 'object' ? { ...property, items: withPublish(items) } : property
}

const withPublish = (schema: UnknownRecord): UnknownRecord =>
  schema.type === 'object' && isRecord(schema.properties)
    ? { ...schema, properties: { ...schema.properties, publish } }
    : schema
