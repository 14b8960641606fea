export type UnknownRecord = Record<string, unknown>

/** Whether a raw value is an object other than null or an array. */
export const isRecord = (value: unknown): value is UnknownRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns what is at a path of a raw value; undefined if there is nothing. */
export const getAt = <T = unknown>(value: unknown, path: (string | number)[]): T | undefined =>
  path.reduce<unknown>(
    (node, step) =>
      typeof node === 'object' && node !== null && Object.hasOwn(node, step)
        ? (node as Record<string | number, unknown>)[step]
        : undefined,
    value,
  ) as T | undefined

/** Returns an object unchanged and {} for any other value. */
export const asRecord = (value: unknown): UnknownRecord => (isRecord(value) ? value : {})

/** Returns a list unchanged and [] for any other value. */
export const asList = <T>(
  value: T,
): (T extends readonly (infer Item)[] ? Item : T extends undefined | null ? never : unknown)[] =>
  Array.isArray(value) ? value : []

/** Returns the entries of a list as objects, with {} for any other entry. */
export const asRecords = (value: unknown): UnknownRecord[] => asList(value).map(asRecord)

/** Lists all texts in a value of any depth. */
export const listStrings = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return value && typeof value === 'object' ? Object.values(value).flatMap(listStrings) : []
}
