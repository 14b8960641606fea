/** The same function, which makes something of each object once, and forgets it with the object. */
export function memoizeByObject<K extends object, V extends {}>(
  make: (key: K) => V,
): (key: K) => V {
  const known = new WeakMap<K, V>()
  return (key) => {
    const made = known.get(key)
    if (made !== undefined) return made
    const value = make(key)
    known.set(key, value)
    return value
  }
}
