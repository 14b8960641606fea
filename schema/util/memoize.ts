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

/** Memoizes a function of a text. @param maxEntries left out if a process meets few, as languages */
export function memoizeByText<T>(
  compute: (text: string) => T,
  maxEntries = Number.POSITIVE_INFINITY,
): (text: string) => T {
  const cache = new Map<string, T>()
  return (text) => memoize(cache, text, maxEntries, () => compute(text))
}
