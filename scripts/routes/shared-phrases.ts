/** Shorter runs of words are shared by chance. */
const minWords = 5
const maxPhrases = 3

/** Lists the longest runs of words that two pages share, longest first. */
export function listSharedPhrases(texts: string[], others: string[]): string[] {
  const known = new Set(others.flatMap((text) => listRuns(text.split(' '))))
  const found = texts.flatMap((text) => {
    const words = text.split(' ')
    const phrases: string[] = []
    for (let at = 0; at + minWords <= words.length; at++) {
      let end = at
      while (end + minWords <= words.length && known.has(toRunKey(words, end))) end++
      if (end === at) continue
      phrases.push(words.slice(at, end + minWords - 1).join(' '))
      at = end
    }
    return phrases
  })
  return [...new Set(found)].sort((a, b) => b.length - a.length).slice(0, maxPhrases)
}

const toRunKey = (words: string[], at: number) =>
  words
    .slice(at, at + minWords)
    .join(' ')
    .toLowerCase()

const listRuns = (words: string[]) =>
  words.slice(0, Math.max(0, words.length - minWords + 1)).map((_, at) => toRunKey(words, at))
