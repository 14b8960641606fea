/** Whether a text has these words at an index, and not as part of a longer word or number. */
export const isWordAt = (text: string, words: string, index: number): boolean =>
  text.startsWith(words, index) &&
  !/(?:[\p{L}\p{N}]{2}|\d[.,]\d)$/u.test(text.slice(Math.max(index - 2, 0), index + 1)) &&
  !(
    isWordCharacter(words.at(-1)) &&
    /^([\p{L}\p{N}]|[.,]\d)/u.test(text.slice(index + words.length, index + words.length + 2))
  )

const isWordCharacter = (character: string | undefined) =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character)

/** Whether a text contains these words. */
export const hasPhrase = (text: string, words: string): boolean => {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1))
    if (isWordAt(text, words, at)) return true
  return false
}
