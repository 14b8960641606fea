/**
 * Splits a text into literal text and what matches a pattern.
 * @param pattern with the flag g
 * @param toPart converts a match
 */
export function splitAtMatches<Part>(
  text: string,
  pattern: RegExp,
  toPart: (match: RegExpExecArray) => Part,
): (string | Part)[] {
  const parts: (string | Part)[] = []
  let end = 0
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) parts.push(text.slice(end, match.index))
    end = match.index + match[0].length
    parts.push(toPart(match))
  }
  if (end < text.length) parts.push(text.slice(end))
  return parts
}
