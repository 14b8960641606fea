/** What is made for a key, made once. When so many are known, all are forgotten: a site may have more than fit into memory. */
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
