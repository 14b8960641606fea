import { distance } from 'fastest-levenshtein'

/** The valid name that is most like what was written, or undefined when none is like it. */
export function findNearestName(name: string, valid: Iterable<string>): string | undefined {
  let best: string | undefined
  let bestDistance = Math.max(2, Math.floor(name.length / 3)) + 1
  for (const candidate of valid) {
    const d = distance(name.toLowerCase(), candidate.toLowerCase())
    if (d < bestDistance) [best, bestDistance] = [candidate, d]
  }
  return best
}

/** `a, b or c`, shortened after twelve. */
export function formatNameList(names: Iterable<string>): string {
  const all = [...names]
  if (all.length > 12) return `${all.slice(0, 12).join(', ')} … (${all.length} in all)`
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`
}
