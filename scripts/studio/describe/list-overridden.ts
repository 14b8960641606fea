import { isRecord } from '../../../schema/util/records.ts'
import type { JsonValue } from '../../edit/yaml-operations.ts'
import type { NodePath } from '../protocol.ts'

/**
 * Lists the paths in the template of a set whose values an override of a page replaces.
 * @param override as written; a map over a list changes the entries with these ids
 */
export function listOverridden(
  template: JsonValue | undefined,
  override: JsonValue | undefined,
  path: NodePath = [],
): NodePath[] {
  if (override === undefined) return []
  if (isRecord(override) && Array.isArray(template))
    return Object.entries(override).flatMap(([id, child]) => {
      const index = template.findIndex((entry) => isRecord(entry) && entry.id === id)
      return index < 0 ? [] : listOverridden(template[index], child, [...path, index])
    })
  if (isRecord(override) && isRecord(template))
    return Object.entries(override).flatMap(([key, child]) =>
      listOverridden((template as Record<string, JsonValue>)[key], child, [...path, key]),
    )
  return [path]
}
