/** More problems of one kind in one text help nobody, and each is located in the text. */
const maxMatches = 100

/** Lists what a global pattern matches in a text, each text once, and not more than anybody reads. */
export function listFirstMatches(text: string, pattern: RegExp): RegExpExecArray[] {
  // Most texts have none, and listing matches copies the pattern.
  if (text.search(pattern) < 0) return []
  const found = new Map<string, RegExpExecArray>()
  for (const match of text.matchAll(pattern)) {
    if (!found.has(match[0])) found.set(match[0], match)
    if (found.size === maxMatches) break
  }
  return [...found.values()]
}
