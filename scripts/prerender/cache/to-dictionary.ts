/**
 * Creates an object without a prototype: V8 stores it as a hash table, in a fraction of the memory.
 */
export function toDictionary<T>(
  entries: Iterable<readonly [name: string, value: T]>,
): Record<string, T> {
  const dictionary = Object.create(null) as Record<string, T>
  for (const [name, value] of entries) dictionary[name] = value
  return dictionary
}
