/** What is made for a key, made once. When so many are known, all are forgotten: a site may have more than fit into memory. */
export function remember<T>(known: Map<string, T>, key: string, most: number, make: () => T): T {
  const made = known.get(key)
  if (made !== undefined) return made
  if (known.size >= most) known.clear()
  const piece = make()
  known.set(key, piece)
  return piece
}
