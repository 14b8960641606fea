import { foldLetters } from './fold-letters.ts'

/** Whether a text contains every word of a query, in any order. */
export const hasWordsOf = (text: string, query: string): boolean => createWordFilter(query)(text)

/** Makes a test for texts that contain every word of a query, in any order. */
export function createWordFilter(query: string): (text: string) => boolean {
  const words = foldLetters(query).split(/\s+/).filter(Boolean)
  return (text) => {
    const searched = foldLetters(text)
    return words.every((word) => searched.includes(word))
  }
}
