/**
 * A part of an excerpt.
 * @property isMatch whether it is a word that matches the query
 */
export type QuotePart = { text: string; isMatch: boolean }

/** The length of an excerpt, in characters. */
const quoteLength = 160
/** How many characters of an excerpt may precede the first match. */
const leadLength = 50

/** Returns the excerpt of a text around its first match, split so that each match is a part. */
export function quoteMatch(text: string, isMatch: (word: string) => boolean): QuotePart[] {
  const words = [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
    isMatch: isMatch(word),
  }))
  const first = words.find((word) => word.isMatch)?.start ?? 0
  const isShort = text.length <= quoteLength
  // An excerpt begins and ends at word boundaries.
  const start = isShort
    ? 0
    : (words.find((word) => word.start >= Math.min(first, text.length - quoteLength) - leadLength)
        ?.start ?? 0)
  const last = words.findLast(({ end }) => end <= start + quoteLength)?.end ?? quoteLength
  const end = isShort || text.length - last < 3 ? text.length : last
  const parts: QuotePart[] = []
  let at = words[0]?.start === start ? 0 : start
  for (const word of words) {
    if (!word.isMatch || word.start < start || word.end > end) continue
    parts.push({ text: text.slice(at, word.start), isMatch: false })
    parts.push({ text: text.slice(word.start, word.end), isMatch: true })
    at = word.end
  }
  parts.push({ text: text.slice(at, end), isMatch: false })
  if (end < text.length) parts.push({ text: ' …', isMatch: false })
  if (start > 0 && words[0]?.start !== start) parts.unshift({ text: '… ', isMatch: false })
  return parts.filter((part) => part.text !== '')
}
