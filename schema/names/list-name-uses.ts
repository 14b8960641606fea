import { splitCitedName } from '../facts/facts.ts'
import type { Path, SourceLocation } from '../problems/location.ts'
import { isRecord } from '../util/records.ts'
import { memoizeByObject } from '../util/memoize-by-object.ts'
import type { NameKind, Schema } from '../validate/json-schema.ts'
import { getSchemaNode, type ResolvedNode, type SchemaNode } from '../validate/schema-nodes.ts'

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
  const path: Path = [...start]
  const around: unknown[] = []
  const add = ({ names: kind, format = '' }: Schema, text: string, target?: 'key') => {
    if (kind === undefined) return
    const location = { source, path: [...path], ...(target && { target }) }
    const use = { location, around: [...around], isResolved: resolvedFormats.has(format) }
    if (kind === 'readings') uses.push({ ...use, kind, name: text, fact: String(path.at(-1)) })
    else if (kind !== 'facts') uses.push({ ...use, kind, name: text })
    else {
      // insurance.near-me names a fact and its reading.
      const { name, reading } = splitCitedName(text)
      uses.push({ ...use, kind, name })
      if (reading !== undefined) uses.push({ ...use, kind: 'readings', name: reading, fact: name })
    }
  }
  const visit = (node: SchemaNode | undefined, each: unknown, step?: string | number) => {
    const resolved = node?.resolve(each)
    if (!resolved || !containsNames(resolved)) return
    if (step !== undefined) path.push(step)
    if (typeof each === 'string') add(resolved.schema, each)
    else if (Array.isArray(each)) {
      around.push(each)
      for (const [index, child] of each.entries()) visit(resolved.items, child, index)
      around.pop()
    } else if (isRecord(each)) {
      const keys = getKeySchema(resolved)
      around.push(each)
      for (const [key, child] of Object.entries(each)) {
        if (keys) {
          path.push(key)
          add(keys, key, 'key')
          path.pop()
        }
        visit(resolved.properties.get(key) ?? resolved.additional, child, key)
      }
      around.pop()
    }
    if (step !== undefined) path.pop()
  }
  visit(getSchemaNode(schema, definition), value)
  return uses
}

const getKeySchema = ({ schema }: ResolvedNode) => schema.propertyNames as Schema | undefined

/** Whether a value of this schema may contain names, so that others are not walked. */
const containsNames = memoizeByObject((node: ResolvedNode): boolean => {
  const seen = new Set<ResolvedNode>()
  const search = (each: ResolvedNode): boolean => {
    if (seen.has(each)) return false
    seen.add(each)
    if (each.schema.names !== undefined || getKeySchema(each)?.names !== undefined) return true
    return [each.items, each.additional, ...each.properties.values()].some((child) => {
      const resolved = child?.resolve(undefined)
      // What a block contains depends on its type.
      return resolved ? search(resolved) : child !== undefined
    })
  }
  return search(node)
})
