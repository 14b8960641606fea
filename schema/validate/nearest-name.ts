import { distance } from 'fastest-levenshtein'

/** Finds the valid name with the smallest edit distance. Undefined if none is close enough. */
export function findNearestName(name: string, valid: Iterable<string>): string | undefined {
  let best: string | undefined
  let bestDistance = Math.max(2, Math.floor(name.length / 3)) + 1
  for (const candidate of valid) {
    const candidateDistance = distance(name.toLowerCase(), candidate.toLowerCase())
    if (candidateDistance < bestDistance) [best, bestDistance] = [candidate, candidateDistance]
  }
  return best
}

/** Formats names as `a, b or c`, shortened after twelve. */
export function formatNameList(names: Iterable<string>): string {
  const all = [...names]
  if (all.length > 12) return `${all.slice(0, 12).join(', ')} … (${all.length} in all)`
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`
}
