import { splitCitedName } from '../facts/facts.ts'
import type { Path, SourceLocation } from '../problems/location.ts'
import { getAt } from '../util/records.ts'
import type { NameKind, Schema } from '../validate/json-schema.ts'
import { walkSchema } from '../validate/walk-schema.ts'

/** A name in a value, as the keyword `names` says. */
export type NameUse = {
  kind: NameKind
  name: string
  location: SourceLocation
  /** The objects and lists that contain it, the innermost last. */
  around?: readonly unknown[]
  /** For a reading: the fact that it is of. */
  fact?: string
  /** Whether its format replaces it by what it names, and reports it if there is no such thing. */
  isResolved?: boolean
}

const resolvedFormats = new Set(['fact', 'fact-table', 'link', 'picture'])

/**
 * Lists the names in a value of a definition. What does not match the schema is skipped: validation
 * reports it.
 */
export function listNameUses(
  schema: Schema,
  definition: string,
  value: unknown,
  { source, path: start }: SourceLocation,
): NameUse[] {
  const uses: NameUse[] = []
  const add = ({ names: kind, format = '' }: Schema, text: string, path: Path, target?: 'key') => {
    if (kind === undefined) return
    const location = { source, path: [...path], ...(target && { target }) }
    const around = listAround(value, path.slice(start.length))
    const use = { location, around, isResolved: resolvedFormats.has(format) }
    if (kind === 'readings') uses.push({ ...use, kind, name: text, fact: String(path.at(-1)) })
    else if (kind !== 'facts') uses.push({ ...use, kind, name: text })
    else {
      // insurance.near-me names a fact and its reading.
      const { name, reading } = splitCitedName(text)
      uses.push({ ...use, kind, name })
      if (reading !== undefined) uses.push({ ...use, kind: 'readings', name: reading, fact: name })
    }
  }
  walkSchema(schema, definition, value, start, {
    string(_, text, path, rule) {
      add(rule, text, path)
      return text
    },
    group(group, path, { propertyNames }) {
      if (propertyNames)
        for (const key of Object.keys(group))
          add(propertyNames as Schema, key, [...path, key], 'key')
    },
  })
  return uses
}

/** Lists the objects and lists on the way to what is at a path. */
const listAround = (value: unknown, path: Path): unknown[] =>
  path.map((_, depth) => getAt(value, path.slice(0, depth)))
