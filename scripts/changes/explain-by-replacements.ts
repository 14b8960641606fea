/** A text that changes into another one wherever it is printed. */
export type TextReplacement = { before: string; after: string }

/**
 * Finds the replacements that turn a text into another one.
 * @returns those used; undefined if anything else has changed, too
 */
export function explainByReplacements<R extends TextReplacement>(
  before: string,
  after: string,
  replacements: R[],
): Set<R> | undefined {
  const used = match(before, after, 0, 0, replacements)
  return used && used.length > 0 ? new Set(used) : undefined
}

function match<R extends TextReplacement>(
  before: string,
  after: string,
  from: number,
  to: number,
  replacements: R[],
): R[] | undefined {
  for (let [i, j] = [from, to]; ; i++, j++) {
    for (const each of replacements) {
      if (!isWordAt(before, each.before, i) || !isWordAt(after, each.after, j)) continue
      const [end, otherEnd] = [i + each.before.length, j + each.after.length]
      const rest = match(before, after, end, otherEnd, replacements)
      if (rest) return [each, ...rest]
    }
    if (i >= before.length || j >= after.length)
      return i >= before.length && j >= after.length ? [] : undefined
    if (before[i] !== after[j]) return undefined
  }
}

/** Whether a text has these words at an index, and not as part of a longer word or number. */
export const isWordAt = (text: string, words: string, index: number): boolean =>
  text.startsWith(words, index) &&
  !(isWordCharacter(text[index - 1]) && isWordCharacter(words[0])) &&
  !(
    isWordCharacter(words.at(-1)) &&
    /^([\p{L}\p{N}]|[.,]\d)/u.test(text.slice(index + words.length, index + words.length + 2))
  )

const isWordCharacter = (character: string | undefined) =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character)

/** Whether a text contains these words. */
export const hasWords = (text: string, words: string): boolean => {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1))
    if (isWordAt(text, words, at)) return true
  return false
}
