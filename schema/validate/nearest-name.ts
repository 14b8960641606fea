import { distance } from 'fastest-levenshtein'
import type { Replacement } from '../problems/correction.ts'

/** Nobody types a longer name, and to compare it would take long. */
const maxLength = 300

/**
 * Finds the valid name with the smallest edit distance or, if none is close enough, the first one
 * with the same words in another form, such as /pricing for /prices. Undefined if there is neither.
 */
export function findNearestName(name: string, names: Iterable<string>): string | undefined {
  if (name.length > maxLength) return undefined
  const valid = [...names]
  let best: string | undefined
  const lower = name.toLowerCase()
  const folder = lower.slice(0, lower.lastIndexOf('/') + 1)
  let bestDistance = Number.POSITIVE_INFINITY
  for (const candidate of valid) {
    const lowerCandidate = candidate.toLowerCase()
    // Paths in the same folder differ in the rest: /areas/weiz is not /areas/graz.
    const shared = lowerCandidate.startsWith(folder) ? folder.length : 0
    const [one, other] = [lower.slice(shared), lowerCandidate.slice(shared)]
    const limit = Math.max(2, Math.floor(one.length / 3))
    // No distance is less than the difference in length. Many names would take long otherwise.
    if (Math.abs(one.length - other.length) > Math.min(limit, bestDistance - 1)) continue
    const candidateDistance = distance(one, other)
    const length = Math.max(one.length, other.length)
    // Two short words with mostly different letters are not similar, nor are photo and phone.
    const isSimilar =
      candidateDistance <= limit &&
      (candidateDistance < 2 || candidateDistance <= length / 3 || isTransposed(one, other)) &&
      candidateDistance <= length / 2
    if (isSimilar && candidateDistance < bestDistance)
      [best, bestDistance] = [candidate, candidateDistance]
  }
  return best ?? findInflectedName(name, valid)
}

/** Finds a valid name whose words differ only in their endings. */
function findInflectedName(name: string, valid: string[]): string | undefined {
  const stems = stemWords(name).join(' ')
  if (stems === '') return undefined
  // Endings leave at least these letters. To read the words of many names would take long.
  const start = stems.split(' ', 1)[0]!.slice(0, 4)
  return valid.find(
    (other) => other.toLowerCase().includes(start) && stemWords(other).join(' ') === stems,
  )
}

/** Lists the words of a name without their endings. At least four letters of a word remain. */
const stemWords = (name: string): string[] =>
  name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => word.replace(/(?<=\p{L}{4})(?:ies|ing|ed|es|e|y|s)$/u, ''))

/** Formats the name that was probably meant, at the end of a message; empty if there is none. */
export const formatSuggestion = (name: string | undefined): string =>
  name === undefined ? '' : ` Did you mean ${name}?`

/** Details for `problemAt`. Includes a `replacement` if the author can have meant nothing else. */
export type Suggestion = { suggestion?: string; replacement?: Replacement }

/** Suggests the valid name that is nearest to a misspelled one. */
export function suggestName(name: string, valid: Iterable<string>): Suggestion {
  const names = [...valid]
  const suggestion = findNearestName(name, names)
  if (suggestion === undefined) return {}
  const lower = name.toLowerCase()
  const own = distance(lower, suggestion.toLowerCase())
  const isRival = (other: string) =>
    other !== suggestion &&
    Math.abs(other.length - lower.length) <= own &&
    distance(lower, other.toLowerCase()) <= own
  const isSure = isTypingMistake(name, suggestion) && !names.some(isRival)
  return { suggestion, ...(isSure && { replacement: { from: name, to: suggestion } }) }
}

/**
 * Describes a name that is none of the valid ones, for `problemAt`.
 * @param otherwise what is expected if there are none
 */
export const describeUnknownName = (found: string, valid: Iterable<string>, otherwise = '') => {
  const names = [...valid]
  return { expected: formatNameList(names) || otherwise, found, ...suggestName(found, names) }
}

/**
 * Whether a name can only be a misspelling of a valid one. The two may differ in case, hyphens,
 * doubled letters or a slash at the end, in one letter of a long word, or in two letters of a very
 * long one. `fee-a` and `fee-b`, `min-fee` and `max-fee`, and `/2024` and `/2025` are different
 * names.
 */
function isTypingMistake(name: string, valid: string): boolean {
  const [one, other] = [name.toLowerCase(), valid.toLowerCase()]
  const joinWords = (text: string) =>
    text.replace(/[-_ ]|[\u00ad\u200b-\u200d\ufeff]|(?<=.)\/+$/g, '')
  // 1-5 is not 15.
  const numbers = (text: string) => (text.match(/\d+/g) ?? []).join(' ')
  if (joinWords(one) === joinWords(other)) return numbers(one) === numbers(other)
  const joinLetters = (text: string) => text.replace(/(\p{L})\1+/gu, '$1')
  if (other.length > 4 && joinLetters(one) === joinLetters(other)) return true
  const words = (text: string) => text.split(/[^\p{L}\p{N}]+/u)
  const [ones, others] = [words(one), words(other)]
  const differing = ones.flatMap((word, index) =>
    word === others[index] ? [] : [[word, others[index] ?? ''] as const],
  )
  if (ones.length !== others.length || differing.length !== 1) return false
  const [word, meant] = differing[0]!
  const digits = (text: string) => text.replace(/\D/g, '')
  if (digits(word) !== digits(meant) || word.length < 3 || meant.length < 4) return false
  const changes = distance(word, meant)
  // A short word with another first letter is a different word: cost, post.
  if (changes === 1) return word[0] === meant[0] || meant.length > 5
  return changes === 2 && (isTransposed(word, meant) || meant.length > 7)
}

/** Whether two neighboring letters have changed places. */
function isTransposed(one: string, other: string): boolean {
  const at = [...one].findIndex((letter, index) => letter !== other[index])
  const swapped = one.slice(0, at) + one[at + 1] + one[at] + one.slice(at + 2)
  return swapped === other
}

/** Formats names as `a, b or c`, or the first twelve as `a, b, …` if there are more than `limit`. */
export function formatNameList(names: Iterable<string>, limit = 12): string {
  const all = [...names]
  if (all.length > limit) return `${all.slice(0, 12).join(', ')}, …`
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`
}

/**
 * Formats the valid names that are spelled like an invalid one or share a word with it: `a name like
 * a or b`. If there are none, formats all names, or the first few if all would fill a screen.
 */
export function formatNearNames(name: string, valid: string[]): string {
  const stems = new Set(stemWords(name))
  const nearest = findNearestName(name, valid)
  const near = valid.filter(
    (other) => other === nearest || stemWords(other).some((stem) => stems.has(stem)),
  )
  return near.length === 0 ? formatNameList(valid, 40) : `a name like ${formatNameList(near)}`
}
