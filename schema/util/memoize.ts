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

/**
 * Same as `memoize`, but drops only the value that was used least recently: for a few values that
 * take long to create, one of which may be needed again and again between all others.
 */
export function memoizeRecent<T>(
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
