/** Whether a text contains every word of a query, in any order. */
export const hasWordsOf = (text: string, query: string): boolean => createWordFilter(query)(text)

/** Makes a test for texts that contain every word of a query, in any order. */
export function createWordFilter(query: string): (text: string) => boolean {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return (text) => {
    const searched = text.toLowerCase()
    return words.every((word) => searched.includes(word))
  }
}
