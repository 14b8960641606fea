/**
 * Returns the cached value of a key, or creates it. The cache is cleared when it reaches
 * `maxEntries`, since a site may have more values than fit into memory.
 */
export function memoize<T>(
  cache: Map<string, T>,
  key: string,
  maxEntries: number,
  create: () => T,
): T {
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  if (cache.size >= maxEntries) cache.clear()
  const value = create()
  cache.set(key, value)
  return value
}
