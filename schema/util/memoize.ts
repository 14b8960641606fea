/**
 * Returns the cached value of a key, or creates it. A site may have more values than fit into
 * memory, so a cache with more than `maxEntries` drops the one that was used least recently.
 */
export function memoize<T>(
  cache: Map<string, T>,
  key: string,
  maxEntries: number,
  create: () => T,
): T {
  const value = cache.get(key) ?? create()
  cache.delete(key)
  cache.set(key, value)
  if (cache.size > maxEntries) cache.delete(cache.keys().next().value!)
  return value
}
