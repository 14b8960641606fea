/** Memoizes a function of one object. Results are garbage-collected along with the objects. */
export function memoizeByObject<K extends object, V extends {}>(
  compute: (key: K) => V,
): (key: K) => V {
  const cache = new WeakMap<K, V>()
  return (key) => {
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const value = compute(key)
    cache.set(key, value)
    return value
  }
}
