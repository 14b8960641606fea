import type { Path } from '../problems/position.ts'

/**
 * Whether a list has as many entries as the list property `name` of the same object or of the
 * nearest enclosing one. True if there is no such list.
 * @param pointer the JSON Pointer of `list` in `root`
 */
export function hasSameLength(
  name: string,
  list: unknown[],
  root: unknown,
  pointer: string,
): boolean {
  const other = findReferencedList(name, root, pointer)
  return !other || other.length === list.length
}

/** Finds the list property `name` of the nearest object that encloses `pointer`. */
export function findReferencedList(
  name: string,
  root: unknown,
  pointer: string,
): unknown[] | undefined {
  const groups = [root as MaybeRecord]
  for (const step of parseJsonPointer(pointer)) groups.push(groups.at(-1)?.[step] as MaybeRecord)
  return groups.reverse().find((group) => Array.isArray(group?.[name]))?.[name] as
    | unknown[]
    | undefined
}

type MaybeRecord = Record<string | number, unknown> | undefined

/** Splits a JSON Pointer into steps. Indexes stay strings, which property access accepts. */
export function parseJsonPointer(pointer: string): Path {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replace(/~1/g, '/').replace(/~0/g, '~'))
}
