/** Returns the known result for a key, or computes it. Keeps the most recently used results. */
export function memoizeRecent<T>(
  recent: Map<string, T>,
  key: string,
  compute: (key: string) => T,
  most = 8,
): T {
  const value = recent.get(key) ?? compute(key)
  recent.delete(key)
  recent.set(key, value)
  if (recent.size > most) recent.delete(recent.keys().next().value!)
  return value
}
