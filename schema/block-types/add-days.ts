import { isRecord, type UnknownRecord } from '../util/records.ts'

/** The property `publish` of blocks, and of list entries in blocks, the header and the footer. */
const description = 'The days on which this is shown: { from: 2027-01-01, until: 2027-01-06 }.'
const publish = { $ref: '#/$defs/days', description }

/** Definitions besides blocks in which list entries may have days. */
const sections = ['navigation', 'business']

/**
 * Adds the property `publish` to the schema of each block, and of each list entry that is an
 * object. Lists whose length must equal that of another list are left as they are.
 * @param defs the definitions of a schema
 * @returns the changed definitions
 */
export function addDays(defs: Record<string, UnknownRecord>): Record<string, UnknownRecord> {
  /** The names of definitions that are used as list entries. */
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

/** Lists the names of lists whose length another list must have, according to `countOf`. */
function listCountedNames(properties: unknown): string[] {
  const found = JSON.stringify(properties ?? {}).matchAll(/"countOf":"([^"]+)"/g)
  return [...found].map(([, name]) => name!)
}

/** @param entries filled with the names of definitions that are used as list entries */
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
