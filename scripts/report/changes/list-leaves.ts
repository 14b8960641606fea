import { isRecord } from '../../../schema/util/records.ts'

/** A value in plain data: `offers.price`, `60`. */
export type Leaf = { path: string; value: string }

/**
 * Lists the values in plain data. Those of the entries of a list share a path, so that an entry in
 * between changes no other one.
 * @param replace returns what is listed instead of a value, or undefined to leave it out
 */
export function listLeaves(
  value: unknown,
  path: string,
  replace: (path: string, value: unknown) => unknown = (_, value) => value,
): Leaf[] {
  const shown = replace(path, value)
  if (shown === undefined) return []
  if (Array.isArray(shown)) return shown.flatMap((item) => listLeaves(item, path, replace))
  if (!isRecord(shown)) return [{ path, value: String(shown) }]
  return Object.entries(shown).flatMap(([key, child]) =>
    listLeaves(child, path === '' ? key : `${path}.${key}`, replace),
  )
}
